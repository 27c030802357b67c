import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stage } from '@claimcheck/sandbox/stage';
import { afterEach, describe, expect, it } from 'vitest';
import { freshCode, marketplaceCalls } from './acts.js';
import { cli } from './claims-run.js';
import { openStage, register } from './hosted-bot.js';

let stage: Stage;
afterEach(() => stage?.close());

/** Says at its end how much memory the process needed. */
const weighed = `data:text/javascript,${encodeURIComponent(
	"process.on('exit', () => process.stderr.write('maxRSS=' + process.resourceUsage().maxRSS));",
)}`;

interface Ended {
	readonly code: number;
	readonly output: string;
	/** KiB, at the most. */
	readonly memory: number;
}

function run(...args: readonly string[]): { readonly ended: Promise<Ended>; kill(): void } {
	const env = {
		PATH: process.env['PATH'] ?? '',
		...stage.environment({ MARKETPLACE_PER_MINUTE: '1000000' }),
	};
	const options = { env, cwd: stage.folder, maxBuffer: 2 ** 26 };
	let kill = (): void => {};
	const ended = new Promise<Ended>((resolve) => {
		const child = execFile(
			process.execPath,
			['--import', weighed, cli, ...args],
			options,
			(error, stdout, stderr) => {
				const output = stdout + stderr;
				const memory = Number(/maxRSS=(\d+)/.exec(output)?.[1]);
				resolve({ code: error === null ? 0 : Number(error.code), output, memory });
			},
		);
		kill = () => void child.kill('SIGKILL');
	});
	return { ended, kill };
}

const validations = () => marketplaceCalls(stage, 'purchases/validation');

async function openWithList(lines: number): Promise<void> {
	stage = await openStage();
	await register(stage);
	const bot = await stage.startProcess();
	await bot.stop();
	const members = Array.from({ length: 500 }, (_, at) => stage.newPerson(`Member ${at}`).id);
	const rows = Array.from(
		{ length: lines },
		(_, at) => `<@${members[at % members.length]}>,${freshCode(stage)}`,
	);
	await writeFile(join(stage.folder, 'list.csv'), ['member,code', ...rows].join('\r\n'));
}

async function inAndOut(lines: number) {
	await openWithList(lines);
	const dry = await run('import-csv', 'list.csv').ended;
	expect(dry.output).toContain(`${lines} codes would be checked`);
	const first = run('import-csv', 'list.csv', '--apply');
	await expect.poll(validations, { timeout: 1_200_000 }).toBeGreaterThan(lines / 10);
	first.kill();
	await first.ended;
	const into = await run('import-csv', 'list.csv', '--apply').ended;
	expect(into.code).toBe(0);
	expect(validations()).toBeLessThanOrEqual(lines + 16);
	const out = await run('export-csv', 'out.csv').ended;
	expect(out.output).toContain(`${lines} purchases exported`);
	const text = await readFile(join(stage.folder, 'out.csv'), 'utf8');
	expect(text.split('\r\n').length).toBe(lines + 2);
	await stage.close();
	return { dry: dry.memory, into: into.memory, out: out.memory };
}

/** Fifty thousand take a quarter of an hour, so they go in and out at night. */
const most = Number(process.env['LIST_LINES'] ?? 600);

describe('long lists', () => {
	it('go in, interrupted once, and out: no row twice, in the memory of a tenth', async () => {
		const few = await inAndOut(most / 10);
		const many = await inAndOut(most);
		const ratios = {
			dry: many.dry / few.dry,
			into: many.into / few.into,
			out: many.out / few.out,
		};
		expect(Math.max(...Object.values(ratios)), JSON.stringify({ few, many })).toBeLessThan(1.5);
	}, 3_600_000);
});
