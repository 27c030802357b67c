import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { backupSqlite } from '../../src/storage/backups.js';
import { sqliteFileOf } from '../../src/storage/open.js';
import type { TestPlace } from '../storage/back-ends.js';
import { openAddress } from '../storage/open-address.js';
import { Claimer } from './claimer.js';
import { findLost, findProblems, type Verdict } from './verdict.js';

interface BackupOptions {
	readonly worker: string;
	readonly backups: number;
	readonly pauseBetweenMs: number;
}

/** Together well over 200 claims a second on a machine that has time for them. */
const writers = 3;
const pauseMs = 5;

/** Backups while claims go on: each restored one is sound, and has all that was acknowledged before it began. */
export async function backup(place: TestPlace, options: BackupOptions): Promise<Verdict> {
	const file = sqliteFileOf(place.address.databaseUrl);
	if (file === undefined) throw new Error('Only SQLite is backed up by Claimcheck itself');
	const folder = await mkdtemp(join(tmpdir(), 'claimcheck-backup-'));
	const claimers = await Promise.all(
		Array.from({ length: writers }, () => Claimer.start(options.worker, place.address)),
	);
	const begunAt = Date.now();
	for (const [index, claimer] of claimers.entries()) claimer.claimOn(index * 1_000_000, pauseMs);
	const violations: string[] = [];
	let kept = 0;
	for (let n = 0; n < options.backups; n += 1) {
		// Spreads the copies over the claiming: whatever the moment, a copy has to be sound.
		await sleep(options.pauseBetweenMs);
		const copy = join(folder, `${n}.sqlite`);
		const before = claimers.flatMap((claimer) => claimer.acknowledged);
		await backupSqlite(file, copy);
		const restored = await openAddress({ databaseUrl: `sqlite://${copy}` });
		violations.push(...(await findProblems(restored)), ...(await findLost(restored, before)));
		await restored.close();
		kept += before.length;
	}
	const seconds = (Date.now() - begunAt) / 1_000;
	const total = claimers.reduce((sum, claimer) => sum + claimer.acknowledged.length, 0);
	violations.push(...claimers.flatMap(({ failed }) => failed.map(({ error }) => `a claim failed: ${error}`)));
	await Promise.all(claimers.map((claimer) => claimer.stop()));
	await rm(folder, { recursive: true });
	if (kept === 0) violations.push('nothing was acknowledged before a backup');
	return {
		figures: `${options.backups} backups at ${Math.round(total / seconds)} claims/s, ${kept} acknowledged claims looked up`,
		violations,
	};
}
