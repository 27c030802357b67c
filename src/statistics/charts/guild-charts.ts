import type { Logger } from '../../base/logger.js';
import { TtlCache } from '../../base/time/ttl-cache.js';
import type { Ground } from '../../ground.js';
import { drawPng } from './draw.js';
import { type StackedDays, stackedDaysSpec } from './stacked-days.js';

/** A PNG; `later` if the guild has just had another period's; undefined if it could not be drawn. */
export type Chart = Buffer | 'later' | undefined;

const rememberedMs = 60_000;

/** Draws one chart a minute per guild, and one at a time: drawing is CPU-bound. A repeat gets the same. */
export class GuildCharts {
	readonly #drawPng: typeof drawPng;
	readonly #logger: Pick<Logger, 'warn'>;
	readonly #recent: TtlCache<{ readonly days: number; readonly png: Buffer | undefined }>;
	#last: Promise<unknown> = Promise.resolve();

	constructor({ logger, clock }: Ground, draw = drawPng) {
		this.#drawPng = draw;
		this.#logger = logger;
		this.#recent = new TtlCache(rememberedMs, clock);
	}

	/** Never rejects. */
	async draw(guildId: string, chart: StackedDays): Promise<Chart> {
		const days = chart.labels.length;
		const drawn = await this.#recent.of(guildId, async () => ({ days, png: await this.#draw(chart) }));
		return drawn.days === days ? drawn.png : 'later';
	}

	#draw(chart: StackedDays): Promise<Buffer | undefined> {
		const mine = this.#last
			.then(() => this.#drawPng(stackedDaysSpec(chart)))
			.catch((err: unknown) => {
				this.#logger.warn({ err }, 'A chart could not be drawn');
				return undefined;
			});
		this.#last = mine;
		return mine;
	}
}
