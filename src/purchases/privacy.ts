import type { Clock } from '../base/clock.js';
import { Cooldowns } from '../base/time/cooldowns.js';
import type { Claim } from '../claims/claim.js';
import type { ClaimStore } from '../claims/claim-store.js';
import type { NamingRecord } from '../claims/own-claims.js';
import type { ClaimEvent } from '../claims/record.js';
import { scrubCodes } from '../claims/scrub-codes.js';
import type { GrantOutbox } from '../roles/grant-outbox.js';
import type { GrantQueue } from '../roles/grant-queue.js';
import type { LimitScope, Limits } from '../storage/rate-limits.js';
import type { Attempts } from '../verification/attempts.js';
import {
	type PersonalData,
	type PersonalDataStore,
	type StoredEvent,
	type StoredFormerPurchase,
	type StoredKind,
	type StoredPurchase,
	type StoredUndo,
	storedKinds,
} from './personal-data.js';
import type { PurchasesReport } from './purchases-report.js';

export interface PrivacyParts {
	readonly claims: Pick<ClaimStore, 'claimsOf'> & {
		readonly own: Pick<ClaimStore['own'], 'forget' | 'naming'>;
	};
	readonly attempts: Pick<Attempts, 'missesOf'>;
	readonly limits: Pick<Limits, 'times'>;
	/** Where else members are named. */
	readonly stores: Readonly<Record<StoredKind, PersonalDataStore>>;
	readonly outbox: Pick<GrantOutbox, 'record'>;
	readonly queue: Pick<GrantQueue, 'request'>;
	readonly clock: Pick<Clock, 'now'>;
	readonly report: Pick<PurchasesReport, 'deleted'>;
}

/** What is counted by the member's id beside wrong codes and unlinking. */
const otherCounts: readonly LimitScope[] = ['question', 'item', 'lookup', 'whois', 'give'];

/** An export reads all that is stored about the member. */
const exportPauseMs = 60_000;

/** What `/privacy` works on: everything that is stored about one member. Rejects with the store's errors. */
export function createPrivacy(parts: PrivacyParts) {
	const { claims, attempts, limits, stores, outbox, queue, clock, report } = parts;
	// Not in the store: asking for one's data is no reason to store more about somebody.
	const exports = new Cooldowns(clock.now);
	const counts = async (userId: string): Promise<number[]> =>
		(await Promise.all(otherCounts.map((scope) => limits.times(scope, userId)))).flat();
	return {
		now: clock.now,

		takeExport(userId: string): number | undefined {
			const at = exports.take(userId, exportPauseMs);
			return at === undefined ? undefined : at + exportPauseMs;
		},

		/** @param reach `bounded`: takes no longer for what strangers have stored, and may miss some of the member's rows */
		async dataOf(userId: string, reach: 'whole' | 'bounded'): Promise<PersonalData> {
			const records = (await claims.own.naming(userId)).toReversed();
			const found = await Promise.all(
				storedKinds.map(async (kind) => ({ kind, ...(await stores[kind].of(userId, reach)) })),
			);
			return {
				userId,
				purchases: records.flatMap((record) => stored(record, record.claim)),
				formerPurchases: records.flatMap((record) => storedFormer(userId, record)),
				wrongCodesAt: await attempts.missesOf(userId),
				unlinkedAt: await limits.times('unlink', userId),
				countedAt: (await counts(userId)).toSorted((a, b) => a - b),
				rows: found.map(({ kind, rows }) => ({ kind, rows })),
				isComplete: found.every(({ isComplete }) => isComplete),
			};
		},

		/**
		 * Deletes what ties the member to purchases, in every guild, and removes the roles. Times of wrong codes and
		 * of unlinking stay until they expire, within a day: otherwise deleting would be a way around the limits. A
		 * purchase that can't be read stays.
		 */
		async deleteDataOf(userId: string): Promise<{ readonly isComplete: boolean }> {
			const guildIds = new Set<string>();
			// Before anything is removed: after a crash in between, the roles are still removed.
			const { claims: held, isComplete } = await claims.own.forget(userId, async (announced) => {
				for (const guildId of announced) await outbox.record({ guildId, userId });
				for (const guildId of announced) guildIds.add(guildId);
			});
			for (const kind of storedKinds) await stores[kind].forget(userId);
			for (const guildId of guildIds) await queue.request({ guildId, userId });
			if (held.length > 0) report.deleted(userId, [...guildIds]);
			return { isComplete };
		},
	};
}

function stored(record: NamingRecord, claim: Claim | undefined): StoredPurchase[] {
	if (claim === undefined) return [];
	const { item, licenseType, status, locked, claimedAt, purchasedAt, supportedUntil, check, guildIds } =
		claim;
	const history = record.history.flatMap((event) => eventFor(claim.holderId, event));
	const details = { item, licenseType, status, locked, claimedAt, purchasedAt, supportedUntil, guildIds };
	const checks = { checkedAt: check?.at, calledInvalidAt: check?.misses ?? [] };
	const isGiven = claim.givenIn !== undefined;
	return [{ ...details, ...checks, isGiven, history, undo: undoIn(record) }];
}

function storedFormer(userId: string, record: NamingRecord): StoredFormerPurchase[] {
	if (record.claim !== undefined) return [];
	const { item, licenseType, history } = record;
	const lines = history.flatMap((event) => eventFor(userId, event));
	return [{ item, licenseType, history: lines, undo: undoIn(record) }];
}

function undoIn({ undo }: NamingRecord): StoredUndo | undefined {
	return undo && { until: undo.until, claimedAt: undo.before.claimedAt, guildIds: undo.before.guildIds };
}

/** Nothing of what other holders of a team's code did, or what was done to them. */
function eventFor(userId: string, { at, what, by, why, member, to, guildId }: ClaimEvent): StoredEvent[] {
	const isOthers = othersOwnActs.has(what) ? by !== userId : member !== undefined && member !== userId;
	if (isOthers && to !== userId) return [];
	const actor = by === userId ? 'you' : by === 'claimcheck' ? 'claimcheck' : 'staff';
	return [{ at, what, by: actor, why: why === undefined ? undefined : reasonFor(userId, why), guildId }];
}

/** A reason may name others by their ids, as a mention does. */
function reasonFor(userId: string, why: string): string {
	return scrubCodes(why).replace(/\b\d{17,20}\b/g, (id) => (id === userId ? id : '[id]'));
}

/** What only a holder does. */
const othersOwnActs: ReadonlySet<ClaimEvent['what']> = new Set([
	'claimed',
	'guild-added',
	'guild-left',
	'unlinked',
	'forgotten',
]);
