import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freshCode, verify } from './acts.js';
import { sharedStage } from './own-stage.js';
import { runClaimsWith, runProgram } from './programs.js';

const otherSecret = 'another-secret-of-thirty-two-characters';

const stage = await sharedStage();
const bot = await stage.startBot();
await verify(stage.people.buyer, freshCode(stage));
await bot.stop();

it('the entry point of npm run claims ends with an exit code and a plain message without a secret', async () => {
	const DATABASE_URL = 'postgresql://user:another-secret@127.0.0.1:1/0';
	const ended = await runProgram(stage, 'claims-cli', ['stats'], { DATABASE_URL });
	expect(ended).toEqual({ code: 69, output: expect.stringContaining('cannot be used') });
	expect(ended.output).not.toContain('another-secret');
	expect(ended.output).not.toContain(stage.claimSecret);
	expect(ended.output).not.toMatch(/\n\s+at /);
});

it('runs every command of docs/operating.md, in its form for each kind of machine', async () => {
	const document = await readFile('docs/operating.md', 'utf8');
	const forms = document.matchAll(/(?:run claims --|claims-cli\.js|claimcheck claims) ([a-z][^`\n]*)/g);
	const named = new Set([...forms].map(([, args = '']) => args.trim()));
	await writeFile(
		join(stage.folder, 'list.csv'),
		`member,code\n${stage.people.friend.id},${freshCode(stage)}\n`,
	);
	const run = (args: readonly string[]) => runClaimsWith(stage, { NEW_CLAIM_SECRET: otherSecret }, ...args);
	expect((await run(['dump', 'first.jsonl'])).code).toBe(0);
	expect((await run(['backup', 'first.sqlite'])).code).toBe(0);
	const given: Readonly<Record<string, string>> = {
		load: 'first.jsonl',
		restore: 'first.sqlite',
		'import-csv': 'list.csv',
		'forget-server': '200000000000000099',
	};
	// Comes last, since it changes the secret that the others need.
	const isLast = (args: string) => +(args === 'rotate-secret');
	for (const [at, args] of [...named].toSorted((a, b) => isLast(a) - isLast(b)).entries()) {
		const [command = '', argument] = args.split(' ');
		const filled = argument === undefined ? [] : [given[command] ?? `file-${at}.out`];
		const { code, output } = await run([command, ...filled, '--yes']);
		// Without a name and a terminal, the command lists the backups.
		expect({ args, code }, output).toEqual({ args, code: args === 'restore' ? 64 : 0 });
	}
	expect(named.size).toBeGreaterThan(12);
});
