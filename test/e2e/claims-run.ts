import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stage } from '@claimcheck/sandbox/stage';
import { repository } from './entry-process.js';

export const cli = join(repository, 'dist/src/claims-cli.js');

/** The files of a folder without SQLite's own log, which stays where it can't be written back. */
export const filesIn = async (folder: string): Promise<string[]> =>
	(await readdir(folder)).filter((name) => !/-(?:wal|shm)$/.test(name)).sort();

interface Ended {
	readonly code: number;
	readonly output: string;
}

/** `npm run claims` on the stage's database. */
export function runClaims(stage: Stage, ...args: string[]): Promise<Ended> {
	return runClaimsWith(stage, {}, ...args);
}

/** `npm run claims` with other settings. */
export function runClaimsWith(
	stage: Stage,
	overrides: Readonly<Record<string, string>>,
	...args: string[]
): Promise<Ended> {
	const env = { PATH: process.env['PATH'] ?? '', ...stage.environment(overrides) };
	return new Promise((resolve) => {
		execFile(process.execPath, [cli, ...args], { env, cwd: stage.folder }, (error, stdout, stderr) => {
			resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
		});
	});
}
