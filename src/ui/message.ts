import {
	type APIComponentInContainer,
	type APIMessageTopLevelComponent,
	ComponentType,
	type MessageEditOptions,
	type MessageFlags,
} from 'discord.js';

/**
 * A message as data, ready for discord.js: the return type of every view. `allowedMentions` is required, so that
 * untrusted text can never ping. A message with `IsComponentsV2` has no content, and is one container (`page`).
 */
export interface MessageView {
	readonly content?: string;
	readonly components?: readonly APIMessageTopLevelComponent[];
	/** Uploaded with the message; components refer to one as `attachment://` and its name. */
	readonly files?: readonly FileView[];
	readonly flags?: MessageFlags.IsComponentsV2;
	/** Only its recipient sees it: a first answer or a follow-up. It says nothing about an edit. */
	readonly isEphemeral?: true;
	readonly allowedMentions: { readonly parse: readonly [] };
}

interface FileView {
	readonly name: string;
	readonly attachment: Buffer;
	/** The description for screen readers: at most 1,024 characters. */
	readonly description?: string;
}

export const noMentions = { parse: [] } as const satisfies MessageEditOptions['allowedMentions'];

/** A message of plain content, which phones push and search, unlike components (discord-api-docs#7854, #8523). */
export function contentView(content: string): MessageView {
	return { content, allowedMentions: noMentions };
}

/** The view as an edit: content and embeds have to be cleared before Discord accepts components. */
export function asPage(view: MessageView) {
	return { ...view, content: null, embeds: [] };
}

export const ephemeral = (view: MessageView): MessageView => ({ ...view, isEphemeral: true });

/** The page without links and images, for when Discord rejects a URL; undefined if it has none. `note`: its last line. */
export function stripLinks(view: MessageView, note: string | undefined): MessageView | undefined {
	const [container] = view.components ?? [];
	if (container?.type !== ComponentType.Container || !isLinked(container)) return undefined;
	const bare = container.components.flatMap(withoutLinks);
	const said = note === undefined ? [] : [{ type: ComponentType.TextDisplay as const, content: note }];
	return { ...view, components: [{ ...container, components: [...bare, ...said] }] };
}

/** True for an address outside the message. In JSON, the quotes of a text are escaped. */
function isLinked(part: object): boolean {
	return /"url":"https?:/.test(JSON.stringify(part));
}

function withoutLinks(part: APIComponentInContainer): APIComponentInContainer[] {
	if (!isLinked(part)) return [part];
	// Discord requires a section's accessory: without it, only its texts remain.
	if (part.type === ComponentType.Section) return part.components;
	if (part.type === ComponentType.MediaGallery) {
		const items = part.items.filter((it) => !isLinked(it));
		return items.length === 0 ? [] : [{ ...part, items }];
	}
	if (part.type !== ComponentType.ActionRow) return [part];
	const components = part.components.filter((it) => !isLinked(it));
	return components.length === 0 ? [] : [{ ...part, components }];
}
