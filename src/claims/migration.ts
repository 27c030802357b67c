import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Clock } from '../base/clock.js';
import { inBatches } from '../base/in-batches.js';
import type { Logger } from '../base/logger.js';
import { timestamp } from '../base/row-fields.js';
import type { Store, StoredPair, Transaction, TransactionOptions } from '../storage/store.js';
import { defineKind } from '../storage/table.js';
import { entriesOf, memberPrefix } from './claim-indexes.js';
import { policyKey } from './policy.js';
import { claimKey, claimPrefix, recordIn } from './record.js';

// All knowledge of formats 7 and 8 is in this file, including rows of 0.1.0 that such a store may still contain.
// Elsewhere, only `botReasonIn` reads an old form. A row that has no known form stays as it is, and counts as damaged.

export const migrationKey = 'meta:migration';

/** Stored from `begunAt`, when the new format was noted, to the end: the format's own row may have no other field. */
export const migrationKind = defineKind({
	prefix: migrationKey,
	schema: z.strictObject({ v: z.literal(1), begunAt: timestamp }),
	damaged: 'rejects',
});

type Fields = Readonly<Record<string, unknown>>;
type Waiting = Pick<Clock, 'now' | 'delay'>;

export interface Row {
	readonly key: string;
	readonly value: unknown;
}

/** The servers of the operator's own, as the version before has noted them. */
export interface OwnServers {
	/** The server whose policy applied to all. */
	readonly home: string | undefined;
	/** Undefined if they are unknown: then every server counts as one. */
	readonly listed: readonly string[] | undefined;
}

/** Processes of the version before look at the format every 5 s, and end within 8 s. */
const noticedMs = 15_000;
/** They note every minute that they run, and remove that note when they end. */
const aliveMs = 75_000;
/** The entries of so many rows are sorted by key before they are written: in the order of claims each costs a page. */
const batchSize = 10_000;

const homeKey = 'meta:home';
const servedKey = 'meta:served';

/** Keys of rows that format 8 or 9 no longer has, such as offers of seats, reminders and heartbeats of processes. */
const withdrawn =
	/^(?:(?:offer|burst|remind|reminders|slice|identify|proposal|update-reader|reconciler:drift|attempts:offer|refusals):|(?:reminders-until|new-channels|meta:former-secrets|revocations)$|notice:\d+:(?:seat|reminder)-)/;

/** Formats 7 and 8 kept claims in lists, by member and by day, in place of entries. */
const claimList = /^(?:member:\d+|due:[\d-]+:\d\d)$/;

/** The rows of format 9 in place of one of format 7 or 8: itself if it is of format 9 already, none if it has no meaning. */
export function rowsOfFormat8(row: Row, own: OwnServers): readonly Row[] {
	const { key, value } = row;
	if (withdrawn.test(key)) return [];
	if (!isFields(value)) return [row];
	// The list of served servers replaces the note of home.
	if (key === homeKey) return own.listed ? [{ key: servedKey, value: { v: 1, list: own.listed } }] : [];
	if (key === servedKey) return [{ key, value: without(value, 'generation', 'every') }];
	const kind = key.slice(0, key.indexOf(':'));
	switch (kind) {
		case 'claim':
			return claim(key, value, own);
		case 'settings':
			return settings(key, value, own);
		case 'ref':
			// A move to an own other account, which the claim has already, as it has the item.
			return [{ key, value: without(value, 'movableUntil', 'movedBy', 'item') }];
		case 'notice':
			return isNoticeWithdrawn(value) ? [] : [{ key, value: notice(value) }];
		case 'dispute':
			return [{ key, value: dispute(value) }];
		case 'attempts':
		case 'unlinks':
			return [limit(key, value)];
		case 'panel':
			return [{ key, value: panel(key, value) }];
		case 'announced':
			return [{ key, value: announced(value) }];
		case 'grant':
			return [{ key: key.replace('grant:', 'sync:'), value: sync(value) }];
		case 'grant-later':
			return [{ key: key.replace('grant-later:', 'sync-later:'), value }];
		case 'role-troubles':
			return [{ key: key.replace('role-troubles:', 'blocked:'), value: blocked(value) }];
		case 'alert':
			return [{ key: key.replace(/^alert:home:/, 'alert:operator:'), value: alert(value) }];
		default:
			return [row];
	}
}

/** A member who waits for roles. A fulfilled request waited for a last check until a time. */
function sync({ mark, until, isDone }: Fields): Fields {
	const time = until === undefined ? {} : isDone === true ? { due: until } : { again: until };
	return { v: 1, revision: mark, ...time };
}

/** An alert may be open for each. Those that the gateway doesn't show are tried again. */
function blocked({ troubles }: Fields): Fields {
	const roles = (Array.isArray(troubles) ? troubles : []).map(({ roleId = '', obstacle, visible }) => [
		roleId,
		{ obstacle, toldAt: 0, ...(visible !== true && { until: 0 }) },
	]);
	return { v: 1, roles: Object.fromEntries(roles), calls: [] };
}

function isFields(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function without(fields: Fields, ...names: readonly string[]): Fields {
	return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** Maps the entries of a list. Another value, which is damage, stays. */
function mapped(list: unknown, change: (entry: Fields) => Fields): unknown {
	return Array.isArray(list) ? list.map((entry) => (isFields(entry) ? change(entry) : entry)) : list;
}

function claim(key: string, value: Fields, { home, listed }: OwnServers): readonly Row[] {
	const record = value['v'] === 1 ? ofVersion2(value) : value;
	const { item, given } = record;
	const undo = undoOf(record['undo']);
	const next = {
		...without(record, 'offers', 'undo'),
		holders: mapped(record['holders'], holder),
		history: mapped(record['history'], event),
		...(isFields(item) && { item: without(item, 'subCategory', 'tags', 'options') }),
		...(undo !== undefined && { undo }),
	};
	if (!isFields(given)) return [{ key, value: next }];
	const gift = { ...next, given: true };
	const isOwn = listed === undefined || [home, ...listed].some((id) => id === given['guildId']);
	return [{ key, value: isOwn ? gift : released(gift) }];
}

/** A gift of a stranger's server never counted in an own one, and doesn't begin to. */
function released(gift: Fields): Fields {
	const { holders, history } = gift;
	if (!Array.isArray(holders) || !Array.isArray(history)) return gift;
	const at = history.at(-1)?.at;
	const events = holders.map(({ userId }) => ({ at, what: 'released', by: 'claimcheck', member: userId }));
	return { ...without(gift, 'undo'), holders: [], history: [...history, ...events] };
}

/** A record of 0.1.0, with one permanent holder, no locks and no undo. */
function ofVersion2({ holderId, guildIds: _, claimedAt, ...rest }: Fields): Fields {
	return {
		...rest,
		v: 2,
		revision: Array.isArray(rest['history']) ? rest['history'].length : undefined,
		holders: [{ userId: holderId, claimedAt }],
		reserved: [],
		locked: false,
	};
}

/** A claim counts in every listed server. */
function holder(fields: Fields): Fields {
	return without(fields, 'givenBy', 'guildIds');
}

/** Members gave each other seats. A member who was only offered one held nothing, so `to` goes. */
function event(fields: Fields): Fields {
	const isWithdrawn = /^(?:seat-(?:offered|withdrawn|accepted|taken-back|left)|guild-(?:added|left))$/.test(
		String(fields['what']),
	);
	return isWithdrawn ? { ...without(fields, 'to'), what: 'earlier' } : fields;
}

/** Undefined for a change of a version that didn't store the status before it, which is long past its undo. */
function undoOf(undo: unknown): unknown {
	if (!isFields(undo) || !isFields(undo['before'])) return undo;
	const { before } = undo;
	if (before['status'] === undefined) return undefined;
	return { ...undo, before: { ...before, holders: mapped(before['holders'], holder) } };
}

const droppedKinds = { subCategoryRoles: 'subcategory', tagRoles: 'tag', optionRoles: 'option' } as const;

/** Dropped rules get a field, from which the audit channel names them. Home's policy becomes that of all servers. */
function settings(key: string, value: Fields, { home }: OwnServers): readonly Row[] {
	const { droppedRules = [] } = value;
	const dropped = Object.entries(droppedKinds).flatMap(([field, kind]) => {
		const roles = value[field];
		return isFields(roles)
			? Object.entries(roles).map(([name, roleId]) => ({ kind, key: name, roleId }))
			: [];
	});
	const kept = without(value, 'itemLinks', ...Object.keys(droppedKinds), 'unlinking', 'seats');
	const rules = [droppedRules, dropped].flat();
	const next = { ...kept, ...(rules.length > 0 && { droppedRules: rules }) };
	const isHome = home === undefined || key === `settings:${home}`;
	return [{ key, value: next }, ...(isHome ? policyOf(value) : [])];
}

function policyOf({ unlinking, seats }: Fields): readonly Row[] {
	const isNever = !isFields(unlinking) || unlinking['kind'] === 'transfer-only';
	if (isNever && !isFields(seats)) return [];
	const policy = { v: 1, ...(!isNever && { unlinking }), ...(isFields(seats) && { seats }) };
	return [{ key: policyKey, value: policy }];
}

/** A message that was sent, with its place; the request in flight has its time. */
function notice(value: Fields): Fields {
	const { state, channelId, messageId, ...rest } = value;
	switch (state) {
		case 'waiting':
			return rest;
		case 'sending':
			return { ...rest, post: { state, at: rest['at'] } };
		case 'sent':
			return { ...rest, post: { state, channelId, messageId } };
		default:
			return state === undefined ? value : { ...rest, post: { state } };
	}
}

function alert(value: Fields): Fields {
	const { message, postingSince, alert: shown, ...others } = value;
	// Omits the old facts about the audit channel.
	const rest = { ...others, alert: isFields(shown) ? without(shown, 'lacks', 'isThere') : shown };
	if (isFields(message)) return { ...rest, post: { state: 'sent', ...message } };
	return postingSince === undefined ? rest : { ...rest, post: { state: 'sending', at: postingSince } };
}

function panel(key: string, value: Fields): Fields {
	const { messageId, ...rest } = value;
	const channelId = key.slice(key.lastIndexOf(':') + 1);
	return messageId === undefined ? value : { ...rest, post: { state: 'sent', channelId, messageId } };
}

function announced(value: Fields): Fields {
	const { sending, ...rest } = value;
	if (!isFields(sending)) return value;
	const { seq, at } = sending;
	return { ...rest, seq, post: { state: 'sending', at } };
}

/** One that was still being opened is open. The place of its card is that of a message. */
function dispute(value: Fields): Fields {
	const { card, state, ...rest } = value;
	return {
		...rest,
		state: state === 'opening' ? 'open' : state,
		...(isFields(card) && { post: { ...card, state: 'sent' } }),
	};
}

function isNoticeWithdrawn({ notice }: Fields): boolean {
	if (!isFields(notice)) return false;
	const { kind, how } = notice;
	return kind === 'seat' || kind === 'reminder' || how === 'taken-back';
}

/** Counts of tries had two prefixes and two names for their times. */
function limit(key: string, value: Fields): Row {
	const { misses, ...rest } = value;
	return {
		key: key.replace(/^unlinks:/, 'attempts:unlink:'),
		value: misses === undefined ? value : { ...rest, times: misses },
	};
}

/**
 * Brings a store to format 9, after its number was noted at `begunAt` (milliseconds since the epoch). It can be repeated
 * after a kill, and run by several processes at the same time, also beside one that is done and working.
 * @param clock undefined if no other process uses the store
 */
export async function migrate(
	store: Store,
	begunAt: number,
	clock: Waiting | undefined,
	logger?: Pick<Logger, 'info'>,
) {
	if (clock !== undefined) await othersEnded(store, begunAt, clock);
	const migration = converter(store, await ownServers(store));
	await store.refreshIndex();
	let rows = 0;
	for await (const batch of inBatches(store.list(''), batchSize)) {
		await migration.convert(batch.filter(({ key }) => key !== homeKey && key !== servedKey));
		rows += batch.length;
		logger?.info({ rows }, 'Converting the database');
	}
	// Last: after a kill, the rest is converted by these notes.
	for (const key of [servedKey, homeKey]) await migration.convert([{ key, value: await store.get(key) }]);
	return migration.counted();
}

/** Waits until the processes of the version before have noticed the new format and ended. */
async function othersEnded(store: Store, begunAt: number, clock: Waiting): Promise<void> {
	await clock.delay(Math.min(noticedMs, Math.max(0, begunAt + noticedMs - clock.now())));
	while (await isAnyAlive(store, clock.now())) await clock.delay(1_000);
}

async function isAnyAlive(store: Store, now: number): Promise<boolean> {
	for await (const { value } of store.list('slice:')) {
		if (isFields(value) && Math.abs(now - Number(value['seenAt'])) < aliveMs) return true;
	}
	return false;
}

async function ownServers(store: Store): Promise<OwnServers> {
	const [home, served] = (await store.getMany([homeKey, servedKey])).map((note) =>
		isFields(note) ? note : {},
	);
	const id = typeof home?.['home'] === 'string' ? home['home'] : undefined;
	const list = Array.isArray(served?.['list']) ? served['list'].map(String) : undefined;
	return { home: id, listed: list ?? (id === undefined ? undefined : [id]) };
}

/** The rows that replace a row: `row` itself if it stays. */
interface Plan {
	readonly row: StoredPair & { readonly corrupt?: false };
	readonly rows: readonly Row[];
}

/** A commit has room for so many, and one is enough to say that a member may hold more. */
const maxDamaged = 400;

function converter(store: Store, own: OwnServers) {
	const { maxRows } = store;
	const damagedClaims = new Set<string>();
	/** Numbers of rows. */
	const counts = { converted: 0, removed: 0 };

	/** Converts those of the rows that are of an older format, after it has put the entries of the claims among them. */
	async function convert(listed: readonly StoredPair[]): Promise<void> {
		const entries: string[] = [];
		const plans = listed.flatMap((pair) => planFor(pair, entries) ?? []);
		for (const chunk of chunked(entries.toSorted(), maxRows, () => 1)) {
			await inMigration({ presumed: chunk.map((entry) => [entry, undefined]) }, async (tx) => {
				for (const entry of chunk) tx.put(entry, {});
			});
		}
		const sizeOf = ({ row, rows }: Plan) => new Set([row, ...rows].map(({ key }) => key)).size;
		for (const chunk of chunked(plans, maxRows, sizeOf)) {
			const listedRows = chunk.map(({ row }) => row);
			const made = await inMigration({ listed: listedRows }, (tx) => change(tx, chunk));
			counts.converted += made?.converted ?? 0;
			counts.removed += made?.removed ?? 0;
		}
	}

	/** Undefined once another process has removed the note of the migration: it is done, and works. */
	async function inMigration<Result>(
		presumed: Pick<TransactionOptions, 'listed' | 'presumed'>,
		work: (tx: Transaction) => Promise<Result>,
	): Promise<Result | undefined> {
		return await store.transact(
			async (tx) => ((await tx.get(migrationKey)) === undefined ? undefined : await work(tx)),
			{ ...presumed, maxRows, isParsed: true },
		);
	}

	async function change(tx: Transaction, chunk: readonly Plan[]) {
		const values = await tx.getMany(chunk.map(({ row }) => row.key));
		const plans = chunk.flatMap((plan, index) => {
			const value = values[index];
			// It may be another one by now.
			return (value === plan.row.value ? plan : planFor({ key: plan.row.key, value })) ?? [];
		});
		for (const { row, rows } of plans) {
			for (const { key, value } of rows)
				tx.put(key, key === row.key ? value : await beside(tx, { key, value }));
			if (rows.every(({ key }) => key !== row.key)) tx.remove(row.key);
		}
		const removed = plans.filter(({ rows }) => rows.length === 0).length;
		return { converted: plans.length - removed, removed };
	}

	/** Undefined for a row that stays as it is. Adds the entries of a claim to `entries`. */
	function planFor(row: StoredPair, entries: string[] = []): Plan | undefined {
		const { key } = row;
		if (key.startsWith(claimPrefix)) return planForClaim(row, entries);
		if (row.corrupt || row.value === undefined) return undefined;
		const rows = claimList.test(key) ? damagedIn(row) : rowsOfFormat8(row, own);
		const isSame = rows[0] === row || isDeepStrictEqual(rows, [{ key, value: row.value }]);
		return isSame ? undefined : { row, rows };
	}

	/** A damaged claim is left as it is. */
	function planForClaim(pair: StoredPair, entries: string[]): Plan | undefined {
		const { key } = pair;
		const hash = key.slice(claimPrefix.length);
		const row = (pair.corrupt ? undefined : rowsOfFormat8(pair, own)[0]) ?? pair;
		const record = /^[0-9a-f]{64}$/.test(hash) ? recordIn(row) : 'damaged';
		if (record === undefined) return undefined;
		if (record === 'damaged' || pair.corrupt) {
			damagedClaims.add(key);
			return undefined;
		}
		entries.push(...entriesOf(hash, record));
		return isDeepStrictEqual(record, pair.value) ? undefined : { row: pair, rows: [{ key, value: record }] };
	}

	/**
	 * The entries, in place of a member's list, that stand for damaged claims: the member may hold more than what can be
	 * read. Claims come before the lists, in the order of keys, and so show first which of them are damaged.
	 */
	function damagedIn({ key, value }: Row): readonly Row[] {
		const hashes = isFields(value) && Array.isArray(value['hashes']) ? value['hashes'].map(String) : [];
		if (!key.startsWith(memberPrefix)) return [];
		const damaged = hashes.filter((hash) => damagedClaims.has(claimKey(hash)));
		return damaged.slice(0, maxDamaged).map((hash) => ({ key: `${key}:${hash}`, value: {} }));
	}

	/** `damaged`: claims that could not be converted, and are as they were. */
	return { convert, counted: () => ({ ...counts, damaged: damagedClaims.size }) };
}

/** Groups what is changed together: at most `maxSize` rows, or one item that takes more. */
function chunked<Item>(items: readonly Item[], maxSize: number, sizeOf: (item: Item) => number): Item[][] {
	const chunks: Item[][] = [];
	let size = Number.POSITIVE_INFINITY;
	for (const item of items) {
		size += sizeOf(item);
		if (size > maxSize) {
			chunks.push([]);
			size = sizeOf(item);
		}
		chunks.at(-1)?.push(item);
	}
	return chunks;
}

/** Tries of members are added to those counted meanwhile. Another row that is there already stays. */
async function beside(tx: Transaction, { key, value }: Row): Promise<unknown> {
	const current = await tx.get(key);
	const isCounter = isFields(current) && isFields(value) && Array.isArray(value['times']);
	if (!isCounter) return current ?? value;
	return { ...value, times: [...new Set([current['times'], value['times']].flat())] };
}
