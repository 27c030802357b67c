import { StoreUnavailableError } from '../base/errors.js';
import type { Transaction, TransactionOptions } from './store.js';

/** One row's part in a commit, which requires that its text is `expected` (absent if undefined). */
export type RowStep = { readonly key: string; readonly expected: string | undefined } & (
	| { readonly act: 'check' | 'remove' }
	| { readonly act: 'put'; readonly next: string }
);

/** Where a transaction reads and writes. Texts are rows as they are stored. */
export interface TransactionRows {
	/** The texts of those rows that exist. */
	read(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
	/** @returns false if a row was not as expected, and nothing was changed. Rejects if the outcome is unknown. */
	commit(steps: readonly RowStep[]): Promise<boolean>;
	/** `id`: the transaction's, for one of its rows. Throws for a value that must not be stored, unless `isParsed`. */
	encode(key: string, value: unknown, id: string | undefined, isParsed: boolean): string;
	/** Throws StoreCorruptError. */
	decode(text: string): unknown;
}

/** In each round some transaction succeeds, so after this many it isn't contention. */
const maxRounds = 1_000;
/** Rows that a transaction changes: what is longer is a job of several. It reads at most twice as many. */
const usualMaxRows = 100;

/** Runs `work` until its rows are as it has read them at the commit. See `Store.transact`. */
export async function transact<Result>(
	rows: TransactionRows,
	work: (tx: Transaction) => Promise<Result>,
	newId: () => string,
	options: TransactionOptions = {},
): Promise<Result> {
	for (let round = 0; round < maxRounds; round += 1) {
		const tx = new OpenTransaction(rows, round === 0 ? options : {});
		const result = await work(tx);
		const steps = await tx.steps(newId, options);
		if (steps.length === 0 || (await rows.commit(steps))) return result;
	}
	throw new StoreUnavailableError(`A transaction found its rows changed ${maxRounds} times`);
}

class OpenTransaction implements Transaction {
	readonly #rows: TransactionRows;
	/** The text of each row as it was read first, which is what the commit compares. */
	readonly #read = new Map<string, string | undefined>();
	/** Values of rows that needn't be decoded. */
	readonly #known = new Map<string, unknown>();
	/** New values; undefined removes the row. */
	readonly #written = new Map<string, unknown>();

	constructor(rows: TransactionRows, { listed = [], presumed = [] }: TransactionOptions) {
		this.#rows = rows;
		for (const [key, value] of presumed)
			this.#read.set(key, value === undefined ? undefined : rows.encode(key, value, undefined, true));
		for (const { key, value, text } of listed) {
			if (text === undefined) continue;
			this.#read.set(key, text);
			this.#known.set(key, value);
		}
	}

	async get(key: string): Promise<unknown> {
		return (await this.getMany([key]))[0];
	}

	async getMany(keys: readonly string[]): Promise<unknown[]> {
		const texts = await this.#texts(keys.filter((key) => !this.#written.has(key)));
		return keys.map((key) => {
			if (this.#written.has(key)) return this.#written.get(key);
			if (this.#known.has(key)) return this.#known.get(key);
			const text = texts.get(key);
			return text === undefined ? undefined : this.#rows.decode(text);
		});
	}

	put(key: string, value: unknown): void {
		if (value === undefined) throw new TypeError('A row without a value is removed, not put');
		this.#written.set(key, value);
	}

	remove(key: string): void {
		this.#written.set(key, undefined);
	}

	/** The steps of the commit: rows to compare and rows to change. Empty if no row changes. */
	async steps(
		newId: () => string,
		{ maxRows = usualMaxRows, isParsed = false }: TransactionOptions,
	): Promise<readonly RowStep[]> {
		if (this.#written.size === 0) return [];
		const texts = await this.#texts([...this.#written.keys()]);
		let id: string | undefined = newId();
		let changes = 0;
		const steps = [...texts].map(([key, expected]): RowStep => {
			const value = this.#written.get(key);
			const isRemoved = this.#written.has(key) && value === undefined && expected !== undefined;
			if (value === undefined && !isRemoved) return { key, expected, act: 'check' };
			changes += 1;
			if (isRemoved) return { key, expected, act: 'remove' };
			const next = this.#rows.encode(key, value, id, isParsed);
			// The first one is enough to recognize the transaction.
			id = undefined;
			return { key, expected, act: 'put', next };
		});
		if (changes > maxRows || steps.length > 2 * maxRows)
			throw new RangeError(`A transaction of ${changes} rows, or ${steps.length} with those that it reads`);
		return changes === 0 ? [] : steps;
	}

	/** All rows that were read, with these among them. */
	async #texts(keys: readonly string[]): Promise<ReadonlyMap<string, string | undefined>> {
		const unread = keys.filter((key) => !this.#read.has(key));
		if (unread.length === 0) return this.#read;
		const texts = await this.#rows.read(unread);
		for (const key of unread) if (!this.#read.has(key)) this.#read.set(key, texts.get(key));
		return this.#read;
	}
}
