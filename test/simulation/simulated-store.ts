import { StoreUnavailableError } from '../../src/errors.js';
import type { Store, StoredPair } from '../../src/storage/store.js';
import { type Caller, travel, type Weather } from './line.js';
import type { Schedule } from './schedule.js';

const pageSize = 4;

/** The one store of all processes, in memory; each process reaches it over a line of its own. */
export class SimulatedStore {
	readonly rows = new Map<string, string>();
	weather: Weather | undefined;
	readonly #schedule: Schedule;

	constructor(schedule: Schedule) {
		this.#schedule = schedule;
	}

	read(key: string): unknown {
		const row = this.rows.get(key);
		return row === undefined ? undefined : JSON.parse(row);
	}

	lineFor(caller: Caller): Store {
		const call = <Answer>(effect: () => Answer): Promise<Answer> =>
			travel(this.#schedule, caller, this.weather, effect, () =>
				Promise.reject(new StoreUnavailableError('Lost in the simulation')),
			);
		const read = (key: string): unknown => this.read(key);
		return {
			get: (key) => call(() => read(key)),
			getMany: (keys) => call(() => keys.map(read)),
			compareAndSet: (key, expected, next) => call(() => this.#swap(key, expected, next)),
			list: (prefix, after) => this.#list(call, prefix, after),
			respell: async () => {},
			overwrite: (key, next) => call(() => void this.rows.set(key, JSON.stringify(next))),
			ping: async () => {},
			close: async () => {},
		};
	}

	#swap(key: string, expected: unknown, next: unknown): boolean {
		const stored = this.rows.get(key);
		if (stored !== (expected === undefined ? undefined : JSON.stringify(expected))) return false;
		this.#schedule.note('    written', key.slice(0, 50), next === undefined ? '' : summary(next));
		if (next === undefined) this.rows.delete(key);
		else this.rows.set(key, JSON.stringify(next));
		return true;
	}

	/** In pages, each as the store is then. */
	async *#list(
		call: <Answer>(effect: () => Answer) => Promise<Answer>,
		prefix: string,
		start = '',
	): AsyncGenerator<StoredPair> {
		for (let after = start; ; ) {
			const page = await call(() =>
				[...this.rows.keys()]
					.filter((key) => key.startsWith(prefix) && key > after)
					.sort()
					.slice(0, pageSize)
					.map((key) => ({ key, value: this.read(key) })),
			);
			yield* page;
			const last = page.at(-1);
			if (last === undefined || page.length < pageSize) return;
			after = last.key;
		}
	}
}

/** A claim is long, and who holds it is what matters. */
function summary(value: unknown): string {
	if (typeof value !== 'object' || value === null || !('holders' in value)) return JSON.stringify(value);
	return JSON.stringify(value.holders);
}
