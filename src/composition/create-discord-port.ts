import { type Client, Routes } from 'discord.js';
import type { Clock } from '../base/clock.js';
import { createDisputeBoard, createDisputePeople } from '../discord/channels/dispute-board.js';
import { createNoticeBoard } from '../discord/channels/notice-board.js';
import { createPanelBoard } from '../discord/channels/panel-board.js';
import { cachedGuildFacts } from '../discord/guilds/cached-guild-facts.js';
import { DiscordRoleApi } from '../discord/guilds/discord-role-api.js';
import { askHolders, isMessageThere, SelfChosenRoles } from '../discord/guilds/guild-queries.js';
import { memberFacts } from '../discord/guilds/member-facts.js';
import { membership } from '../discord/guilds/membership.js';
import { operatorIds } from '../discord/guilds/own-guilds.js';
import type { MentionIn } from '../discord/registration/command-mentions.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { DiscordPort } from './discord-port.js';

/** Discord as the services ask of it, over the real client. */
export function createDiscordPort(parts: {
	readonly client: Client;
	readonly served: ServedGuilds;
	readonly mentionIn: MentionIn;
	readonly clock: Clock;
}): DiscordPort {
	const { client, served, mentionIn, clock } = parts;
	const selfChosen = new SelfChosenRoles(client, clock);
	return {
		roleApi: new DiscordRoleApi(client, served),
		factsOf: (guildId) => cachedGuildFacts(client, guildId),
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
		disputeSide(homeId, thumbnailOf) {
			const peopleOf = createDisputePeople(client, homeId, thumbnailOf);
			return { board: createDisputeBoard(client, peopleOf, mentionIn), peopleOf };
		},
		noticeBoard: (linksOf) => createNoticeBoard(client, linksOf, mentionIn),
		mentionIn,
	};
}
