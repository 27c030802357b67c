import type { Client } from 'discord.js';
import type { Clock } from '../base/clock.js';
import { DiscordMailbox, type Letter } from '../discord/channels/discord-mailbox.js';
import { DiscordRoleApi } from '../discord/guilds/discord-role-api.js';
import type { MemberNames } from '../discord/guilds/member-names.js';
import { type PeopleOfDisputes, peopleOfDisputes } from '../discord/guilds/people-of-disputes.js';
import type { MentionIn } from '../discord/registration/command-mentions.js';
import type { Servers } from '../floors.js';
import type { RoleMaker } from '../guilds/buyer-role-maker.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { LinksOfServers } from '../guilds/server-links.js';
import type { Catalog } from '../marketplace/catalog.js';
import type { Mailbox } from '../messages/mailbox.js';
import type { RefusedRequests } from '../roles/refused-requests.js';

export function createDiscordPort(
	parts: Pick<DiscordPort, 'guilds' | 'account' | 'mentionIn'> & {
		readonly client: Client;
		readonly served: ServedGuilds;
		readonly catalog: Pick<Catalog, 'get'>;
		readonly links: LinksOfServers;
		readonly memberNames: MemberNames;
		readonly refusedRequests: RefusedRequests;
		readonly clock: Clock;
	},
): DiscordPort {
	const { client, guilds, account, served, catalog, memberNames, mentionIn, clock } = parts;
	const disputePeople = peopleOfDisputes(client, { catalog, memberNames });
	const roleApi = new DiscordRoleApi(client, served, clock);
	return {
		guilds,
		account,
		roleApi,
		roleMaker: roleApi,
		disputePeople,
		memberNames,
		mailbox: new DiscordMailbox({ ...parts, disputePeople }),
		mentionIn,
	};
}

/** The services' port to Discord; tests replace it with an in-memory world. */
export interface DiscordPort extends Pick<Servers, 'account' | 'roleApi'> {
	readonly guilds: Servers['discord'];
	readonly roleMaker: RoleMaker;
	readonly mentionIn: MentionIn;
	readonly disputePeople: PeopleOfDisputes;
	readonly memberNames: Pick<MemberNames, 'of'>;
	readonly mailbox: Mailbox<Letter>;
}
