import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshCode, verify } from './acts.js';
import { runClaims } from './claims-run.js';
import { InitProcess } from './init-process.js';
import { sharedStage } from './own-stage.js';

const columns = 60;

const stage = await sharedStage();
const bot = await stage.startBot();
await verify(stage.people.buyer, freshCode(stage));
await runClaims(stage, 'backup', 'one.sqlite');
await verify(stage.people.friend, freshCode(stage));
await bot.stop();

const start = (program: string, ...args: readonly string[]) =>
	new InitProcess(stage.folder, stage.environment(), columns, program, ...args);

/** The screen after the program has ended: a line that the terminal had to break would be too long. */
async function screenOf(
	run: InitProcess,
): Promise<{ readonly code: number | null; readonly lines: readonly string[] }> {
	const { code } = await run.exited;
	const lines = await run.screen.lines();
	expect(lines.filter((line) => line.length > columns && line.trim().includes(' '))).toEqual([]);
	return { code, lines };
}

describe('npm run claims on a terminal', () => {
	it('counts in words', async () => {
		const { buyer } = stage.people;
		await writeFile(join(stage.folder, 'list.csv'), `member,code\n${buyer.id},${freshCode(stage)}\n`);
		const dry = await screenOf(start('claims-cli', 'import-csv', 'list.csv'));
		expect(dry.code).toBe(0);
		expect(dry.lines.slice(0, 2)).toEqual([
			'Nothing was recorded. Of 1 row:',
			'  1 code would be checked with the shop, in 1 minute or more',
		]);
		const applied = await screenOf(start('claims-cli', 'import-csv', 'list.csv', '--apply'));
		expect(applied.lines.slice(0, 2)).toEqual([
			'1 purchase added, 0 held already, 0 rows not taken',
			'A running bot gives the roles within five minutes, otherwise',
		]);
	});

	it('says what a restore would replace, and asks', async () => {
		const refused = start('claims-cli', 'restore', 'one.sqlite');
		await refused.answer('[y/N] ', 'n');
		const { code, lines } = await screenOf(refused);
		expect(code).toBe(1);
		expect(lines.join(' ')).toMatch(
			/This backup has 1 purchase, the database has \d, the newest of .*\. Replace it\? \[y\/N\] n Nothing changed/,
		);
		const restored = start('claims-cli', 'restore', 'one.sqlite');
		await restored.answer('[y/N] ', 'y');
		expect((await screenOf(restored)).code).toBe(0);
	});
});
