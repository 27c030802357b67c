import { z } from 'zod';
import { dayMs } from '../../base/clock.js';
import { knownEnd } from '../../base/purchase-fields.js';
import { count, itemId, optionalNumber } from '../../base/row-fields.js';
import { ttlCache } from '../../base/time/ttl-cache.js';
import type { ClaimStore } from '../../claims/claim-store.js';
import type { Ground } from '../../ground.js';
import { defineKind, type RowOf, Table } from '../../storage/table.js';

/** Counts within this time are written together. A crash loses them. */
const gatheredMs = 1_000;

const rememberedMs = 60_000;
/** How long `/stats` waits for the count: enough for tens of thousands of claims. With more it is in the next one. */
const patienceMs = 500;

type Floor = Ground & { readonly claims: ClaimStore };

export type VerificationStatistics = ReturnType<typeof createVerificationStatistics>;
export type SupportShare = Awaited<ReturnType<VerificationStatistics['supportShare']>>;

/** Verifications and refusals by guild and UTC day, over all processes; deleted after 190 days. */
export function createVerificationStatistics(floor: Floor) {
	const { claims, clock, logger, store } = floor;
	const rows = new Table(dayRecordKind, store, clock);
	/** Support ends without a write, so a stored counter would go wrong. */
	const shares = ttlCache<{ readonly claims: number; readonly supported: number }>(rememberedMs, clock);
	let gathered = new Map<string, CountedEvent[]>();
	/** One write at a time, which would otherwise contend with itself. */
	let writing: Promise<unknown> = Promise.resolve();

	/** Counts in the background. Never throws: a verification must not fail because of statistics. */
	function note(guildId: string, counted: CountedEvent): void {
		const id = idOf(guildId, clock.now());
		const isFirst = gathered.size === 0;
		gathered.set(id, [...(gathered.get(id) ?? []), counted]);
		if (isFirst) void clock.delay(gatheredMs).then(settled);
	}

	/** Resolves when everything noted so far is written or lost. Never rejects. */
	function settled(): Promise<unknown> {
		for (const [id, counted] of gathered) writing = writing.then(() => writeDay(id, counted));
		gathered = new Map();
		return writing;
	}

	/** The last `days` UTC days, today included, and the equally long period before. Rejects with the store's errors. */
	async function report(guildId: string, days: number) {
		await settled();
		const today = Math.floor(clock.now() / dayMs) * dayMs;
		const both = Array.from({ length: 2 * days }, (_, index) => today - (2 * days - 1 - index) * dayMs);
		const records = await Promise.all(
			both.map(async (day) => ({ day, record: (await rows.get(idOf(guildId, day))) ?? emptyDay })),
		);
		return summarise(records.slice(days), records.slice(0, days));
	}

	/** The claims with support, counted at most once a minute. Undefined if that fails or takes over half a second. */
	async function supportShare() {
		const counted = shares('', countSupported).catch((err: unknown) => {
			logger.warn({ err }, 'The claims with support could not be counted');
			return undefined;
		});
		return await Promise.race([counted, clock.delay(patienceMs).then(() => undefined)]);
	}

	/** Active claims, and those of them whose support has not ended. */
	async function countSupported() {
		const now = clock.now();
		const share = { claims: 0, supported: 0 };
		for await (const { status, supportedUntil } of claims.scan.all()) {
			if (status !== 'active') continue;
			share.claims += 1;
			if ((knownEnd(supportedUntil) ?? 0) > now) share.supported += 1;
		}
		return share;
	}

	function writeDay(id: string, counted: readonly CountedEvent[]): Promise<unknown> {
		return rows
			.change(id, (day = emptyDay) => counted.reduce(withOneMore, day))
			.catch((err: unknown) => logger.warn({ err }, 'A verification could not be counted in the statistics'));
	}

	return { note, settled, report, supportShare };
}

function idOf(guildId: string, at: number): string {
	// ISO dates sort as text in the order of days.
	return `${guildId}:${new Date(at).toISOString().slice(0, 'yyyy-mm-dd'.length)}`;
}

export type Report = ReturnType<typeof summarise>;

/** One UTC day: its start, in milliseconds since the epoch, and its record. */
interface RecordedDay {
	readonly day: number;
	readonly record: DayRecord;
}

/** Sums up days, oldest first; `before`: an equal number of days before them. */
export function summarise(days: readonly RecordedDay[], before: readonly RecordedDay[] = []) {
	const records = days.map(({ record }) => record);
	const items = new Map<number, DayRecord['items'][number]>();
	for (const { id, name, count } of records.flatMap((record) => record.items))
		items.set(id, { id, name, count: (items.get(id)?.count ?? 0) + count });
	const refusedFor = (...reasons: readonly RefusalReason[]): number =>
		sum(records.flatMap(({ refusals }) => reasons.map((reason) => refusals[reason] ?? 0)));
	return {
		/** Undefined if there were none. */
		before: sum(before.map(({ record }) => verifiedOn(record))) || undefined,
		days: days.map(({ day, record }) => ({
			day,
			verified: verifiedOn(record),
			/** By item id; the rest of `verified` belongs to items that aren't listed individually. */
			byItem: new Map(record.items.map(({ id, count }) => [id, count])),
		})),
		verified: sum(records.map(verifiedOn)),
		items: [...items.values()].toSorted((a, b) => b.count - a.count || a.id - b.id),
		refunded: sum(records.map(({ refunds = 0 }) => refunds)),
		/** All refusals, and those of two reasons. */
		refused: refusedFor(...refusalReasons),
		unknown: refusedFor('invalid'),
		inUse: refusedFor('taken'),
	};
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}

const refusalReasons = ['invalid', 'taken', 'limited', 'not-a-code', 'uncheckable'] as const;

type RefusalReason = (typeof refusalReasons)[number];

/** An event in the statistics. A member who verifies the same code again isn't counted. */
export type CountedEvent =
	| { readonly kind: 'verified'; readonly item: { readonly id: number; readonly name: string } }
	| { readonly kind: 'refused'; readonly reason: RefusalReason }
	/** The shop no longer lists a purchase. */
	| { readonly kind: 'refunded' };

const keptDays = 190;

/** One guild's UTC day, by its id and the day. A damaged one counts as empty: statistics aren't worth a repair. */
export const dayRecordKind = defineKind({
	prefix: 'stats:',
	schema: z.object({
		v: z.literal(1),
		items: z.array(z.object({ id: itemId, name: z.string(), count })),
		/** Verifications of items beyond the list's limit. */
		others: count,
		refusals: z.partialRecord(z.enum(refusalReasons), count),
		/** Absent in records of earlier versions, and if there were none. */
		refunds: optionalNumber(count),
	}),
	until: (_, id) => Date.parse(id.slice(id.lastIndexOf(':') + 1)) + keptDays * dayMs,
});
export type DayRecord = RowOf<typeof dayRecordKind>;

// Every verification rewrites the record, so its size is limited however many items are sold.
const maxItems = 100;
const maxNameLength = 100;

export const emptyDay: DayRecord = { v: 1, items: [], others: 0, refusals: {} };

function withOneMore(record: DayRecord, counted: CountedEvent): DayRecord {
	if (counted.kind === 'refused') {
		const { reason } = counted;
		return { ...record, refusals: { ...record.refusals, [reason]: (record.refusals[reason] ?? 0) + 1 } };
	}
	if (counted.kind === 'refunded') return { ...record, refunds: (record.refunds ?? 0) + 1 };
	const { id, name } = counted.item;
	const known = record.items.find((item) => item.id === id);
	if (known === undefined && record.items.length >= maxItems) {
		return { ...record, others: record.others + 1 };
	}
	const rest = record.items.filter((item) => item !== known);
	// Uses the latest name: items get renamed.
	const item = { id, name: name.slice(0, maxNameLength), count: (known?.count ?? 0) + 1 };
	return { ...record, items: [...rest, item] };
}

function verifiedOn(record: DayRecord): number {
	return record.items.reduce((sum, item) => sum + item.count, record.others);
}
