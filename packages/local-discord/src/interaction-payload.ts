import { ChannelType, InteractionContextType } from 'discord-api-types/v10';
import type { Guild } from './guild.js';
import { channelPayload, interactionMemberPayload } from './guild-payloads.js';
import { type Interaction, interactionTypes } from './interaction.js';
import { defaultDirect } from './permissions.js';
import { type User, userPayload } from './users.js';
import type { World } from './world.js';

/** The largest file, in bytes, of a server without boosts. */
export const attachmentSizeLimit = 10 * 1024 * 1024;

interface Details {
	/** Undefined in a direct conversation with the bot. */
	readonly guild: Guild | undefined;
	readonly user: User;
	readonly data: unknown;
	readonly locale: string;
}

/** INTERACTION_CREATE as https://discord.com/developers/docs/interactions/receiving-and-responding describes it. */
export function interactionPayload(
	interaction: Interaction,
	{ applicationId, botId }: World,
	details: Details,
): Record<string, unknown> {
	const { guild } = details;
	const { channelId, source } = interaction;
	return {
		id: interaction.id,
		application_id: applicationId,
		type: interactionTypes[interaction.kind],
		token: interaction.token,
		version: 1,
		data: details.data,
		channel_id: channelId,
		locale: details.locale,
		...(guild === undefined ? inDirect(channelId, details) : inGuild(guild, channelId, botId, details)),
		entitlements: [],
		entitlement_sku_ids: [],
		attachment_size_limit: attachmentSizeLimit,
		...(source !== undefined && { message: source.current }),
	};
}

function inGuild(guild: Guild, channelId: string, botId: string, { user }: Details): Record<string, unknown> {
	const member = interactionMemberPayload(guild, guild.member(user.id), channelId);
	return {
		guild_id: guild.id,
		guild: { id: guild.id, locale: guild.locale, features: [] },
		channel: { ...channelPayload(guild, guild.channel(channelId)), permissions: member.permissions },
		member,
		guild_locale: guild.locale,
		app_permissions: String(guild.permissionsOf(botId, channelId)),
		authorizing_integration_owners: { 0: guild.id },
		context: InteractionContextType.Guild,
	};
}

/** Outside a server there is no member, only a user; the installing user's id is then "0". */
function inDirect(channelId: string, { user }: Details): Record<string, unknown> {
	const recipients = [userPayload(user)];
	return {
		channel: { id: channelId, type: ChannelType.DM, last_message_id: null, flags: 0, recipients },
		user: userPayload(user),
		app_permissions: String(defaultDirect),
		authorizing_integration_owners: { 0: '0' },
		context: InteractionContextType.BotDM,
	};
}
