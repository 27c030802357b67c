import { PermissionFlagsBits, Routes } from 'discord.js';
import { askAddresses } from './ask-addresses.js';
import { askChannels } from './ask-channels.js';
import { askCommands } from './ask-commands.js';
import { askInteractions, type Person } from './ask-interactions.js';
import { askMembers } from './ask-members.js';
import { askMessages } from './ask-messages.js';
import { askRoles } from './ask-roles.js';
import { type Accounts, askDirectMessages, askTransport } from './ask-transport.js';
import type { Finding } from './finding.js';
import type { Place } from './place.js';

/**
 * Asks Discord what the local Discord claims of it. Costs one create of a command for each of the bot's and one more,
 * of the 200 of a day. Rejects with discord.js's errors if Discord differs in a way that these questions don't cover.
 */
export async function* smoke(place: Place, person: Person, accounts: Accounts = {}): AsyncGenerator<Finding> {
	yield* askCommands(place);
	yield* askAddresses(place);
	yield* askMessages(place);
	yield* askRoles(place);
	yield* askMembers(place);
	yield* askChannels(place);
	yield* askDirectMessages(place, accounts);
	yield* askInteractions(place, person);
	// Last: what refuses a call here would refuse those above.
	yield* askTransport(place);
}

/** Why nothing can be tried there: each a sentence for the person. Rejects with discord.js' errors. */
export async function obstacles({ client, rest, applicationId, guildId, channelId, roleId }: Place) {
	const guild = client.guilds.cache.get(guildId);
	if (guild === undefined) return ['The bot is not in that server. Invite it with the link in the README.'];
	const registered = (await rest.get(Routes.applicationGuildCommands(applicationId, guildId))) as unknown[];
	const me = await guild.members.fetchMe();
	const held = guild.channels.cache.get(channelId)?.permissionsFor(me);
	const needed = [
		PermissionFlagsBits.ViewChannel,
		PermissionFlagsBits.SendMessages,
		PermissionFlagsBits.EmbedLinks,
		PermissionFlagsBits.AttachFiles,
	];
	return [
		...(registered.length === 0
			? []
			: [
					'This application has commands of its own in that server, which would be lost. Take an application or a server without.',
				]),
		...(held === undefined ? ['The channel is not in that server, or the bot does not see it.'] : []),
		...(held !== undefined && !held.has(needed)
			? ['In the channel the bot needs View Channel, Send Messages, Embed Links and Attach Files.']
			: []),
		...(guild.roles.cache.get(roleId)?.editable === true &&
		me.permissions.has(PermissionFlagsBits.ManageRoles)
			? []
			: ['The bot can’t give that role: it needs Manage Roles, and the role has to stand below the bot’s.']),
	];
}
