import { resolve } from 'node:path';
import { AppError, exitCodes, StoreCorruptError } from '../../base/errors.js';
import { verifyClaims } from '../../claims/admin/verify-claims.js';
import { sqliteFileOf } from '../../storage/open.js';
import { cannotOpen } from '../../storage/sqlite.js';
import { SqliteConnection } from '../../storage/sqlite-connection.js';
import { fileDamage, findDamage, rebuildIndex } from '../../storage/sqlite-damage.js';
import { type Command, counted } from './session.js';

export const verify: Command = {
	says: "checks that every claim opens with CLAIM_SECRET and is found by its members; rebuilds SQLite's index if it lacks rows",
	async run(session) {
		const { DATABASE_URL } = session.settings('DATABASE_URL', 'CLAIM_SECRET');
		const lacking = await rebuildLackingIndex(DATABASE_URL);
		if (lacking > 0) session.print(`index lacked ${lacking} of the rows  (rebuilt)\n`);
		const found = await verifyClaims(await session.claims('Verified', { unchecked: true }));
		const { claims, entries, problems } = found;
		for (const { kind, key } of problems) session.print(`${kind}  ${key}\n`);
		session.print(
			`${counted(claims, 'claim')} and ${entries} ${entries === 1 ? 'entry' : 'entries'}: ${problems.length === 0 ? 'clean' : counted(problems.length, 'problem')}\n`,
		);
		return problems.length === 0 ? exitCodes.ok : exitCodes.trouble;
	},
};

/** Rebuilds an index of SQLite that lacks rows, and counts them. Rejects with StoreCorruptError if only a backup helps. */
async function rebuildLackingIndex(databaseUrl: string): Promise<number> {
	const file = sqliteFileOf(databaseUrl);
	if (file === undefined) return 0;
	const path = resolve(file);
	try {
		return await SqliteConnection.with(path, async (connection) => {
			const damage = await findDamage(connection, path);
			if (damage === undefined) return 0;
			if (damage.lacking > 0 && (await rebuildIndex(connection))) return damage.lacking;
			throw new StoreCorruptError(fileDamage(path).says);
		});
	} catch (error) {
		throw error instanceof AppError ? error : cannotOpen(error);
	}
}
