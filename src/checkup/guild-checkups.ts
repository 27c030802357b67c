import { RecentAnswers } from '../time/recent-answers.js';
import { diagnose, diagnoseGuild, type Finding, type Probes } from './diagnosis.js';

const rememberedMs = 60_000;

/** Check-ups that people in a guild ask for. Once a minute in a guild: one costs requests. */
export function createGuildCheckups(parts: {
	readonly probes: () => Probes;
	readonly isHome: (guildId: string) => boolean;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
}) {
	const { probes, isHome, now } = parts;
	const recent = new RecentAnswers<readonly Finding[]>(rememberedMs, now);
	return {
		/** At home everything is looked at; whoever runs another guild is told of that guild alone. */
		examine: (guildId: string): Promise<readonly Finding[]> =>
			recent.of(guildId, () =>
				isHome(guildId)
					? diagnose({ ...probes(), guildIds: async () => [guildId] })
					: diagnoseGuild(probes(), guildId),
			),
	};
}
