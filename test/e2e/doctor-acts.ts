import { execFile } from 'node:child_process';
import type { RunningBot, Stage } from '@claimcheck/sandbox/stage';
import { ClaimKeys } from '../../src/claims/claim-keys.js';
import { openStore } from '../../src/storage/open.js';
import { put } from '../storage/put.js';
import { chooseSetting } from './acts.js';

interface Checkup {
	readonly code: number;
	readonly stdout: string;
	readonly stderr: string;
}

/** `dist/src/doctor.js` with this environment and no other. */
export function runDoctor(
	stage: Stage,
	args: string[] = [],
	overrides: Record<string, string> = {},
): Promise<Checkup> {
	const env = { PATH: process.env['PATH'] ?? '', ...stage.environment(overrides) };
	const entry = `${process.cwd()}/dist/src/doctor.js`;
	return new Promise((resolve) => {
		execFile(process.execPath, [entry, ...args], { env, cwd: stage.folder }, (error, stdout, stderr) => {
			const code = typeof error?.code === 'number' ? error.code : 0;
			resolve({ code, stdout, stderr });
		});
	});
}

/** The checks that are not fine, with their levels, of `--json`. */
export function troublesIn({ stdout }: Checkup): [string, string][] {
	const { findings } = JSON.parse(stdout) as { findings: { check: string; level: string }[] };
	return findings.filter(({ level }) => level !== 'ok').map(({ check, level }) => [check, level]);
}

/** The remaining steps beside the settings: a panel, Public Bot switched off, a backup. */
export async function wellSetUp(stage: Stage, bot: RunningBot): Promise<void> {
	stage.discord.setPublic(false);
	await chooseSetting(stage.people.admin, 'setup-panel', stage.channels.verify);
	await bot.logged('Backed up the database');
}

/** A database as a bot leaves it. Resolves to a function that writes a row into it. */
export async function makeDatabase(stage: Stage): Promise<(key: string, value: unknown) => Promise<void>> {
	const url = stage.environment()['DATABASE_URL'] ?? '';
	const open = () => openStore(url, () => {}, { create: true });
	const write = async (key: string, value: unknown): Promise<void> => {
		const store = await open();
		await put(store, key, value);
		await store.close();
	};
	await write('meta:secret', { v: 1, check: new ClaimKeys(stage.claimSecret).check });
	return write;
}
