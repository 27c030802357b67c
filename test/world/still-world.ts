import { newGuild } from './guild.js';
import { Schedule } from './schedule.js';
import { codeOf, dayMs, guildIds } from './servers.js';
import { World } from './world.js';

const startsAt = Date.UTC(2026, 5, 1, 12);

/**
 * A world in which nothing fails and nothing takes time: two servers without settings, and codes that have never been
 * used.
 */
export function stillWorld(): World {
	const world = new World({
		schedule: new Schedule(1, startsAt),
		guilds: [newGuild(guildIds[0]), newGuild(guildIds[1])],
		sold: Array.from({ length: 4 }, (_, index) => ({
			code: codeOf(index),
			itemId: 7,
			licenseType: 'regular',
			purchasedAt: startsAt - 31 * dayMs,
			supportedUntil: index < 2 ? startsAt + 10 * dayMs : undefined,
			isRefunded: false,
			refusedAt: [],
		})),
	});
	for (const line of [world.store, world.discord, world.shop]) line.conditions = 'instant';
	return world;
}
