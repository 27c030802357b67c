import type { Store } from '../../storage/store.js';
import { update } from '../../storage/update.js';
import type { Snowflake } from '../claim.js';
import { type ClaimRecord, type Holding, parseRecord, recordIn } from '../record.js';
import { claimKey, claimPrefix } from '../store-keys.js';
import type { Progress } from './admin-job.js';

/** For jobs that touch neither codes nor holders, and so need no secret. */
export interface GuildWork {
	readonly store: Store;
	readonly onProgress: Progress;
}

/**
 * Removes a guild from every claim that was verified there; the claims stay. Resolves to the number of changed claims.
 * Unreadable rows are left as they are. Rejects with the store's errors. Safe to interrupt and run again.
 */
export async function forgetGuild(work: GuildWork, guildId: Snowflake): Promise<number> {
	const without = <Part extends Pick<Holding, 'holders'>>(part: Part): Part => ({
		...part,
		holders: part.holders.map((holder) => ({
			...holder,
			guildIds: holder.guildIds.filter((id) => id !== guildId),
		})),
	});
	const isIn = ({ holders }: Pick<Holding, 'holders'>): boolean =>
		holders.some(({ guildIds }) => guildIds.includes(guildId));
	return await changeClaims(work, (record) => {
		const { undo } = record;
		if (!isIn(record) && (undo === undefined || !isIn(undo.before))) return record;
		return { ...without(record), ...(undo && { undo: { ...undo, before: without(undo.before) } }) };
	});
}

/** Discards all undo data. Resolves and rejects as `forgetGuild` does. */
export async function endUndo(work: GuildWork): Promise<number> {
	return await changeClaims(work, (record) => {
		if (record.undo === undefined) return record;
		const { undo: _, ...ended } = record;
		return ended;
	});
}

async function changeClaims(
	{ store, onProgress }: GuildWork,
	change: (record: ClaimRecord) => ClaimRecord,
): Promise<number> {
	let seen = 0;
	let changed = 0;
	for await (const pair of store.list(claimPrefix)) {
		seen += 1;
		onProgress(seen, undefined);
		const listed = recordIn(pair);
		if (listed === undefined || listed === 'damaged' || change(listed) === listed) continue;
		const hash = pair.key.slice(claimPrefix.length);
		changed += await update(store, claimKey(hash), (stored) => {
			const record = parseRecord(hash, stored);
			if (record === undefined) return { result: 0 };
			const next = change(record);
			return next === record ? { result: 0 } : { next, result: 1 };
		});
	}
	return changed;
}
