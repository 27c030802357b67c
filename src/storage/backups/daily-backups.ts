import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Clock } from '../../base/clock.js';
import type { Logger } from '../../base/logger.js';
import type { ClockGuard } from '../../base/time/clock-guard.js';
import { backupSqlite } from '../sqlite-backup.js';
import { requireDatabase } from '../sqlite-file.js';
import type { ListedStore } from '../store.js';
import { backupPath, backupPlace, noteBackup } from './backup-path.js';

const dayMs = 86_400_000;
const keptDays = 14;
/** For backups made before a change of the database format: the way back to the previous version. */
const keptDaysBeforeFormat = 90;

interface BackupsGround {
	readonly store: ListedStore;
	readonly clock: Clock;
	readonly clockGuard: Pick<ClockGuard, 'isTrusted'>;
	readonly logger: Logger;
}

/** Makes one backup a day and keeps it for fourteen. Deletes only files with names of its own pattern. */
export class DailyBackups {
	readonly #ground: BackupsGround;
	readonly #path: string;
	readonly #folder: string;
	readonly #stem: string;

	/** @param file the SQLite database; its backups are in the folder `backups` beside it */
	constructor(file: string, ground: BackupsGround) {
		this.#ground = ground;
		this.#path = resolve(file);
		const { folder, stem } = backupPlace(this.#path);
		this.#folder = folder;
		this.#stem = stem;
	}

	/** Makes a backup if there is none from today, then deletes expired ones. Rejects as `backupSqlite` does. */
	async makeIfDue(): Promise<void> {
		const { store, clock, logger } = this.#ground;
		const at = clock.now();
		if ((await this.#own()).some((each) => each.isDaily && at - each.at < dayMs)) return;
		const target = backupPath(this.#path, at);
		await makeBackup(this.#path, target);
		await noteBackup(store, at);
		logger.info({ target }, 'Backed up the database');
		// Only after success: while backups fail, the old ones are all there is.
		await this.#prune(at);
	}

	async #own(): Promise<readonly OwnFile[]> {
		const names = await readdir(this.#folder).catch((error: NodeJS.ErrnoException) => {
			if (error.code === 'ENOENT') return [];
			throw error;
		});
		return names.flatMap((name) => {
			const isOwn = name.startsWith(`${this.#stem}-`);
			return (isOwn ? ownFile(name, name.slice(this.#stem.length + 1)) : undefined) ?? [];
		});
	}

	async #prune(at: number): Promise<void> {
		// While the clock is not trusted, no backup is old enough to be deleted.
		if (!this.#ground.clockGuard.isTrusted()) return;
		for (const each of await this.#own()) {
			// A partial file is useless, but another process may still be writing it, so it is kept for a day.
			if (at - each.at > each.keptDays * dayMs) await rm(join(this.#folder, each.name), { force: true });
		}
	}
}

/** Makes a backup, and its folder if needed; only the owner can read them. Rejects as `backupSqlite` does. */
export async function makeBackup(file: string, target: string): Promise<void> {
	// A mistyped address makes no folders.
	await requireDatabase(resolve(file));
	await mkdir(dirname(target), { recursive: true, mode: 0o700 });
	await backupSqlite(file, target);
}

interface OwnFile {
	readonly name: string;
	readonly at: number;
	/** Complete, and made on the daily schedule. */
	readonly isDaily: boolean;
	readonly keptDays: number;
}

/** `rest`: the part of the name after the database's own. */
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
