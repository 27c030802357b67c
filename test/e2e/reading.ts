import { buttonOf, titleOf } from '@claimcheck/local-discord/reading';
import type { APIMessage } from 'discord.js';

// Reads a bot's replies: see also `@claimcheck/local-discord/reading`, which these functions build on.

/** All parts of a message that a person can read or click, as one text, without the name of the user who asked. */
export function readable({ content, embeds, components }: APIMessage): string {
	return JSON.stringify({ content, embeds, components });
}

/** The top of a reply: the title of its card, its first line, or its text if it has neither. */
export function headline(message: APIMessage): string {
	const isV2 = message.content === '' && message.embeds.length === 0;
	return isV2 ? titleOf(message) : (message.embeds[0]?.title ?? message.content);
}

/** The custom_id of the clickable button with this label. Throws if there is none. */
export function button(message: APIMessage, label: string): string {
	return buttonOf(message, label).customId;
}
