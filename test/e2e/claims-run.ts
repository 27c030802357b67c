import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stage } from '@claimcheck/sandbox/stage';
import { repository } from './entry-process.js';

export const cli = join(repository, 'dist/src/claims-cli.js');

/** The files of a folder without SQLite's own log, which stays where it can't be written back. */
export const filesIn = async (folder: string): Promise<string[]> =>
	(await readdir(folder)).filter((name) => !/-(?:wal|shm)$/.test(name)).sort();

/** `npm run claims` on the stage's database. */
export function runClaims(
	stage: Stage,
	...args: string[]
): Promise<{ readonly code: number; readonly output: string }> {
	const env = { PATH: process.env['PATH'] ?? '', ...stage.environment() };
	return new Promise((resolve) => {
		execFile(process.execPath, [cli, ...args], { env, cwd: stage.folder }, (error, stdout, stderr) => {
			resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
		});
	});
}
