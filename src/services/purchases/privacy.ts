import type { SupportEnd } from '../../base/purchase-fields.js';
import type { PersonalName, PersonalRow } from '../../base/row-fields.js';
import { isMoveByMember } from '../../claims/changes.js';
import type { Claim, ItemFacts, Payment } from '../../claims/claim.js';
import type { NamingRecord } from '../../claims/own-claims.js';
import type { ClaimEvent } from '../../claims/record.js';
import { scrubCodes } from '../../claims/scrub-codes.js';
import type { Servers } from '../../floors.js';
import type { LimitScope } from '../../storage/rate-limits.js';
import { type Kind, Table } from '../../storage/table.js';
import type { DisputeCards } from '../moderation/dispute-cards.js';
import type { PurchasesReport } from './purchases.js';

/** Everything stored about a member, except the sealed codes. Times are milliseconds since the epoch. */
export interface PersonalData {
	readonly userId: string;
	/** Latest first. */
	readonly purchases: readonly StoredPurchase[];
	/** No longer held, as far as stored data names the member. Latest first. */
	readonly formerPurchases: readonly StoredFormerPurchase[];
	/** Times of wrong codes that still count against the member. */
	readonly wrongCodesAt: readonly number[];
	/** Times of unlinking that still count. */
	readonly unlinkedAt: readonly number[];
	/** Times of other rate-limited actions that still count. */
	readonly countedAt: readonly number[];
	/** Other rows that name the member. */
	readonly rows: readonly PersonalRows[];
	/** False if not all other rows were searched for the member's. */
	readonly isComplete: boolean;
}

interface PersonalRows {
	readonly kind: PersonalName;
	/** Oldest first. */
	readonly rows: readonly PersonalRow[];
}

export interface StoredPurchase {
	readonly item: ItemFacts;
	readonly licenseType: string;
	readonly status: 'active' | 'revoked';
	readonly locked: boolean;
	/** Given by staff without a code. */
	readonly isGiven: boolean;
	readonly claimedAt: number;
	readonly purchasedAt: number | undefined;
	readonly supportedUntil: SupportEnd;
	readonly payment: Payment | undefined;
	/** When the marketplace was last asked about it again. */
	readonly checkedAt: number | undefined;
	/** Times of "invalid" answers since the last "valid" one. */
	readonly calledInvalidAt: readonly number[];
	readonly history: readonly StoredEvent[];
	readonly undo: StoredUndo | undefined;
}

export interface StoredFormerPurchase
	extends Pick<StoredPurchase, 'item' | 'licenseType' | 'history' | 'undo'> {}

/** State that staff can restore for the member, or could until `until`, by undoing their latest change. */
export interface StoredUndo {
	readonly until: number;
	readonly claimedAt: number;
}

/** An event in a purchase's history. Other people appear only by their role: who they are is personal data. */
export interface StoredEvent {
	readonly at: number;
	readonly what: ClaimEvent['what'];
	readonly by: 'you' | 'staff' | 'another holder' | 'claimcheck';
	readonly why: string | undefined;
	readonly guildId: string | undefined;
}

type Floor = Servers & {
	readonly kinds: readonly Kind<object>[];
	readonly cards: DisputeCards;
	readonly report: PurchasesReport;
};

/** Rate limits by member id, apart from wrong codes and unlinking. */
const otherCounts: readonly LimitScope[] = [
	'question',
	'item',
	'lookup',
	'whois',
	'give',
	'reference',
	'export',
];

/** Operations behind `/privacy` on everything stored about one member. Rejects with the store's errors. */
export function createPrivacy(floor: Floor) {
	const { claims, limits, store, cards, clock, report } = floor;
	const personal = floor.kinds.flatMap((kind) =>
		kind.personal === undefined ? [] : [{ about: kind.personal, table: new Table(kind, store, clock) }],
	);
	const counts = async (userId: string): Promise<number[]> =>
		(await Promise.all(otherCounts.map((scope) => limits.times(scope, userId)))).flat();
	return {
		now: clock.now,

		/**
		 * Limits exports to one a minute: each reads everything that is stored about the member.
		 * @returns undefined if allowed (and starts the minute), otherwise when the next export is, in milliseconds since
		 * the epoch
		 */
		takeExport: (userId: string): Promise<number | undefined> => limits.take('export', userId),

		/** `bounded`: takes no longer because of other members' data, but may miss some of this member's rows. */
		async dataOf(userId: string, reach: 'whole' | 'bounded'): Promise<PersonalData> {
			const records = (await claims.own.naming(userId)).toReversed();
			const found = await Promise.all(
				personal.map(async ({ about, table }) => {
					const { rows, isComplete } = await table.of(userId, reach);
					const shown = rows.map(({ row }) => about.shown(row, userId));
					return { kind: about.name, rows: shown.toSorted((a, b) => a.at - b.at), isComplete };
				}),
			);
			return {
				userId,
				purchases: records.flatMap((record) => stored(record, record.claim)),
				formerPurchases: records.flatMap((record) => storedFormer(userId, record)),
				wrongCodesAt: await limits.times('member', userId),
				unlinkedAt: await limits.times('unlink', userId),
				countedAt: (await counts(userId)).toSorted((a, b) => a - b),
				rows: found.map(({ kind, rows }) => ({ kind, rows })),
				isComplete: found.every(({ isComplete }) => isComplete),
			};
		},

		/**
		 * Deletes the links between the member and purchases, and removes the roles. Times of wrong
		 * codes and unlinking stay until they expire within a day: otherwise a deletion would bypass the limits. An
		 * unreadable purchase stays.
		 */
		async deleteDataOf(userId: string): Promise<{ readonly isComplete: boolean }> {
			// Before the rest: if that fails, a second try finds no claims to report.
			const { claims: held, isComplete } = await claims.own.forget(userId);
			if (held.length > 0) report.deleted(userId);
			const person = { userId, tag: claims.memberTag(userId) };
			for (const { table } of personal) await table.forget(person);
			for (const scope of ['reference', 'export'] as const) await limits.clear(scope, userId);
			cards.wake();
			return { isComplete };
		},
	};
}

function stored(record: NamingRecord, claim: Claim | undefined): StoredPurchase[] {
	if (claim === undefined) return [];
	const { item, licenseType, status, locked, claimedAt, purchasedAt, supportedUntil, check } = claim;
	const history = record.history.flatMap((event) => eventFor(claim.holderId, event));
	const details = { item, licenseType, status, locked, claimedAt, purchasedAt, supportedUntil };
	const checks = { checkedAt: check?.at, calledInvalidAt: check?.misses ?? [] };
	const isGiven = claim.isGiven === true;
	const { payment } = record;
	return [{ ...details, ...checks, payment, isGiven, history, undo: undoIn(record) }];
}

function storedFormer(userId: string, record: NamingRecord): StoredFormerPurchase[] {
	if (record.claim !== undefined) return [];
	const { item, licenseType, history } = record;
	const lines = history.flatMap((event) => eventFor(userId, event));
	return [{ item, licenseType, history: lines, undo: undoIn(record) }];
}

function undoIn({ undo }: NamingRecord): StoredUndo | undefined {
	return undo && { until: undo.until, claimedAt: undo.before.claimedAt };
}

/** Leaves out actions by other holders of a team's code, and actions that affected only them. */
function eventFor(userId: string, event: ClaimEvent): StoredEvent[] {
	const { at, what, by, why, member, to, guildId } = event;
	const isOthers = othersOwnActs.has(what) || (member ?? userId) !== userId;
	if (isOthers && ![by, member, to].includes(userId)) return [];
	const isHolders = isMoveByMember(event) || what === 'earlier';
	const others = isHolders ? 'another holder' : 'staff';
	const actor = by === userId ? 'you' : by === 'claimcheck' ? 'claimcheck' : others;
	return [{ at, what, by: actor, why: why === undefined ? undefined : reasonFor(userId, why), guildId }];
}

/** A reason may mention other members by id. */
function reasonFor(userId: string, why: string): string {
	return scrubCodes(why).replace(/\b\d{17,20}\b/g, (id) => (id === userId ? id : '[id]'));
}

const othersOwnActs: ReadonlySet<ClaimEvent['what']> = new Set([
	'claimed',
	'unlinked',
	'forgotten',
	'earlier',
]);
