import type { Clock } from '../base/clock.js';
import { StoreCorruptError } from '../base/errors.js';
import type { Logger } from '../base/logger.js';
import type { ClockGuard } from '../base/time/clock-guard.js';
import type { Store } from '../storage/store.js';
import { compareAndSet, type ListedStore, update } from '../storage/update.js';
import { type CountedEvent, emptyDay, parseDay, withOneMore } from './day-record.js';
import { type Report, summarise } from './period-report.js';

export type StatisticsStore = ListedStore & Pick<Store, 'getMany'>;

export interface StatisticsDependencies {
	readonly store: StatisticsStore;
	readonly logger: Pick<Logger, 'warn'>;
	readonly clock: Clock;
	/** While the clock is not trusted, no day is old enough to be deleted. */
	readonly clockGuard: Pick<ClockGuard, 'isTrusted'>;
}

const prefix = 'stats:';
const dayMs = 86_400_000;
/** Longer than the longest report with the period before it. */
const keptDays = 190;
/** Counts within this time are written together. A crash loses them. */
const gatheredMs = 1_000;

/** Verifications and refusals by guild and UTC day, over all processes; deleted after 190 days. */
export class VerificationStatistics {
	readonly #dependencies: StatisticsDependencies;
	#gathered = new Map<string, CountedEvent[]>();
	#isGathering = false;
	/** One write at a time, which would otherwise contend with itself. */
	#writing: Promise<void> = Promise.resolve();
	#prunedOn: number | undefined;

	constructor(dependencies: StatisticsDependencies) {
		this.#dependencies = dependencies;
	}

	/** Counts in the background. Never throws: a verification must not fail because of statistics. */
	note(guildId: string, counted: CountedEvent): void {
		const key = keyOf(guildId, this.#dependencies.clock.now());
		const gathered = this.#gathered.get(key);
		if (gathered === undefined) this.#gathered.set(key, [counted]);
		else gathered.push(counted);
		if (this.#isGathering) return;
		this.#isGathering = true;
		void this.#dependencies.clock.delay(gatheredMs).then(() => this.settled());
	}

	/** Resolves when everything noted so far is written or lost. Never rejects. */
	async settled(): Promise<void> {
		this.#isGathering = false;
		const counts = this.#gathered;
		this.#gathered = new Map();
		if (counts.size > 0) this.#writing = this.#writing.then(() => this.#write(counts));
		await this.#writing;
	}

	/** The last `days` UTC days, today included, and the equally long period before. Rejects with the store's errors. */
	async report(guildId: string, days: number): Promise<Report> {
		await this.settled();
		const today = dayOf(this.#dependencies.clock.now());
		const both = Array.from({ length: 2 * days }, (_, index) => today - (2 * days - 1 - index) * dayMs);
		const values = await this.#read(both.map((day) => keyOf(guildId, day)));
		const records = both.map((day, index) => ({ day, record: parseDay(values[index]) }));
		return summarise(
			records.slice(days),
			records.slice(0, days).map(({ record }) => record),
		);
	}

	async #write(counts: ReadonlyMap<string, readonly CountedEvent[]>): Promise<void> {
		const { clock, logger } = this.#dependencies;
		// Counts that were lost, or old ones that could not be removed.
		const onError = (err: unknown) =>
			logger.warn({ err }, 'A verification could not be counted in the statistics');
		await Promise.all([...counts].map(([key, counted]) => this.#count(key, counted).catch(onError)));
		await this.#pruneOncePerDay(dayOf(clock.now())).catch(onError);
	}

	async #count(key: string, counted: readonly CountedEvent[]): Promise<void> {
		await update(this.#dependencies.store, key, (current) => ({
			next: counted.reduce(withOneMore, parseDay(current)),
			result: undefined,
		}));
	}

	async #pruneOncePerDay(today: number): Promise<void> {
		const { store, clockGuard } = this.#dependencies;
		if (this.#prunedOn === today || !clockGuard.isTrusted()) return;
		this.#prunedOn = today;
		const oldest = isoDay(today - (keptDays - 1) * dayMs);
		for await (const { key, value } of store.list(prefix)) {
			const day = key.slice(key.lastIndexOf(':') + 1);
			if (day < oldest && value !== undefined) await compareAndSet(store, key, value, undefined);
		}
	}

	/** An unreadable row makes the whole query fail; its day then counts as empty, and the others are read one by one. */
	async #read(keys: readonly string[]): Promise<readonly unknown[]> {
		const { store } = this.#dependencies;
		try {
			return await store.getMany(keys);
		} catch (error) {
			if (!(error instanceof StoreCorruptError)) throw error;
		}
		const values: unknown[] = [];
		for (const key of keys) values.push(await store.get(key).catch(emptyIfCorrupt));
		return values;
	}
}

function emptyIfCorrupt(error: unknown): unknown {
	if (error instanceof StoreCorruptError) return emptyDay;
	throw error;
}

function keyOf(guildId: string, at: number): string {
	return `${prefix}${guildId}:${isoDay(at)}`;
}

function dayOf(at: number): number {
	return Math.floor(at / dayMs) * dayMs;
}

/** "2026-03-09": sorts as text in the order of days. */
function isoDay(at: number): string {
	return new Date(at).toISOString().slice(0, 'yyyy-mm-dd'.length);
}
