import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import type { WaitingNotices } from '../discord/interactions/prepend-notices.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { LinksOfServers } from '../guilds/server-links.js';
import { Notices } from '../notifications/notices.js';
import type { ListedStore } from '../storage/update.js';
import type { DiscordPort } from './discord-port.js';

/** What people are told by direct message, and above their next answer where they take none. */
export function createNotices(parts: {
	readonly store: ListedStore;
	readonly discord: Pick<DiscordPort, 'noticeBoard' | 'factsOf'>;
	readonly links: LinksOfServers;
	readonly served: Pick<ServedGuilds, 'serves'>;
	readonly logger: Pick<Logger, 'warn'>;
	readonly clock: Clock;
}) {
	const { store, discord, links, served, logger, clock } = parts;
	const notices = new Notices({
		store,
		board: discord.noticeBoard((guildId) => links.of(guildId)),
		served,
		logger,
		clock,
	});
	const waiting: WaitingNotices = {
		hasFor: (userId) => notices.hasFor(userId),
		takeFor: (userId) => notices.takeFor(userId),
		serverNameOf: (guildId) => discord.factsOf(guildId)?.name ?? '',
		linksOf: (guildId) => links.known(guildId),
	};
	return { notices, waiting };
}
