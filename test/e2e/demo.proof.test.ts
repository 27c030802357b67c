import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { demoCommand } from '@claimcheck/sandbox/story/demo-command';
import { afterEach, describe, expect, it } from 'vitest';
import { EntryProcess, isAlive, repository } from './entry-process.js';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
	for (const cleanup of cleanups.splice(0)) await cleanup();
});

function demo(...args: string[]): EntryProcess {
	const process = new EntryProcess('demo.js', args);
	cleanups.push(() => process.end());
	return process;
}

/** A checkout whose bot is the given program; its registration is the real one. */
async function checkoutWith(bot: string): Promise<string> {
	const root = await mkdtemp(join(tmpdir(), 'claimcheck-broken-'));
	cleanups.push(() => rm(root, { recursive: true, force: true }));
	await mkdir(join(root, 'dist/src'), { recursive: true });
	await symlink(join(repository, 'packages'), join(root, 'packages'));
	await writeFile(join(root, 'package.json'), JSON.stringify({ type: 'module' }));
	await writeFile(join(root, 'dist/src/register.js'), `await import(${real('register.js')});`);
	await writeFile(join(root, 'dist/src/main.js'), bot);
	return root;
}

const real = (entry: string): string =>
	JSON.stringify(pathToFileURL(join(repository, 'dist/src', entry)).href);

/** The demo with another bot: its exit code and what it said. */
async function demoWith(bot: string): Promise<{ code: number; said: string }> {
	let said = '';
	const output = {
		write: (text: string) => {
			said += text;
		},
	};
	const root = await checkoutWith(bot);
	const { signal } = new AbortController();
	const code = await demoCommand([], { output, errors: output, environment: {}, root, signal });
	return { code, said };
}

// The whole story with two starts of the bot: on a busy machine more than a test usually gets.
describe('npm run demo', { timeout: 120_000 }, () => {
	it('plays the whole story and ends with 0, with no whole purchase code and, in a pipe, nothing that steers a terminal', async () => {
		const process = demo();
		const { code } = await process.exited;
		expect(process.output).toMatch(/All \d+ checks passed\./);
		expect(process.output).not.toContain('✘');
		expect(code).toBe(0);
		expect(process.output).toContain('✅ Already verified');
		expect(process.output).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/i);
		expect(process.output).not.toContain('\u001B');
	});

	it('ends with 1, and names the check, where a bot forgets the purchases when it is killed', async () => {
		// Each start has a working directory of its own, and with it a database of its own.
		const forgetful = `process.env.DATABASE_URL = 'sqlite://here.sqlite'; await import(${real('main.js')});`;
		const { code, said } = await demoWith(forgetful);
		expect(said).toMatch(/✘ Maya gets the buyer role all the same/);
		expect(said).toMatch(/✘ {2}6 {2}kill -9 in the middle +failed after \d checks\n/);
		expect(said).toMatch(
			/The demo failed: This did not come to hold: Maya gets the buyer role all the\s+same/,
		);
		expect(code).toBe(1);
	});

	it('ends with 1 where the bot does not start, with its last words', async () => {
		const { code, said } = await demoWith("process.stderr.write('no disk'); process.exit(69);");
		expect(said).toMatch(/The demo failed: .*no disk/s);
		expect(code).toBe(1);
	});

	it('takes all its processes along at Ctrl-C, and ends with 130', async () => {
		const process = demo('--fast');
		await process.printed('The first verification');
		const children = await process.children();
		expect(children).toHaveLength(1);
		process.signal('SIGINT');
		const { code } = await process.exited;
		expect(code).toBe(130);
		expect(children.filter(isAlive)).toEqual([]);
	});

	it('explains itself, and refuses an option that it does not have', async () => {
		const help = demo('--help');
		expect(await help.exited).toEqual({ code: 0 });
		expect(help.output).toContain('--fast');
		const wrong = demo('--slow');
		expect(await wrong.exited).toEqual({ code: 2 });
		expect(wrong.output).toContain("Unknown option '--slow'");
	});
});
