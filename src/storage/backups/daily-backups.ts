import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { ClockGuard } from '../../base/time/clock-guard.js';
import { isRecent } from '../../base/time/is-recent.js';
import { backupSqlite } from '../sqlite-backup.js';
import { backupPath, backupPlace } from './backup-path.js';

const dayMs = 86_400_000;
const keptDays = 14;
/** Made before the format of the database was changed: the way back to the version before. */
const keptDaysBeforeFormat = 90;

export interface DailyBackupsOptions {
	/** The SQLite database. Its backups are in the folder `backups` beside it. */
	readonly file: string;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** False: this machine's clock may be wrong, so nothing is old enough to be deleted. */
	readonly clockGuard: Pick<ClockGuard, 'isTrusted'>;
	/** Told of each backup that was made. */
	readonly onMade: (target: string, at: number) => Promise<void>;
}

export interface DailyBackups {
	/** Makes a backup where none was made today, then deletes those that are too old. Rejects as `backupSqlite` does. */
	makeIfDue(): Promise<void>;
}

/**
 * A backup a day, each kept for fourteen. The time is in the name, since a copied file has another date. Deletes only
 * what it has named itself.
 */
export function createDailyBackups(options: DailyBackupsOptions): DailyBackups {
	const { file, now, clockGuard, onMade } = options;
	const path = resolve(file);
	const { folder, stem } = backupPlace(path);

	async function own(): Promise<readonly OwnFile[]> {
		const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
			if (error.code === 'ENOENT') return [];
			throw error;
		});
		return names.flatMap((name) => {
			const found = name.startsWith(`${stem}-`) ? ownFile(name, name.slice(stem.length + 1)) : undefined;
			return found ?? [];
		});
	}

	async function prune(at: number): Promise<void> {
		if (!clockGuard.isTrusted()) return;
		for (const each of await own()) {
			// What a kill has left half-made is of no use at all, but may be another process's that is at it.
			if (at - each.at > each.keptDays * dayMs) await rm(join(folder, each.name), { force: true });
		}
	}

	return {
		async makeIfDue() {
			const at = now();
			if ((await own()).some((each) => each.isDaily && isRecent(each.at, at, dayMs))) return;
			const target = backupPath(path, at);
			await makeBackup(path, target);
			await onMade(target, at);
			// Only now: while none can be made, the old ones are all there is.
			await prune(at);
		},
	};
}

/** Makes a backup with the folder for it, which its owner alone can read. Rejects as `backupSqlite` does. */
export async function makeBackup(file: string, target: string): Promise<void> {
	await mkdir(dirname(target), { recursive: true, mode: 0o700 });
	await backupSqlite(file, target);
}

interface OwnFile {
	readonly name: string;
	readonly at: number;
	/** Whole, and not made for another reason. */
	readonly isDaily: boolean;
	readonly keptDays: number;
}

/** `rest`: the name behind the database's own. */
function ownFile(name: string, rest: string): OwnFile | undefined {
	const parts =
		/^(\d{4}-\d\d-\d\dT)(\d\d)(\d\d)(\d\dZ)(-before-format-\d+)?\.sqlite(\.partial(?:-journal)?)?$/.exec(
			rest,
		);
	if (parts === null) return undefined;
	const [, date, hours, minutes, seconds, beforeFormat, partial] = parts;
	const at = Date.parse(`${date}${hours}:${minutes}:${seconds}`);
	if (Number.isNaN(at)) return undefined;
	if (partial !== undefined) return { name, at, isDaily: false, keptDays: 1 };
	if (beforeFormat !== undefined) return { name, at, isDaily: false, keptDays: keptDaysBeforeFormat };
	return { name, at, isDaily: true, keptDays };
}
