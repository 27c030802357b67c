import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import type { Stage } from '@claimcheck/sandbox/stage';
import { systemClock } from '../../src/base/clock.js';
import { runClaims as runCommand } from '../../src/cli/claims/run-claims.js';
import { explain } from '../../src/cli/program/run-program.js';
import { repository } from './entry-process.js';

interface Ended {
	readonly code: number;
	readonly output: string;
}

type Overrides = Readonly<Record<string, string>>;

/** The files of a folder without SQLite's own log, which remains if it can't be merged. */
export const filesIn = async (folder: string): Promise<string[]> =>
	(await readdir(folder)).filter((name) => !/-(?:wal|shm)$/.test(name)).sort();

/** A program of `dist/src` in the stage's folder, with only the stage's settings. */
export function runProgram(
	stage: Stage,
	program: string,
	args: readonly string[] = [],
	overrides: Overrides = {},
): Promise<Ended> {
	const env = { PATH: process.env['PATH'] ?? '', ...stage.environment(overrides) };
	const entry = join(repository, `dist/src/${program}.js`);
	return new Promise((resolve) => {
		execFile(process.execPath, [entry, ...args], { env, cwd: stage.folder }, (error, stdout, stderr) => {
			resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
		});
	});
}

/** Runs `npm run claims` on the stage's database. File names are relative to the stage's folder. */
export function runClaims(stage: Stage, ...args: readonly string[]): Promise<Ended> {
	return runClaimsWith(stage, {}, ...args);
}

/** The same with other settings, inside this process: claims-cli.test.ts shows that the program does no more. */
export async function runClaimsWith(
	stage: Stage,
	overrides: Overrides,
	...[command = '', argument, ...flags]: readonly string[]
): Promise<Ended> {
	const environment = stage.environment(overrides);
	let output = '';
	const written = new Writable({
		write(chunk, _encoding, done) {
			output += String(chunk).replaceAll(`${stage.folder}/`, '');
			done();
		},
	});
	const isFile = argument !== undefined && /\.\w+$/.test(argument);
	const given = argument === undefined ? [] : [isFile ? join(stage.folder, argument) : argument];
	const streams = { stdin: Readable.from([]), stdout: written, stderr: written };
	try {
		const code = await runCommand({ environment, ...streams, clock: systemClock }, [
			command,
			...given,
			...flags,
		]);
		return { code, output };
	} catch (error) {
		const own = { env: { value: environment }, stderr: { value: written } };
		const program: NodeJS.Process = Object.create(process, own);
		return { code: explain(program, error), output };
	}
}
