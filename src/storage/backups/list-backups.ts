import { readdir } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { backupPlace, backupTime } from './backup-path.js';

export interface ListedBackup {
	readonly path: string;
	/** Milliseconds since the epoch. */
	readonly at: number;
	/** The database that a restore replaced: the way back. */
	readonly isReplaced: boolean;
}

/** The backups of an SQLite database in their folder, and the databases that restores set aside; newest first. */
export async function listBackups(file: string): Promise<readonly ListedBackup[]> {
	const { folder, stem } = backupPlace(file);
	const end = extname(file);
	const [backups, replaced] = await Promise.all([
		filesIn(folder, (name) => name.endsWith('.sqlite')),
		filesIn(dirname(folder), (name) => name.startsWith(`${stem}-replaced-`) && name.endsWith(end || 'Z')),
	]);
	const listed = [
		...backups.map((path) => ({ path, isReplaced: false })),
		...replaced.map((path) => ({ path, isReplaced: true })),
	];
	const dated = await Promise.all(listed.map(async (each) => ({ ...each, at: await backupTime(each.path) })));
	return dated.toSorted((a, b) => b.at - a.at || basename(b.path).localeCompare(basename(a.path)));
}

async function filesIn(folder: string, isMeant: (name: string) => boolean): Promise<readonly string[]> {
	const names = await readdir(folder).catch(() => []);
	return names.filter(isMeant).map((name) => join(folder, name));
}
