import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { demoCommand } from '@claimcheck/sandbox/story/demo-command';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EntryProcess, isAlive, repository } from './entry-process.js';

function demo(...args: string[]): EntryProcess {
	const process = new EntryProcess('demo.js', args);
	onTestFinished(() => process.end());
	return process;
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

	it('ends with 1 if the bot does not start, with its last words', async () => {
		const root = await mkdtemp(join(tmpdir(), 'claimcheck-broken-'));
		onTestFinished(() => rm(root, { recursive: true }));
		await mkdir(join(root, 'dist/src'), { recursive: true });
		await symlink(join(repository, 'packages'), join(root, 'packages'));
		await writeFile(join(root, 'package.json'), JSON.stringify({ type: 'module' }));
		const real = pathToFileURL(join(repository, 'dist/src/register.js'));
		await writeFile(join(root, 'dist/src/register.js'), `await import('${real}');`);
		await writeFile(join(root, 'dist/src/main.js'), "process.stderr.write('no disk'); process.exit(69);");
		let said = '';
		const output = {
			write: (text: string) => {
				said += text;
			},
		};
		const { signal } = new AbortController();
		const code = await demoCommand([], { output, errors: output, environment: {}, root, signal });
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
});
