import {
	type APIEmbed,
	type APIMessageTopLevelComponent,
	ComponentType,
	type MessageEditOptions,
	MessageFlags,
} from 'discord.js';

/**
 * A message as data, ready for discord.js: what every view returns. `allowedMentions` is required, so that no text
 * from outside can ever ping anybody. A message with `IsComponentsV2` has neither content nor embeds.
 */
export interface MessageView {
	readonly content?: string;
	readonly embeds?: readonly APIEmbed[];
	readonly components?: readonly APIMessageTopLevelComponent[];
	/** Uploaded with the message; an embed shows one as `attachment://` and its name. */
	readonly files?: readonly FileView[];
	readonly flags?: MessageFlags.IsComponentsV2;
	readonly allowedMentions: { readonly parse: readonly [] };
}

/** A file of a message. */
interface FileView {
	readonly name: string;
	readonly attachment: Buffer;
	/** What a screen reader says of a picture: at most 1,024 characters. */
	readonly description?: string;
}

/** A message view that may also be for the asker's eyes only: a first answer or a follow-up, never an edit. */
export type ReplyView = Omit<MessageView, 'flags'> & {
	readonly flags?: readonly (MessageFlags.Ephemeral | MessageFlags.IsComponentsV2)[];
};

export const noMentions = { parse: [] } as const satisfies MessageEditOptions['allowedMentions'];

/** A message of one text, in components. `text` is the bot's own: anything foreign in it is escaped by the caller. */
export function textView(text: string): MessageView {
	return componentsView([{ type: ComponentType.TextDisplay, content: text }]);
}

/**
 * A message of plain content: what is pushed to a phone and found by its search, as components are not
 * (discord-api-docs#7854, #8523).
 */
export function contentView(content: string): MessageView {
	return { content, allowedMentions: noMentions };
}

/**
 * A message made of components alone, Discord's newer layout. A message can't go back from these to content and
 * embeds: every later state of it has to be made of them too.
 */
export function componentsView(components: readonly APIMessageTopLevelComponent[]): MessageView {
	return { components, flags: MessageFlags.IsComponentsV2, allowedMentions: noMentions };
}

/** The same message, seen by the asker alone. */
export function ephemeral({ flags, ...view }: MessageView): ReplyView {
	return { ...view, flags: flags === undefined ? [MessageFlags.Ephemeral] : [MessageFlags.Ephemeral, flags] };
}

/** The same message, seen by everyone in the channel. */
export function forEveryone({ flags, ...view }: MessageView): ReplyView {
	return flags === undefined ? view : { ...view, flags: [flags] };
}
