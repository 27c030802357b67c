import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { saveEnvFile, withAnswers } from '../../../src/cli/init/env-file.js';

const readBack = (text: string, name: string): string | undefined => parseEnv(text)[name];

describe('an answer in .env', () => {
	it('is read back as it was given, whatever characters it has', () => {
		const printable = fc.string({
			unit: fc.integer({ min: 0x21, max: 0x7e }).map(String.fromCharCode),
			minLength: 1,
		});
		fc.assert(
			fc.property(printable, (password) => {
				const url = `postgresql://bot:${password}@host/claims`;
				// A value with all three kinds of quotes can't be written.
				fc.pre(!['"', "'", '`'].every((mark) => password.includes(mark)));
				const text = withAnswers('# a note\nDATABASE_URL=\nLOG_LEVEL=info\n', { DATABASE_URL: url });
				expect(readBack(text, 'DATABASE_URL')).toBe(url);
				expect(readBack(text, 'LOG_LEVEL')).toBe('info');
			}),
		);
	});

	it('is refused rather than altered if no line can hold it', () => {
		for (const DATABASE_URL of [`redis://:#"'\`@host`, 'redis://a\nDISCORD_TOKEN=b'])
			expect(() => withAnswers('', { DATABASE_URL })).toThrow('Nothing was saved');
	});

	it('replaces the old value, once, and leaves every other line unchanged', () => {
		const before = [
			'# DISCORD_TOKEN=an example in a comment',
			'DISCORD_TOKEN=first',
			'export LOG_LEVEL=info # why not',
			'  DISCORD_TOKEN = the one that counted',
			'DISCORD_TOKEN_FILE=secrets/token',
			'CLAIM_SECRET="two words # kept"',
		];
		expect(withAnswers(before.join('\r\n'), { DISCORD_TOKEN: 'new' }).split('\n')).toEqual([
			before[0],
			before[2],
			'DISCORD_TOKEN=new',
			before[5],
			'',
		]);
	});

	it('is added at the end if there is no line for it', () => {
		for (const text of ['LOG_LEVEL=info\n', ''])
			expect(withAnswers(text.trim(), { DISCORD_TOKEN: 'new' })).toBe(`${text}DISCORD_TOKEN=new\n`);
	});
});

it('the file .env is replaced as a whole, and readable only by its owner even if it was open to others', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'claimcheck-'));
	onTestFinished(() => rm(folder, { recursive: true }));
	const path = join(folder, '.env');
	await writeFile(path, 'old', { mode: 0o644 });
	await writeFile(`${path}.setup.partial`, 'left by a kill', { mode: 0o644 });
	await saveEnvFile(path, 'new\n');
	expect(await readFile(path, 'utf8')).toBe('new\n');
	expect((await stat(path)).mode & 0o777).toBe(0o600);
	expect(await readdir(folder)).toEqual(['.env']);
});
