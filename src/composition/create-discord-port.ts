import { type Client, Routes } from 'discord.js';
import type { Clock } from '../base/clock.js';
import { createDisputeBoard } from '../discord/channels/dispute-board.js';
import { createNoticeBoard } from '../discord/channels/notice-board.js';
import { createPanelBoard } from '../discord/channels/panel-board.js';
import { PeopleOfDisputes } from '../discord/channels/people-of-disputes.js';
import { DiscordRoleApi } from '../discord/guilds/discord-role-api.js';
import { askHolders, isMessageThere, SelfChosenRoles } from '../discord/guilds/guild-queries.js';
import { memberFacts } from '../discord/guilds/member-facts.js';
import { membership } from '../discord/guilds/membership.js';
import { operatorIds } from '../discord/guilds/own-guilds.js';
import type { MentionIn } from '../discord/registration/command-mentions.js';
import type { GuildQueries } from '../guilds/guild-queries.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { LinksOfServers } from '../guilds/server-links.js';
import type { Catalog } from '../marketplace/catalog.js';
import type { DiscordPort } from './discord-port.js';

/** Discord as the services ask of it, over the real client. */
export function createDiscordPort(parts: {
	readonly client: Client;
	readonly served: ServedGuilds;
	readonly guildFacts: Pick<GuildQueries, 'factsOf'>;
	readonly catalog: Pick<Catalog, 'get'>;
	readonly links: LinksOfServers;
	readonly mentionIn: MentionIn;
	readonly clock: Clock;
}): DiscordPort {
	const { client, served, guildFacts, catalog, links, mentionIn, clock } = parts;
	const disputePeople = new PeopleOfDisputes(client, served, catalog);
	const selfChosen = new SelfChosenRoles(client, clock);
	return {
		roleApi: new DiscordRoleApi(client, served),
		...guildFacts,
		holdersOf: (guildId, roleId) => askHolders(client.rest, guildId, roleId),
		selfChosenRoles: selfChosen.of,
		isPanelThere: (panel) => isMessageThere(client.rest, panel),
		memberFacts: memberFacts(client),
		membershipOf: membership(client),
		isOperator: async (userId) => (await operatorIds(client.rest)).includes(userId),
		leave: async (guildId) => {
			await client.rest.delete(Routes.userGuild(guildId));
		},
		board: createPanelBoard(client, mentionIn),
		disputeBoard: createDisputeBoard(client, disputePeople, mentionIn),
		disputePeople,
		noticeBoard: createNoticeBoard(client, links, mentionIn),
		mentionIn,
	};
}
