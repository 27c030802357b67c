import type { Clock } from '../../base/clock.js';
import { TtlCache } from '../../base/time/ttl-cache.js';
import type { ServedGuilds } from '../served-guilds.js';
import { diagnose, diagnoseGuild } from './diagnosis.js';
import type { Finding, Probes } from './findings.js';

const rememberedMs = 60_000;

/** What was found, and when: milliseconds since the epoch. */
export interface Checkup {
	readonly findings: readonly Finding[];
	readonly at: number;
}

/** Check-ups that people in a guild ask for. Once a minute in a guild: one costs requests. */
export function createGuildCheckups(parts: {
	readonly probes: () => Probes;
	readonly served: Pick<ServedGuilds, 'isHome'>;
	readonly clock: Pick<Clock, 'now'>;
}) {
	const { probes, served, clock } = parts;
	const recent = new TtlCache<Checkup>(rememberedMs, clock.now);
	return {
		/** At home everything is looked at; whoever runs another guild is told of that guild alone. */
		examine: (guildId: string): Promise<Checkup> =>
			recent.of(guildId, async () => {
				const at = clock.now();
				const findings = served.isHome(guildId)
					? await diagnose({ ...probes(), guildIds: async () => [guildId] })
					: await diagnoseGuild(probes(), guildId);
				return { findings, at };
			}),
	};
}
