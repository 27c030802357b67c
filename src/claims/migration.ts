import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Clock } from '../base/clock.js';
import { StoreCorruptError } from '../base/errors.js';
import { inBatches } from '../base/in-batches.js';
import { timestamp } from '../base/row-fields.js';
import type { Store, StoredPair, Transaction } from '../storage/store.js';
import { entriesOf, putFirstEntries } from './claim-indexes.js';
import { policyKey } from './policy.js';
import { type ClaimRecord, recordIn } from './record.js';
import { claimKey, claimPrefix, memberPrefix } from './store-keys.js';

// All knowledge of formats 7 and 8 is in this file, including rows of 0.1.0 that such a store may still contain. No other
// file reads an old form. A row that has no known form stays as it is, and counts as damaged.

/**
 * Stored while a migration is unfinished. The format's own row has no room for it: older versions read it strictly.
 * `begunAt`: when the new format was noted, in milliseconds since the epoch.
 */
export const migrationSchema = z.strictObject({ v: z.literal(1), begunAt: timestamp });

type Fields = Readonly<Record<string, unknown>>;

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

/** Counts of converted and removed rows, by the first part of their keys. */
export interface Migrated {
	readonly converted: Readonly<Record<string, number>>;
	readonly removed: Readonly<Record<string, number>>;
	/** Rows that could not be converted. They are as they were. */
	readonly damaged: number;
}

/** Processes of the version before look at the format every 5 s, and end within 8 s. */
const noticedMs = 15_000;
/** They note every minute that they run, and remove that note when they end. */
const aliveMs = 75_000;
const batchSize = 2_000;

const homeKey = 'meta:home';
const servedKey = 'meta:served';

/** Keys of rows that format 8 no longer has, such as offers of seats, reminders and heartbeats of processes. */
const withdrawn =
	/^(?:(?:offer|burst|remind|reminders|slice|identify|proposal|update-reader|reconciler:drift|attempts:offer):|(?:reminders-until|new-channels)$|notice:\d+:(?:seat|reminder)-)/;

/** Formats 7 and 8 kept claims in lists, by member and by day, in place of entries. */
const claimList = /^(?:member:\d+|due:[\d-]+:\d\d)$/;

/** The rows of format 8 in place of one of format 7: itself if it is of format 8 already, none if it has no meaning. */
export function rowsOfFormat8(row: Row, own: OwnServers): readonly Row[] {
	const { key, value } = row;
	if (withdrawn.test(key)) return [];
	if (!isFields(value)) return [row];
	if (key === homeKey) return servedAfter(own);
	if (key === servedKey) return [{ key, value: without(value, 'generation', 'every') }];
	const kind = key.slice(0, key.indexOf(':'));
	switch (kind) {
		case 'claim':
			return claim(key, value, own);
		case 'settings':
			return settings(key, value, own);
		case 'ref':
			// A move to an own other account, which the claim has already.
			return [{ key, value: without(value, 'movableUntil', 'movedBy') }];
		case 'notice':
			return isNoticeWithdrawn(value) ? [] : [{ key, value: notice(value) }];
		case 'attempts':
		case 'unlinks':
			return [limit(key, value)];
		case 'alert':
			return [{ key: key.replace(/^alert:home:/, 'alert:operator:'), value }];
		default:
			return [row];
	}
}

/** A claim as it is in format 8, of whichever format the pair is. */
export function ofFormat8(pair: StoredPair): StoredPair {
	return (pair.corrupt ? undefined : rowsOfFormat8(pair, { home: undefined, listed: undefined })[0]) ?? pair;
}

function isFields(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function without(fields: Fields, ...names: readonly string[]): Fields {
	return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** Maps the entries of a list; another value, which is damage, stays. */
function mapped(list: unknown, change: (entry: Fields) => Fields): unknown {
	return Array.isArray(list) ? list.map((entry) => (isFields(entry) ? change(entry) : entry)) : list;
}

/** The list of served servers, which replaces the note of home; none if it is unknown. */
function servedAfter({ listed }: OwnServers): readonly Row[] {
	return listed === undefined ? [] : [{ key: servedKey, value: { v: 1, list: listed } }];
}

function claim(key: string, value: Fields, own: OwnServers): readonly Row[] {
	const record = value['v'] === 1 ? ofVersion2(value) : value;
	const { item, undo, given } = record;
	const next = {
		...without(record, 'offers', 'undo'),
		holders: mapped(record['holders'], holder),
		history: mapped(record['history'], event),
		...(isFields(item) && { item: without(item, 'subCategory', 'tags', 'options') }),
		...undoOf(undo),
	};
	if (!isFields(given)) return [{ key, value: next }];
	const gift = { ...next, given: true };
	return [{ key, value: isOwn(given['guildId'], own) ? gift : released(gift) }];
}

function isOwn(guildId: unknown, { home, listed }: OwnServers): boolean {
	return listed === undefined || guildId === home || listed.some((id) => id === guildId);
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

/** A change of a version that didn't store the status before it is long past its undo. */
function undoOf(undo: unknown): Fields {
	if (undo === undefined) return {};
	if (!isFields(undo) || !isFields(undo['before'])) return { undo };
	const { before } = undo;
	if (before['status'] === undefined) return {};
	return { undo: { ...undo, before: { ...before, holders: mapped(before['holders'], holder) } } };
}

const droppedKinds = { subCategoryRoles: 'subcategory', tagRoles: 'tag', optionRoles: 'option' } as const;

/**
 * The rules that are dropped move into a field of their own, from which the audit channel names them once. Home's policy
 * becomes the policy of all servers.
 */
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
 * after a kill at any point, and run by several processes at the same time, also beside one that is done and working.
 * @param clock undefined if no other process uses the store
 */
export async function migrate(
	store: Store,
	begunAt: number,
	clock: Pick<Clock, 'now' | 'delay'> | undefined,
	onProgress: (rows: number) => void,
): Promise<Migrated> {
	if (clock !== undefined) await othersEnded(store, begunAt, clock);
	const pass = new Pass(store, await ownServers(store));
	// Until one finds nothing more: a process of a version before may have written during the last one.
	do await store.refreshIndex();
	while ((await pass.run(onProgress)) > 0);
	// Last: after a kill, the rest is converted by these notes.
	await pass.notes();
	return pass.migrated();
}

/** Waits until the processes of the version before have noticed the new format and ended. */
async function othersEnded(
	store: Store,
	begunAt: number,
	clock: Pick<Clock, 'now' | 'delay'>,
): Promise<void> {
	await clock.delay(Math.min(noticedMs, Math.max(0, begunAt + noticedMs - clock.now())));
	while (await isAnyAlive(store, clock.now())) await clock.delay(1_000);
}

async function isAnyAlive(store: Store, now: number): Promise<boolean> {
	for await (const { key, ...pair } of store.list('slice:')) {
		const value = 'value' in pair ? pair.value : undefined;
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

function isNoteOfServers({ key }: Row): boolean {
	return key === homeKey || key === servedKey;
}

interface ListedClaim {
	readonly row: Row;
	readonly record: ClaimRecord;
	/** The row is the record already. */
	readonly isOfFormat8: boolean;
	readonly entries: readonly string[];
}

class Pass {
	readonly #store: Store;
	readonly #own: OwnServers;
	readonly #converted: Record<string, number> = {};
	readonly #removed: Record<string, number> = {};
	readonly #damaged = new Set<string>();
	/** A claim has changed since it was listed: it comes in the next pass. */
	#hasChanged = false;

	constructor(store: Store, own: OwnServers) {
		this.#store = store;
		this.#own = own;
	}

	migrated(): Migrated {
		return { converted: this.#converted, removed: this.#removed, damaged: this.#damaged.size };
	}

	/** Converts every row of an older format. Resolves to how many there were. */
	async run(onProgress: (rows: number) => void): Promise<number> {
		let looked = 0;
		let changed = 0;
		this.#hasChanged = false;
		for await (const batch of inBatches(this.#store.list(''), batchSize)) {
			// Claims come before the lists, in the order of keys, and so show first which of them are damaged.
			for (const { key, corrupt } of batch)
				if (corrupt && key.startsWith(claimPrefix)) this.#damaged.add(key);
			const rows = batch.filter((pair) => pair.corrupt !== true);
			changed += await this.#convertClaims(rows.filter(({ key }) => key.startsWith(claimPrefix)));
			changed += await this.#dissolveLists(rows.filter(({ key }) => claimList.test(key)));
			const others = rows.filter((row) => !isClaimOrList(row) && !isNoteOfServers(row));
			const changes = await Promise.all(others.map((row) => this.#convert(row)));
			changed += changes.filter(Boolean).length;
			looked += batch.length;
			onProgress(looked);
		}
		return this.#hasChanged ? changed + 1 : changed;
	}

	/** Converts the notes of the servers, which `run` leaves as they are. */
	async notes(): Promise<void> {
		for (const key of [servedKey, homeKey]) await this.#convert({ key, value: await this.#store.get(key) });
	}

	/** @returns false if nothing was changed */
	async #convert(listed: Row): Promise<boolean> {
		const { key } = listed;
		if (isDeepStrictEqual(this.#rowsFor(listed), [listed])) return false;
		try {
			const counts = await this.#store.transact(async (tx) => {
				const row = { key, value: await tx.get(key) };
				const next = this.#rowsFor(row);
				if (isDeepStrictEqual(next, [row])) return undefined;
				if (next.every((other) => other.key !== key)) tx.remove(key);
				for (const other of next)
					tx.put(other.key, other.key === key ? other.value : await beside(tx, other));
				return next.length > 0 ? this.#converted : this.#removed;
			});
			if (counts !== undefined) count(counts, key);
			return counts !== undefined;
		} catch (error) {
			if (!(error instanceof StoreCorruptError)) throw error;
			this.#damaged.add(key);
			return false;
		}
	}

	/** Claims get their entries. Damaged ones are left as they are. */
	async #convertClaims(rows: readonly Row[]): Promise<number> {
		const sound = rows.flatMap((row) => {
			const record = this.#recordFor(row);
			if (record === undefined) {
				this.#damaged.add(row.key);
				return [];
			}
			const isOfFormat8 = isDeepStrictEqual(row.value, record);
			return [{ row, record, isOfFormat8, entries: entriesOf(hashOf(row), record) }];
		});
		const chunks = chunked(sound, ({ entries }) => entries.length + 1);
		const changed = await Promise.all(chunks.map((chunk) => this.#convertChunk(chunk)));
		return changed.reduce((sum, each) => sum + each, 0);
	}

	async #convertChunk(chunk: readonly ListedClaim[]): Promise<number> {
		const isLarge = (claim: ListedClaim) => claim.entries.length > chunkSize;
		for (const { row, record } of chunk.filter(isLarge))
			await putFirstEntries(this.#store, hashOf(row), record);
		try {
			const changed = await this.#store.transact((tx) => this.#changeChunk(tx, chunk));
			for (const key of changed) count(this.#converted, key);
			return changed.length;
		} catch (error) {
			if (!(error instanceof StoreCorruptError)) throw error;
			// One was damaged meanwhile.
			const [first, ...others] = chunk;
			if (first !== undefined && others.length === 0) this.#damaged.add(first.row.key);
			const alone = others.length === 0 ? [] : chunk.map((each) => this.#convertChunk([each]));
			return (await Promise.all(alone)).reduce((sum, each) => sum + each, 0);
		}
	}

	/** @returns the keys of the claims that were changed */
	async #changeChunk(tx: Transaction, chunk: readonly ListedClaim[]): Promise<readonly string[]> {
		const [claims, entries] = await Promise.all([
			tx.getMany(chunk.map(({ row }) => row.key)),
			tx.getMany(chunk.flatMap(({ entries: own }) => own.slice(0, chunkSize))),
		]);
		const changed: string[] = [];
		let at = 0;
		for (const [index, { row, record, isOfFormat8, entries: own }] of chunk.entries()) {
			const missing = own.slice(0, chunkSize).filter((_, each) => entries[at + each] === undefined);
			at += Math.min(own.length, chunkSize);
			if (!isDeepStrictEqual(claims[index], row.value)) {
				this.#hasChanged = true;
				continue;
			}
			for (const key of missing) tx.put(key, {});
			if (!isOfFormat8) tx.put(row.key, record);
			if (missing.length > 0 || !isOfFormat8) changed.push(row.key);
		}
		return changed;
	}

	/** Undefined for damage, and for a row that goes. */
	#recordFor(row: Row): ClaimRecord | undefined {
		const [next] = this.#rowsFor(row);
		const record = /^[0-9a-f]{64}$/.test(hashOf(row)) && next !== undefined ? recordIn(next) : undefined;
		return record === 'damaged' ? undefined : record;
	}

	/** Claims have entries by now, but for damaged ones: their members may hold more than what can be read. */
	async #dissolveLists(lists: readonly Row[]): Promise<number> {
		const kept = lists.flatMap(({ key, value }) => {
			const hashes = isFields(value) && Array.isArray(value['hashes']) ? value['hashes'].map(String) : [];
			const damaged = hashes.filter((hash) => this.#damaged.has(claimKey(hash)));
			return key.startsWith(memberPrefix) ? damaged.map((hash) => `${key}:${hash}`) : [];
		});
		for (const key of kept) await this.#store.transact(async (tx) => tx.put(key, {}));
		await Promise.all(
			chunked(lists, () => 1).map(async (chunk) => {
				await this.#store.transact(async (tx) => {
					for (const { key } of chunk) tx.remove(key);
				});
				for (const { key } of chunk) count(this.#removed, key);
			}),
		);
		return lists.length;
	}

	#rowsFor(row: Row): readonly Row[] {
		return row.value === undefined ? [row] : rowsOfFormat8(row, this.#own);
	}
}

/** Rows of a transaction, which writes at most 100. */
const chunkSize = 90;

function chunked<Item>(items: readonly Item[], sizeOf: (item: Item) => number): readonly (readonly Item[])[] {
	const chunks: Item[][] = [];
	let size = Number.POSITIVE_INFINITY;
	for (const item of items) {
		size += sizeOf(item);
		if (size > chunkSize) {
			chunks.push([]);
			size = sizeOf(item);
		}
		chunks.at(-1)?.push(item);
	}
	return chunks;
}

function count(counts: Record<string, number>, key: string): void {
	const kind = key.split(':', 1)[0] ?? key;
	counts[kind] = (counts[kind] ?? 0) + 1;
}

function hashOf({ key }: Row): string {
	return key.slice(claimPrefix.length);
}

function isClaimOrList({ key }: Row): boolean {
	return key.startsWith(claimPrefix) || claimList.test(key);
}

/** Tries of members are added to those counted meanwhile. Another row that is there already stays. */
async function beside(tx: Transaction, { key, value }: Row): Promise<unknown> {
	const current = await tx.get(key);
	const isCounter = isFields(current) && isFields(value) && Array.isArray(value['times']);
	if (!isCounter) return current ?? value;
	return { ...value, times: [...new Set([current['times'], value['times']].flat())] };
}
