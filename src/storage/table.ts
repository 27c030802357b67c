import type { z } from 'zod';
import type { Clock } from '../base/clock.js';
import { StoreCorruptError } from '../base/errors.js';
import type { PersonalName, PersonalRow } from '../base/row-fields.js';
import type { Rows, Store, StoredPair, Transaction } from './store.js';

/** One kind of row: everything that the rest of the bot has to know about it. */
export interface Kind<Row extends object> {
	/** `notice:`, with which the keys begin, followed by an id. Of a single row the whole key; its id is empty. */
	readonly prefix: string;
	readonly schema: z.ZodType<Row>;
	/** When a row expires, in milliseconds since the epoch. It counts as absent then, and is pruned. Default: never. */
	until?(row: Row, id: string): number;
	/**
	 * A damaged row, or one of a later version, counts as absent and is pruned. `stays`: absent, but never pruned.
	 * `rejects`: reading it rejects with StoreCorruptError, and a pass over all rows skips it.
	 */
	readonly damaged?: 'stays' | 'rejects';
	/** Its field `hash` is a claim's, which a change of the secret changes. */
	readonly mentionsClaim?: boolean;
	/** For `/privacy` and the deletion of data, if rows name people. */
	readonly personal?: PersonalKind<Row>;
}

interface PersonalKind<Row extends object> {
	readonly name: PersonalName;
	/** The people whom a row names. */
	people(row: Row): readonly string[];
	/** A row's id begins with the id of the person whom it names, and a colon: no others have to be read. */
	readonly isById?: boolean;
	shown(row: Row, userId: string): PersonalRow;
	/** Returns the row without a person whose data is deleted. Default: the row is removed. */
	without?(row: Row, person: Person, now: number): Row;
}

/** Infers the type of the rows from the schema. */
export function defineKind<Row extends object>(kind: Kind<Row>): Kind<Row> {
	return kind;
}

export type RowOf<Declared> = Declared extends Kind<infer Row> ? Row : never;

/** A person whose data is deleted. `tag`: recognizes them afterwards, without naming them. */
export interface Person {
	readonly userId: string;
	readonly tag: string;
}

export interface Found<Row> {
	readonly id: string;
	readonly row: Row;
}

/** Maximum rows that a bounded pass reads: other members' rows must not slow down a member's request. */
export const maxBoundedRows = 2_000;

/** Undefined leaves a row as it is, null removes it. */
export type Next<Row> = Row | null | undefined;

/** The rows of one kind. Methods reject with the store's errors. */
export class Table<Row extends object> {
	readonly kind: Kind<Row>;
	readonly #store: Store;
	readonly #clock: Pick<Clock, 'now'>;

	/** @param clock for rows that expire, or name people */
	constructor(kind: Kind<Row>, store: Store, clock: Pick<Clock, 'now'> = { now: () => 0 }) {
		this.kind = kind;
		this.#store = store;
		this.#clock = clock;
	}

	/** @param from an open transaction, for a row that its commit depends on */
	async get(id: string, from: Rows = this.#store): Promise<Row | undefined> {
		try {
			const row = soundRow(this.kind, await from.get(this.kind.prefix + id));
			return row && this.#isValid(id, row) ? row : undefined;
		} catch (error) {
			if (this.kind.damaged === 'rejects' || !(error instanceof StoreCorruptError)) throw error;
			return undefined;
		}
	}

	put(tx: Transaction, id: string, row: Row): void {
		tx.put(this.kind.prefix + id, row);
	}

	remove(tx: Transaction, id: string): void {
		tx.remove(this.kind.prefix + id);
	}

	/** Writes a row in a transaction of its own, whatever was there. */
	async set(id: string, row: Row): Promise<void> {
		await this.#store.transact(async (tx) => this.put(tx, id, row));
	}

	/** @returns false if there is such a row already, even one with an invalid shape */
	async addIn(tx: Transaction, id: string, row: Row): Promise<boolean> {
		const key = this.kind.prefix + id;
		if ((await tx.get(key)) !== undefined) return false;
		tx.put(key, row);
		return true;
	}

	/** `change` may run several times, without side effects. @returns undefined if the row was left as it was */
	change(
		id: string,
		change: (row: Row | undefined) => Next<Row>,
	): Promise<{ readonly before: Row | undefined; readonly after: Row | undefined } | undefined> {
		return this.decide(id, (before) => {
			const next = change(before);
			return { next, result: next === undefined ? undefined : { before, after: next ?? undefined } };
		});
	}

	/** As `change`, for a result that follows from the row. @param open the transaction that it is a part of */
	async decide<Result>(
		id: string,
		decide: (row: Row | undefined) => { readonly next?: Next<Row>; readonly result: Result },
		open?: Transaction,
	): Promise<Result> {
		const work = async (tx: Transaction): Promise<Result> => {
			const { next, result } = decide(await this.get(id, tx));
			if (next === null) this.remove(tx, id);
			else if (next !== undefined) this.put(tx, id, next);
			return result;
		};
		return await (open === undefined ? this.#store.transact(work) : work(open));
	}

	/** Removes a row. @returns the row, to the one caller that has removed it */
	async take(id: string): Promise<Row | undefined> {
		return (await this.change(id, () => null))?.before;
	}

	/** The rows whose ids begin with `ids`, in the order of their ids. Damaged ones are skipped. */
	async *all(ids = ''): AsyncGenerator<Found<Row>> {
		for await (const found of this.#each(ids)) if (found !== undefined) yield found;
	}

	/** The rows that name a person. Bounded: may lack some, if there are many of other people. */
	async of(
		userId: string,
		reach: 'whole' | 'bounded',
	): Promise<{ readonly rows: readonly Found<Row>[]; readonly isComplete: boolean }> {
		const { personal } = this.kind;
		const isById = personal?.isById === true;
		const rows: Found<Row>[] = [];
		let count = 0;
		for await (const found of this.#each(isById ? `${userId}:` : '')) {
			if (reach === 'bounded' && !isById && count === maxBoundedRows) return { rows, isComplete: false };
			count += 1;
			if (found !== undefined && (isById || personal?.people(found.row).includes(userId))) rows.push(found);
		}
		return { rows, isComplete: true };
	}

	/** Removes a person from all rows, also from those that have expired. */
	async forget(person: Person): Promise<void> {
		const { prefix, personal } = this.kind;
		if (personal === undefined) return;
		const isById = personal.isById === true;
		await this.#rewrite(isById ? `${prefix}${person.userId}:` : prefix, (_, stored) => {
			const row = this.#parse(stored);
			if (!isById && !(row && personal.people(row).includes(person.userId))) return undefined;
			return (row && personal.without?.(row, person, this.#clock.now())) ?? null;
		});
	}

	/** Removes the rows that have expired. */
	async prune(): Promise<void> {
		const { kind } = this;
		const now = this.#clock.now();
		await this.#rewrite(kind.prefix, (id, stored) => {
			const row = this.#parse(stored);
			if (row === undefined) return kind.damaged === undefined ? null : undefined;
			return kind.until !== undefined && now >= kind.until(row, id) ? null : undefined;
		});
	}

	/** Changes the rows of which `next` returns another one than undefined, each in a transaction of its own. */
	async #rewrite(prefix: string, next: (id: string, stored: unknown) => Next<Row>): Promise<void> {
		for await (const { key, value } of this.#store.list(prefix)) {
			const id = key.slice(this.kind.prefix.length);
			// A row that can't even be read as JSON stays for the doctor.
			if (value === undefined || next(id, value) === undefined) continue;
			await this.#store.transact(async (tx) => {
				const stored = await tx.get(key);
				// It may be another one by now.
				const row = stored === undefined ? undefined : next(id, stored);
				if (row === null) tx.remove(key);
				else if (row !== undefined) tx.put(key, row);
			});
		}
	}

	/** As `all`, with undefined in place of a row that is damaged or expired. */
	async *#each(ids: string): AsyncGenerator<Found<Row> | undefined> {
		const { prefix } = this.kind;
		for await (const { key, value } of this.#store.list(prefix + ids)) {
			const id = key.slice(prefix.length);
			const row = this.#parse(value);
			yield row && this.#isValid(id, row) ? { id, row } : undefined;
		}
	}

	#parse(stored: unknown): Row | undefined {
		return this.kind.schema.safeParse(stored).data;
	}

	#isValid(id: string, row: Row): boolean {
		return this.kind.until === undefined || this.#clock.now() < this.kind.until(row, id);
	}
}

/** A stored value as a row of its kind, expired or not; undefined if there is none. Throws StoreCorruptError. */
export function soundRow<Row extends object>(kind: Kind<Row>, stored: unknown): Row | undefined {
	if (stored === undefined) return undefined;
	const { data: row, error } = kind.schema.safeParse(stored);
	if (row !== undefined) return row;
	throw new StoreCorruptError(`A row ${kind.prefix} has an invalid shape`, { cause: error });
}

/** As `soundRow`, for scans in which one row may be damaged. */
export function rowIn<Row extends object>(kind: Kind<Row>, pair: StoredPair): Row | 'damaged' | undefined {
	if (pair.corrupt) return 'damaged';
	return pair.value === undefined ? undefined : (kind.schema.safeParse(pair.value).data ?? 'damaged');
}

/** Like getMany, in the order of `keys`, but an unreadable row doesn't affect the others. */
export async function readEach(store: Store, keys: readonly string[]): Promise<StoredPair[]> {
	try {
		const values = await store.getMany(keys);
		return keys.map((key, index) => ({ key, value: values[index] }));
	} catch (error) {
		if (!(error instanceof StoreCorruptError)) throw error;
	}
	const pairs: StoredPair[] = [];
	for (const key of keys) {
		try {
			pairs.push({ key, value: await store.get(key) });
		} catch (error) {
			if (!(error instanceof StoreCorruptError)) throw error;
			pairs.push({ key, corrupt: true });
		}
	}
	return pairs;
}

/** The kind of a row, by its full key. */
export function kindOf(kinds: readonly Kind<object>[], key: string): Kind<object> | undefined {
	return (
		kinds.find(({ prefix }) => prefix === key) ??
		kinds.find(({ prefix }) => prefix.endsWith(':') && key.startsWith(prefix))
	);
}
