import {
	type APIEmbed,
	type APIMessageTopLevelComponent,
	ComponentType,
	type MessageEditOptions,
	MessageFlags,
} from 'discord.js';

/**
 * A message as data, ready for discord.js: the return type of every view. `allowedMentions` is required, so that
 * untrusted text can never ping. A message with `IsComponentsV2` has neither content nor embeds.
 */
export interface MessageView {
	readonly content?: string;
	readonly embeds?: readonly APIEmbed[];
	readonly components?: readonly APIMessageTopLevelComponent[];
	/** Uploaded with the message; components refer to one as `attachment://` and its name. */
	readonly files?: readonly FileView[];
	readonly flags?: MessageFlags.IsComponentsV2;
	readonly allowedMentions: { readonly parse: readonly [] };
}

interface FileView {
	readonly name: string;
	readonly attachment: Buffer;
	/** The description for screen readers: at most 1,024 characters. */
	readonly description?: string;
}

/** A message view that may be ephemeral: a first answer or a follow-up, never an edit. */
export type ReplyView = Omit<MessageView, 'flags'> & {
	readonly flags?: readonly (MessageFlags.Ephemeral | MessageFlags.IsComponentsV2)[];
};

export const noMentions = { parse: [] } as const satisfies MessageEditOptions['allowedMentions'];

/** A message with one text component. `text` is the bot's own: callers escape any untrusted text in it. */
export function textView(text: string): MessageView {
	return componentsView([{ type: ComponentType.TextDisplay, content: text }]);
}

/** A message of plain content, which phones push and search, unlike components (discord-api-docs#7854, #8523). */
export function contentView(content: string): MessageView {
	return { content, allowedMentions: noMentions };
}

/**
 * A message made of components only, Discord's newer layout. It can't go back to content and embeds: every later state
 * has to use components too.
 */
export function componentsView(components: readonly APIMessageTopLevelComponent[]): MessageView {
	return { components, flags: MessageFlags.IsComponentsV2, allowedMentions: noMentions };
}

/**
 * The view as an edit of a message with content or embeds, which have to be cleared before Discord accepts components.
 */
export function asPage(view: MessageView) {
	return { ...view, content: null, embeds: [] };
}

/** The message, visible only to the member. */
export function ephemeral({ flags, ...view }: MessageView): ReplyView {
	return { ...view, flags: flags === undefined ? [MessageFlags.Ephemeral] : [MessageFlags.Ephemeral, flags] };
}

/** True for a message that only its recipient sees. */
export function isEphemeral({ flags = [] }: ReplyView): boolean {
	return flags.includes(MessageFlags.Ephemeral);
}

/** The message, visible to everyone in the channel. */
export function forEveryone({ flags, ...view }: MessageView): ReplyView {
	return flags === undefined ? view : { ...view, flags: [flags] };
}
