import { execFile } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('deploy/compose/prepare.sh', () => {
	let folder: string;
	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), 'claimcheck-compose-'));
		cpSync('deploy/compose', join(folder, 'deploy/compose'), { recursive: true });
	});
	afterAll(() => rmSync(folder, { recursive: true }));

	async function prepare(input = ''): Promise<string> {
		const run = promisify(execFile)('sh', [join(folder, 'deploy/compose/prepare.sh')]);
		run.child.stdin?.end(input);
		return (await run).stdout;
	}
	const secrets = (): Map<string, string> =>
		new Map(
			readdirSync(join(folder, 'secrets')).map((name) => [
				name,
				readFileSync(join(folder, 'secrets', name), 'utf8'),
			]),
		);

	it('makes no new secret beside the purchases of a bot that ran here', async () => {
		mkdirSync(join(folder, 'data'), { recursive: true });
		writeFileSync(join(folder, 'data/claimcheck.sqlite'), '');
		await expect(prepare('a-token\na-key\n')).rejects.toThrow('put the CLAIM_SECRET of its .env into');
		rmSync(join(folder, 'data'), { recursive: true });
	});

	it('makes every secret that compose.yaml names, for its owner alone, and shows none', async () => {
		const said = await prepare('a-token\na-key\n');
		const named = [...readFileSync('compose.yaml', 'utf8').matchAll(/file: secrets\/(\w+)/g)].map(
			([, name]) => name,
		);
		expect([...secrets().keys()].toSorted()).toEqual(named.toSorted());
		for (const [name, secret] of secrets()) {
			expect(secret.trim()).not.toBe('');
			expect(statSync(join(folder, 'secrets', name)).mode & 0o077).toBe(0);
			if (name !== 'database_url') expect(said).not.toContain(secret.trim());
		}
		expect(secrets().get('claim_secret')?.trim().length).toBeGreaterThanOrEqual(32);
		for (const it of ['data', 'claimcheck.env']) expect(existsSync(join(folder, it))).toBe(true);
	});

	it('changes nothing when it is run again', async () => {
		const before = secrets();
		expect(await prepare()).not.toContain('made');
		expect(secrets()).toEqual(before);
	});
});
