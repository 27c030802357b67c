import type { Clock } from '../../base/clock.js';
import { TtlCache } from '../../base/time/ttl-cache.js';
import type { Finding } from '../guild-finding.js';
import { diagnose } from './diagnosis.js';
import type { Probes } from './findings.js';

const rememberedMs = 60_000;

/** Findings, and their time in milliseconds since the epoch. */
export interface Checkup {
	readonly findings: readonly Finding[];
	readonly at: number;
}

/** Check-ups requested by members. Once a minute per guild, because each costs requests. */
export class GuildCheckups {
	/** Created for each check-up: the served servers may have changed. */
	readonly #probes: () => Probes;
	readonly #clock: Pick<Clock, 'now'>;
	readonly #recent: TtlCache<Checkup>;

	constructor(probes: () => Probes, clock: Pick<Clock, 'now'>) {
		this.#probes = probes;
		this.#clock = clock;
		this.#recent = new TtlCache(rememberedMs, clock);
	}

	/** The bot, and this guild. */
	async examine(guildId: string): Promise<Checkup> {
		return await this.#recent.of(guildId, async () => {
			const at = this.#clock.now();
			return { findings: await diagnose(this.#probes(), [guildId]), at };
		});
	}
}
