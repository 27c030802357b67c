import type { PanelService } from '../../commands/management/panel.js';
import type { Logger } from '../base/logger.js';
import type { GuildSettingsStore } from '../guilds/guild-settings.js';
import { Panels } from '../guilds/panels.js';
import type { ServerReport } from '../reporting/server-report.js';
import type { ListedStore } from '../storage/update.js';
import type { DiscordSide } from './discord-port.js';

/** The messages with which members verify. `refresh`: they follow what was changed in the guild. */
export function createPanels(parts: {
	readonly store: ListedStore;
	readonly guilds: Pick<GuildSettingsStore, 'get'>;
	readonly discord: Pick<DiscordSide, 'board' | 'factsOf'>;
	readonly report: Pick<ServerReport, 'panel'>;
	readonly logger: Pick<Logger, 'warn'>;
	readonly now: () => number;
}): PanelService & Pick<Panels, 'refresh'> {
	const { store, guilds, discord, report, logger, now } = parts;
	const panels = new Panels({
		store,
		promiseOf: async (guildId) => {
			const { buyerRoleId, links } = await guilds.get(guildId);
			return { buyerRoleId, supportChannelId: links.supportChannelId };
		},
		board: discord.board,
		now,
		onChanged: report.panel,
		onError: (err, guildId) => logger.warn({ err, guildId }, 'A panel could not be brought up to date'),
	});
	return {
		post: (request) => panels.post(request),
		rewrite: (request, change) => panels.rewrite(request, change),
		look: (place) => panels.look(place),
		known: (place) => panels.known(place),
		refresh: (guildId) => panels.refresh(guildId),
		isOpenToAll: (guildId, channelId) => discord.factsOf(guildId)?.channel(channelId)?.isOpenToAll,
	};
}
