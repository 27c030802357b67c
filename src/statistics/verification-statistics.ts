import type { Logger } from '../base/logger.js';
import type { Ground } from '../ground.js';
import { Table } from '../storage/table.js';
import { type CountedEvent, type DayRecord, dayRecordKind, emptyDay, withOneMore } from './day-record.js';
import { type Report, summarise } from './period-report.js';

const dayMs = 86_400_000;
/** Counts within this time are written together. A crash loses them. */
const gatheredMs = 1_000;

type StatisticsGround = Pick<Ground, 'store' | 'clock'> & { readonly logger: Pick<Logger, 'warn'> };

/** Verifications and refusals by guild and UTC day, over all processes; deleted after 190 days. */
export class VerificationStatistics {
	readonly #ground: StatisticsGround;
	readonly #days: Table<DayRecord>;
	#gathered = new Map<string, CountedEvent[]>();
	#isGathering = false;
	/** One write at a time, which would otherwise contend with itself. */
	#writing: Promise<void> = Promise.resolve();

	constructor(ground: StatisticsGround) {
		this.#ground = ground;
		this.#days = new Table(dayRecordKind, ground.store, ground.clock);
	}

	/** Counts in the background. Never throws: a verification must not fail because of statistics. */
	note(guildId: string, counted: CountedEvent): void {
		const id = idOf(guildId, this.#ground.clock.now());
		const gathered = this.#gathered.get(id);
		if (gathered === undefined) this.#gathered.set(id, [counted]);
		else gathered.push(counted);
		if (this.#isGathering) return;
		this.#isGathering = true;
		void this.#ground.clock.delay(gatheredMs).then(() => this.settled());
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
		const today = dayOf(this.#ground.clock.now());
		const both = Array.from({ length: 2 * days }, (_, index) => today - (2 * days - 1 - index) * dayMs);
		const records = await Promise.all(
			both.map(async (day) => ({ day, record: (await this.#days.get(idOf(guildId, day))) ?? emptyDay })),
		);
		return summarise(
			records.slice(days),
			records.slice(0, days).map(({ record }) => record),
		);
	}

	async #write(counts: ReadonlyMap<string, readonly CountedEvent[]>): Promise<void> {
		const onError = (err: unknown) =>
			this.#ground.logger.warn({ err }, 'A verification could not be counted in the statistics');
		await Promise.all(
			[...counts].map(async ([id, counted]) => {
				const count = (day = emptyDay): DayRecord => counted.reduce(withOneMore, day);
				await this.#days.change(id, count).catch(onError);
			}),
		);
	}
}

function idOf(guildId: string, at: number): string {
	return `${guildId}:${isoDay(at)}`;
}

function dayOf(at: number): number {
	return Math.floor(at / dayMs) * dayMs;
}

/** "2026-03-09": sorts as text in the order of days. */
function isoDay(at: number): string {
	return new Date(at).toISOString().slice(0, 'yyyy-mm-dd'.length);
}
