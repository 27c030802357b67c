import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freshCode, marketplaceCalls } from './acts.js';
import { repository } from './entry-process.js';
import { ownStage } from './own-stage.js';

/** Prints at its end how many KiB of memory the process needed. */
const weighed = `data:text/javascript,${encodeURIComponent(
	"process.on('exit', () => process.stderr.write('maxRSS=' + process.resourceUsage().maxRSS));",
)}`;

/** Imports a list of this many lines, interrupted once, and exports it again. */
async function inAndOut(lines: number) {
	const stage = await ownStage();
	await (await stage.startBot()).stop();
	const members = Array.from({ length: 500 }, (_, at) => stage.newPerson(`Member ${at}`).id);
	const rows = Array.from(
		{ length: lines },
		(_, at) => `<@${members[at % members.length]}>,${freshCode(stage)}`,
	);
	await writeFile(join(stage.folder, 'list.csv'), ['member,code', ...rows].join('\r\n'));

	const env = {
		PATH: process.env['PATH'] ?? '',
		...stage.environment({ MARKETPLACE_PER_MINUTE: '1000000' }),
	};
	const options = { env, cwd: stage.folder, maxBuffer: 2 ** 26 };
	const entry = join(repository, 'dist/src/claims-cli.js');
	const run = (...args: readonly string[]) => {
		let kill = (): void => {};
		const ended = new Promise<{ output: string; memory: number }>((resolve) => {
			const given = ['--import', weighed, entry, ...args];
			const child = execFile(process.execPath, given, options, (_, stdout, stderr) => {
				const output = stdout + stderr;
				resolve({ output, memory: Number(/maxRSS=(\d+)/.exec(output)?.[1]) });
			});
			kill = () => void child.kill('SIGKILL');
		});
		return { ended, kill };
	};
	const validations = () => marketplaceCalls(stage, 'purchases/validation');
	const dry = await run('import-csv', 'list.csv').ended;
	expect(dry.output).toContain(`${lines} codes would be checked`);
	const first = run('import-csv', 'list.csv', '--apply');
	await expect.poll(validations, { timeout: 1_200_000 }).toBeGreaterThan(lines / 10);
	first.kill();
	await first.ended;
	const into = await run('import-csv', 'list.csv', '--apply').ended;
	expect(validations()).toBeLessThanOrEqual(lines + 16);
	const out = await run('export-csv', 'out.csv').ended;
	expect(out.output).toContain(`${lines} purchases exported`);
	const text = await readFile(join(stage.folder, 'out.csv'), 'utf8');
	expect(text.split('\r\n').length).toBe(lines + 2);
	return { dry: dry.memory, into: into.memory, out: out.memory };
}

/** Fifty thousand lines take a quarter of an hour, so that run is for the night. */
const most = Number(process.env['LIST_LINES'] ?? 600);

it('long lists are imported, with one interruption, and exported, without duplicates or more memory than short ones', async () => {
	const few = await inAndOut(most / 10);
	const many = await inAndOut(most);
	const ratios = [many.dry / few.dry, many.into / few.into, many.out / few.out];
	expect(Math.max(...ratios), JSON.stringify({ few, many })).toBeLessThan(1.5);
}, 3_600_000);
