import type { Overwrite } from '@claimcheck/local-discord';
import { OverwriteType, PermissionFlagsBits } from 'discord-api-types/v10';
import type { Stage } from '../stage.js';

/**
 * Makes the server what its staff would have made it before they let buyers in: a channel for support, an audit channel
 * that members don't see, and the panel in #verify, posted with the bot's own command. Resolves once it is there.
 */
export async function openSettings(stage: Stage): Promise<void> {
	const { guild, channels, people } = stage;
	guild.addChannel({ name: 'support' });
	guild.setOverwrites(channels.audit, staffAlone(stage));
	await people.admin.chatInput('panel', { channel: channels.verify }).answered();
}

/** Overwrites of a channel that members don't see, and in which the bot can write. */
export function staffAlone({ guild, roles }: Pick<Stage, 'guild' | 'roles'>): readonly Overwrite[] {
	const { ViewChannel, SendMessages } = PermissionFlagsBits;
	const type = OverwriteType.Role;
	return [
		{ id: guild.id, type, allow: 0n, deny: ViewChannel },
		{ id: roles.moderator.id, type, allow: ViewChannel, deny: 0n },
		{ id: guild.botRole.id, type, allow: ViewChannel | SendMessages, deny: 0n },
	];
}
