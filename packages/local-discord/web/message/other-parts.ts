import { type APIMessage, MessageType } from 'discord-api-types/v10';
import type { TemplateResult } from 'lit';
import { unknownBox } from './unknown-box.js';

const drawn = new Set<number>([
	MessageType.Default,
	MessageType.Reply,
	MessageType.ChatInputCommand,
	MessageType.ContextMenuCommand,
]);

/** Parts of a message that bots with interactions don't send: each is named rather than left out. */
export function otherParts(message: APIMessage): TemplateResult[] {
	const {
		referenced_message: replied,
		poll,
		sticker_items: stickers = [],
		reactions = [],
		thread,
		type,
	} = message;
	return [
		...(drawn.has(type) ? [] : [`A message of type ${type} (${MessageType[type] ?? 'unknown'})`]),
		...(replied == null ? [] : [`A reply to: ${replied.content}`]),
		...(poll === undefined ? [] : [`A poll: ${poll.question.text ?? ''}`]),
		...stickers.map(({ name }) => `A sticker: ${name}`),
		...(thread === undefined ? [] : [`A thread: ${thread.name}`]),
		...reactions.map(({ emoji, count }) => `A reaction: ${emoji.name ?? 'emoji'}, ${count}`),
		...(message.message_snapshots ?? []).map(() => 'A forwarded message'),
	].map(unknownBox);
}
