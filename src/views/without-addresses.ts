import {
	type APIEmbed,
	type APIMessageTopLevelComponent,
	ButtonStyle,
	ComponentType,
	MessageFlags,
} from 'discord.js';
import type { MessageView, ReplyView } from './message.js';

/**
 * The message without its links and pictures, for the case that Discord refuses it for one of their addresses. What
 * is uploaded with it stays. Undefined where the message has none.
 * @param note what is said in their place; undefined: nothing
 */
export function withoutAddresses<View extends MessageView | ReplyView>(
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
	return { ...bare, components: [...(components ?? []), { type: ComponentType.TextDisplay, content: note }] };
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
	if (component.type === ComponentType.MediaGallery) {
		const items = component.items.filter(({ media }) => isUploaded(media));
		return items.length === 0 ? [] : [{ ...component, items }];
	}
	if (component.type !== ComponentType.ActionRow) return [component];
	const components = component.components.filter(
		(it) => it.type !== ComponentType.Button || it.style !== ButtonStyle.Link,
	);
	return components.length === 0 ? [] : [{ ...component, components }];
}

function isUploaded({ url }: { readonly url: string }): boolean {
	return url.startsWith('attachment://');
}
