import type { InteractionType } from 'discord-api-types/v10';
import type { Guild } from './guild.js';
import { channelPayload, interactionMemberPayload } from './guild-payloads.js';
import type { Interaction } from './interaction.js';

/** The largest file, in bytes, of a server without boosts. */
const attachmentSizeLimit = 10 * 1024 * 1024;
const guildContext = 0;

/** INTERACTION_CREATE as https://discord.com/developers/docs/interactions/receiving-and-responding describes it. */
export function interactionPayload(
	interaction: Interaction,
	details: {
		readonly applicationId: string;
		readonly botId: string;
		readonly guild: Guild;
		readonly type: InteractionType;
		readonly data: unknown;
		readonly locale: string;
	},
): Record<string, unknown> {
	const { guild } = details;
	const { channelId, userId, source } = interaction;
	const member = interactionMemberPayload(guild, guild.member(userId), channelId);
	return {
		id: interaction.id,
		application_id: details.applicationId,
		type: details.type,
		token: interaction.token,
		version: 1,
		data: details.data,
		guild_id: guild.id,
		guild: { id: guild.id, locale: guild.locale, features: [] },
		channel_id: channelId,
		channel: { ...channelPayload(guild, guild.channel(channelId)), permissions: member.permissions },
		member,
		locale: details.locale,
		guild_locale: guild.locale,
		app_permissions: String(guild.permissionsOf(details.botId, channelId)),
		entitlements: [],
		entitlement_sku_ids: [],
		authorizing_integration_owners: { 0: guild.id },
		context: guildContext,
		attachment_size_limit: attachmentSizeLimit,
		...(source !== undefined && { message: source.current }),
	};
}
