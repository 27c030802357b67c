import { StoreCorruptError, StoreUnavailableError } from '../../src/base/errors.js';
import type { Store, StoredPair } from '../../src/storage/store.js';
import { type RowStep, type TransactionRows, transact } from '../../src/storage/transaction.js';
import { type Caller, type Conditions, travel } from './line.js';
import type { Schedule } from './schedule.js';

/** A written row with its previous value; undefined if there was none. */
export interface Written {
	readonly key: string;
	readonly before: unknown;
	readonly after: unknown;
	readonly by: Caller;
}

/** Observes reads and writes. */
export interface StoreWatch {
	written(row: Written): void;
	/** Another write has changed a row, so the commit has no effect. */
	swapLost(key: string, expected: unknown, by: Caller): void;
	/** A write that failed for its sender. `arrived`: it took effect anyway, or will. */
	unsure(key: string, arrived: 'never-arrived' | 'answer-lost' | 'arrives-late'): void;
}

const pageSize = 25;
const keyPattern = /^[\x21-\x7e]{1,200}$/;

/**
 * The one store of all processes, in memory; each process reaches it over a separate line. Rows look like the real
 * ones, and it passes the same contract: see `store-contract.test.ts`.
 */
export class SimulatedStore {
	/** The rows as stored, in the envelope that Keyv puts around values. */
	readonly rows = new Map<string, string>();
	conditions: Conditions = 'fair';
	watch: StoreWatch | undefined;
	/** When each row was first written, in milliseconds since the epoch. */
	readonly firstWritten = new Map<string, number>();
	readonly #schedule: Schedule;
	/** The rows' values, parsed and frozen, since repeated parsing would cost more than everything else. */
	readonly #values = new Map<string, unknown>();
	/** The keys, sorted until a row is added or removed. */
	#sortedKeys: readonly string[] | undefined;

	constructor(schedule: Schedule) {
		this.#schedule = schedule;
	}

	read(key: string): unknown {
		const row = this.rows.get(key);
		return row === undefined ? undefined : this.#decoded(row);
	}

	#decoded(row: string): unknown {
		const known = this.#values.get(row);
		if (known !== undefined) return known;
		const value = frozen(decoded(row));
		this.#values.set(row, value);
		return value;
	}

	values(): ReadonlyMap<string, unknown> {
		return new Map(this.keys('').map((key) => [key, this.read(key)]));
	}

	/** Writes a row as if it had existed before the first process. */
	put(key: string, value: unknown): void {
		this.#write(key, encoded(value));
	}

	remove(key: string): void {
		this.#write(key, undefined);
	}

	/** Writes a row unchanged, bypassing every check. */
	damage(key: string, row: string): void {
		this.#write(key, row);
	}

	keys(prefix: string): readonly string[] {
		this.#sortedKeys ??= [...this.rows.keys()].sort();
		return this.#sortedKeys.filter((key) => key.startsWith(prefix));
	}

	lineFor(caller: Caller): Store {
		let isClosed = false;
		const open = new Set<Promise<unknown>>();
		const call = async <Answer>(
			where: string,
			effect: () => Answer,
			lost: (fate: Parameters<StoreWatch['unsure']>[1]) => void = () => {},
		): Promise<Answer> => {
			if (isClosed) throw new StoreUnavailableError('The simulated store is closed');
			return await travel(this.#schedule, caller, this.conditions, {
				where,
				effect,
				lost: (fate) => {
					lost(fate);
					return Promise.reject(new StoreUnavailableError('Lost in the simulation'));
				},
			});
		};
		const get = async (key: string): Promise<unknown> => {
			check(key);
			return await call(key, () => this.read(key));
		};
		const rows: TransactionRows = {
			read: async (keys) => {
				for (const key of keys) check(key);
				return await call(keys[0] ?? '', () => this.#texts(keys));
			},
			commit: (steps) =>
				call(
					steps.find(({ act }) => act !== 'check')?.key ?? '',
					() => this.#commit(steps, caller),
					(fate) => {
						for (const { act, key } of steps) if (act !== 'check') this.watch?.unsure(key, fate);
					},
				),
			encode: (key, value) => {
				check(key);
				return encoded(value);
			},
			decode: (text) => this.#decoded(text),
		};
		return {
			get,
			getMany: async (keys) => {
				for (const key of keys) check(key);
				return keys.length === 0 ? [] : await call(keys[0] ?? '', () => keys.map((key) => this.read(key)));
			},
			maxRows: 100,
			transact: async (work, options) => {
				const running = transact(rows, work, () => '', options);
				open.add(running);
				try {
					return await running;
				} finally {
					open.delete(running);
				}
			},
			list: (prefix) => this.#list(call, prefix),
			refreshIndex: async () => {},
			ping: async () => {
				await call('meta:ping', () => this.#write('meta:ping', encoded(true)));
			},
			close: async () => {
				await Promise.allSettled(open);
				isClosed = true;
			},
		};
	}

	#texts(keys: readonly string[]): ReadonlyMap<string, string> {
		const texts = new Map<string, string>();
		for (const key of keys) {
			const text = this.rows.get(key);
			if (text !== undefined) texts.set(key, text);
		}
		return texts;
	}

	#commit(steps: readonly RowStep[], by: Caller): boolean {
		const changed = steps.filter(({ key, expected }) => this.rows.get(key) !== expected);
		for (const { key, expected } of changed) this.watch?.swapLost(key, expected, by);
		if (changed.length > 0) return false;
		for (const step of steps) {
			if (step.act === 'check') continue;
			const { key } = step;
			const next = step.act === 'put' ? step.next : undefined;
			// A damaged row counts as missing, since a commit makes all its changes.
			const before = this.watch && this.#pair(key);
			if (!this.firstWritten.has(key)) this.firstWritten.set(key, this.#schedule.time);
			if (this.#schedule.isTraced) this.#schedule.note('    written', key.slice(0, 50), summary(next));
			this.#write(key, next);
			this.watch?.written({
				key,
				before: before?.corrupt ? undefined : before?.value,
				after: this.read(key),
				by,
			});
		}
		return true;
	}

	#write(key: string, row: string | undefined): void {
		const before = this.rows.get(key);
		if (before !== undefined) this.#values.delete(before);
		if (row === undefined || before === undefined) this.#sortedKeys = undefined;
		if (row === undefined) this.rows.delete(key);
		else this.rows.set(key, row);
	}

	/** Lists in pages, each with the store's state at that time. */
	async *#list(
		call: <Answer>(where: string, effect: () => Answer) => Promise<Answer>,
		prefix: string,
	): AsyncGenerator<StoredPair> {
		for (let after = ''; ; ) {
			const page = await call(`${prefix}*`, () =>
				this.keys(prefix)
					.filter((key) => key > after)
					.slice(0, pageSize)
					.map((key) => this.#pair(key)),
			);
			yield* page;
			const last = page.at(-1);
			if (last === undefined || page.length < pageSize) return;
			after = last.key;
		}
	}

	#pair(key: string): StoredPair {
		try {
			return { key, value: this.read(key) };
		} catch {
			return { key, corrupt: true };
		}
	}
}

const knownKeys = new Set<string>();

function check(key: string): void {
	if (knownKeys.has(key)) return;
	if (!keyPattern.test(key)) throw new RangeError('Not a key');
	knownKeys.add(key);
}

function frozen<Value>(value: Value): Value {
	// Not recursive, because a row can be deeper than the stack.
	const left: unknown[] = [value];
	for (let node = left.pop(); node !== undefined; node = left.pop()) {
		if (typeof node !== 'object' || node === null || Object.isFrozen(node)) continue;
		Object.freeze(node);
		left.push(...Object.values(node).filter((each) => typeof each === 'object'));
	}
	return value;
}

function encoded(value: unknown): string {
	return JSON.stringify({ value });
}

function decoded(row: string): unknown {
	try {
		const envelope: unknown = JSON.parse(row);
		if (typeof envelope === 'object' && envelope !== null && 'value' in envelope) return envelope.value;
	} catch {
		// Thrown below, without quoting the row.
	}
	throw new StoreCorruptError('A row of the simulated store cannot be read');
}

/** Describes a claim by its holders, since the whole row is long. */
function summary(row: string | undefined): string {
	if (row === undefined) return '';
	const value = decoded(row);
	if (typeof value !== 'object' || value === null || !('holders' in value)) return JSON.stringify(value);
	return JSON.stringify(value.holders);
}
