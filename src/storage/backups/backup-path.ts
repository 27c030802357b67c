import { basename, dirname, extname, join, resolve } from 'node:path';

/** Why a backup was made, as the end of its name. A daily one has none, and is the only kind that lasts 14 days. */
export type BackupReason = `before-format-${number}` | 'manual';

/** The folder for the backups of an SQLite database, and what their names begin with. */
export function backupPlace(file: string): { readonly folder: string; readonly stem: string } {
	const path = resolve(file);
	return { folder: join(dirname(path), 'backups'), stem: basename(path, extname(path)) };
}

/** A name with the time in it, since a copied file has another date: `data/backups/claimcheck-2026-11-22T041017Z.sqlite`. */
export function backupPath(file: string, at: number, reason?: BackupReason): string {
	const { folder, stem } = backupPlace(file);
	// Windows takes no colons.
	const stamp = `${new Date(at).toISOString().slice(0, 19).replaceAll(':', '')}Z`;
	return join(folder, `${[stem, stamp, ...(reason === undefined ? [] : [reason])].join('-')}.sqlite`);
}
