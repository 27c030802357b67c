import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepAddress, readAddress } from '../../src/playground/kept-address.js';

const key = 'k'.repeat(32);
const address = `http://127.0.0.1:4020/#key=${key}`;
const day = 86_400_000;
const now = 1_700_000_000_000;

describe('the playground’s address', () => {
	let folder: string;
	let file: string;

	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'kept-address-'));
		file = join(folder, '.playground.json');
	});
	afterEach(() => rm(folder, { recursive: true }));

	it('is kept for a day from its first run on, readable only by its owner', async () => {
		await keepAddress(file, address, now);
		await keepAddress(file, address, now + day / 2);
		expect(await readAddress(file, now + day - 1)).toMatchObject({ port: 4020, key });
		expect(await readAddress(file, now + day)).toBeUndefined();
		if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
	});

	it('is a new one after another port or key', async () => {
		await writeFile(file, 'of another version', { mode: 0o644 });
		expect(await readAddress(file, now)).toBeUndefined();
		await keepAddress(file, address, now);
		await keepAddress(file, address.replace('4020', '4021'), now + 1);
		expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ port: 4021, key, madeAt: now + 1 });
	});

	it('is not kept if nothing can be written', async () => {
		await expect(keepAddress(join(folder, 'none', 'x.json'), address, now)).resolves.toBeUndefined();
	});
});
