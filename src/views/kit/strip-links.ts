import {
	type APIComponentInContainer,
	type APIEmbed,
	type APIMessageTopLevelComponent,
	type APISectionComponent,
	ButtonStyle,
	ComponentType,
	MessageFlags,
} from 'discord.js';
import type { MessageView, ReplyView } from './message.js';

/**
 * The message without links and images, for when Discord rejects one of their URLs. Uploads stay. Undefined if the
 * message has none.
 * @param note the text that replaces them; undefined for none
 */
export function stripLinks<View extends MessageView | ReplyView>(
	view: View,
	note: string | undefined,
): View | undefined {
	const embeds = view.embeds?.map(plainEmbed);
	const components = view.components?.flatMap(plainComponent);
	const before = JSON.stringify([view.embeds, view.components]);
	if (JSON.stringify([embeds, components]) === before) return undefined;
	const isV2 = [view.flags].flat().includes(MessageFlags.IsComponentsV2);
	const bare = { ...view, ...(embeds && { embeds }), ...(components && { components }) };
	if (note === undefined) return bare;
	if (!isV2) return { ...bare, content: [view.content ?? '', note].filter((line) => line !== '').join('\n') };
	return { ...bare, components: withNote(components ?? [], note) };
}

/** Appends the note to the page, within its container if it has one. */
function withNote(
	components: readonly APIMessageTopLevelComponent[],
	content: string,
): APIMessageTopLevelComponent[] {
	const note = { type: ComponentType.TextDisplay, content } as const;
	const at = components.findLastIndex(({ type }) => type === ComponentType.Container);
	const container = components[at];
	if (container?.type !== ComponentType.Container) return [...components, note];
	return components.with(at, { ...container, components: [...container.components, note] });
}

function plainEmbed(embed: APIEmbed): APIEmbed {
	const { url, thumbnail, image, ...rest } = embed;
	if (url === undefined && [thumbnail, image].every((it) => it === undefined || isUploaded(it))) return embed;
	return {
		...rest,
		...(thumbnail && isUploaded(thumbnail) && { thumbnail }),
		...(image && isUploaded(image) && { image }),
	};
}

function plainComponent(component: APIMessageTopLevelComponent): APIMessageTopLevelComponent[] {
	if (component.type !== ComponentType.Container) return plainPart(component);
	return [{ ...component, components: component.components.flatMap(plainPart) }];
}

function plainPart<Part extends APIComponentInContainer | APIMessageTopLevelComponent>(
	part: Part,
): (Part | APIComponentInContainer)[] {
	switch (part.type) {
		case ComponentType.MediaGallery: {
			const items = part.items.filter(({ media }) => isUploaded(media));
			return items.length === 0 ? [] : [{ ...part, items }];
		}
		case ComponentType.ActionRow: {
			const components = part.components.filter(
				(it) => it.type !== ComponentType.Button || it.style !== ButtonStyle.Link,
			);
			return components.length === 0 ? [] : [{ ...part, components }];
		}
		case ComponentType.Section:
			return hasAddress(part) ? part.components : [part];
		default:
			return [part];
	}
}

/** Discord requires a section's accessory: without it, only its texts remain. */
function hasAddress({ accessory }: APISectionComponent): boolean {
	return accessory.type === ComponentType.Thumbnail
		? !isUploaded(accessory.media)
		: accessory.style === ButtonStyle.Link;
}

function isUploaded({ url }: { readonly url: string }): boolean {
	return url.startsWith('attachment://');
}
