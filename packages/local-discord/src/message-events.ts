import type { Gateway } from './gateway.js';
import type { StoredMessage } from './message-store.js';

const events = { created: 'MESSAGE_CREATE', edited: 'MESSAGE_UPDATE', deleted: 'MESSAGE_DELETE' } as const;

/** Reports a message in a server to the connected bots. Ephemeral ones are not reported. */
export function announceMessage(
	gateway: Gateway,
	change: 'created' | 'edited' | 'deleted',
	message: StoredMessage,
): void {
	const { guildId } = message;
	if (guildId === undefined || message.visibleTo !== undefined) return;
	const data =
		change === 'deleted'
			? { id: message.id, channel_id: message.channelId, guild_id: guildId }
			: { ...message.current, guild_id: guildId };
	gateway.dispatch(events[change], data, { guildId });
}
