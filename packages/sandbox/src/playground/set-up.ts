import { OverwriteType, PermissionFlagsBits } from 'discord-api-types/v10';
import type { Stage } from '../stage.js';

/**
 * Makes the server what its staff would have made it before they let buyers in: a channel for support, an audit channel
 * that members don't see, and the panel in #verify, posted with the bot's own command. Resolves once it is there.
 */
export async function openSettings({ guild, channels, roles, people }: Stage): Promise<void> {
	guild.addChannel({ name: 'support' });
	const { ViewChannel, SendMessages } = PermissionFlagsBits;
	const type = OverwriteType.Role;
	guild.setOverwrites(channels.audit, [
		{ id: guild.id, type, allow: 0n, deny: ViewChannel },
		{ id: roles.moderator.id, type, allow: ViewChannel, deny: 0n },
		{ id: guild.botRole.id, type, allow: ViewChannel | SendMessages, deny: 0n },
	]);
	await people.admin.chatInput('panel', { channel: channels.verify }).answered();
}
