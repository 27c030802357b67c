import type { Clock } from '../../base/clock.js';
import { TtlCache } from '../../base/time/ttl-cache.js';
import type { ServedGuilds } from '../served-guilds.js';
import { diagnose, diagnoseGuild } from './diagnosis.js';
import type { Finding, Probes } from './findings.js';

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
	readonly #served: Pick<ServedGuilds, 'isHome'>;
	readonly #clock: Pick<Clock, 'now'>;
	readonly #recent: TtlCache<Checkup>;

	constructor(parts: {
		readonly probes: () => Probes;
		readonly served: Pick<ServedGuilds, 'isHome'>;
		readonly clock: Pick<Clock, 'now'>;
	}) {
		this.#probes = parts.probes;
		this.#served = parts.served;
		this.#clock = parts.clock;
		this.#recent = new TtlCache(rememberedMs, parts.clock);
	}

	/** In home everything is checked; elsewhere only that guild. */
	async examine(guildId: string): Promise<Checkup> {
		return await this.#recent.of(guildId, () => this.#examine(guildId));
	}

	async #examine(guildId: string): Promise<Checkup> {
		const at = this.#clock.now();
		const probes = this.#probes();
		const findings = this.#served.isHome(guildId)
			? await diagnose(probes, [guildId])
			: await diagnoseGuild(probes, guildId);
		return { findings, at };
	}
}
