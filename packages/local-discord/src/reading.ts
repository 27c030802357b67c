import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import { contextOf, type DrawContext } from './drawing/draw-context.js';
import { markdown } from './drawing/markdown.js';
import { render } from './drawing/spans.js';
import { type ComponentBody, messageBodySchema, walkComponents } from './message-body.js';
import { isSelect } from './pickable.js';

// Reads a message as a person would, for tests: the payload of a view or a message that Discord returned, whether it
// consists of embeds, plain content or Components V2.

/** A payload of a view, or a message as Discord shows it. */
export interface Readable {
	readonly content?: string | null | undefined;
	readonly embeds?: readonly object[] | null | undefined;
	readonly components?: readonly object[] | null | undefined;
	/** Files of a payload that is yet to be sent. */
	readonly files?: readonly { readonly description?: string | null }[] | undefined;
	/** Files of a message that was sent. */
	readonly attachments?: readonly { readonly description?: string | null }[] | undefined;
}

/** A button, as a person sees it. */
export interface ReadButton {
	/** The label, with its emoji in front if it has one. */
	readonly label: string;
	/** Undefined for a link. */
	readonly customId: string | undefined;
	/** Undefined if it isn't a link. */
	readonly url: string | undefined;
	readonly isDisabled: boolean;
	readonly style: number | undefined;
}

/** A select, as a person sees it. */
export interface ReadSelect {
	readonly customId: string;
	/** Discord's component type: distinguishes selects of users, roles or channels. */
	readonly type: number;
	readonly placeholder: string | undefined;
	/** The values and labels of a string select; empty for the others, whose values are ids. */
	readonly values: readonly string[];
	readonly labels: readonly string[];
	/** The values or ids that are already chosen. */
	readonly chosen: readonly string[];
	readonly isDisabled: boolean;
}

/** Every text of a message as it was written, in reading order, joined by line breaks. */
export function textOf(message: Readable): string {
	return textsOf(message).join('\n');
}

/** Every text of a message as displayed: without markdown's marks, with mentions and times as they are shown. */
export function plainTextOf(message: Readable, given: Partial<DrawContext> = {}): string {
	const context = contextOf(given);
	return render(markdown(textOf(message), Number.POSITIVE_INFINITY, context), false);
}

/** The title: the first line as displayed. */
export function titleOf(message: Readable, given: Partial<DrawContext> = {}): string {
	return (
		plainTextOf(message, given)
			.split('\n')
			.find((line) => line.trim() !== '') ?? ''
	);
}

/** Every button, in the order in which they are drawn. */
export function buttonsOf(message: Readable): ReadButton[] {
	return componentsOf(message)
		.filter(({ type }) => type === ComponentType.Button)
		.map((button) => ({
			label: [button.emoji?.name, button.label].filter((part) => part).join(' '),
			customId: button.custom_id ?? undefined,
			url: button.style === ButtonStyle.Link ? (button.url ?? undefined) : undefined,
			isDisabled: button.disabled ?? false,
			style: button.style,
		}));
}

/** The labels of all buttons, links too. */
export function labelsOf(message: Readable): string[] {
	return buttonsOf(message).map(({ label }) => label);
}

/**
 * The clickable button with this label: the whole label, or the only one that contains it. `index` picks one of several
 * with the same label (such as *Open* in a list). Throws if there is none.
 */
export function buttonOf(message: Readable, label: string, index = 0): ReadButton & { customId: string } {
	const all = buttonsOf(message).flatMap((button) =>
		button.customId === undefined || button.isDisabled ? [] : [{ ...button, customId: button.customId }],
	);
	const exact = all.filter((button) => button.label === label);
	const near = all.filter((button) => button.label.includes(label));
	const found = (exact.length > 0 ? exact : near)[index];
	if (found !== undefined) return found;
	const listed = labelsOf(message).join(', ') || 'none';
	throw new Error(`No button “${label}” can be pressed. There are: ${listed}. On: ${textOf(message)}`);
}

/** The link buttons of a message. */
export function linksOf(message: Readable): { readonly label: string; readonly url: string }[] {
	return buttonsOf(message).flatMap(({ label, url }) => (url === undefined ? [] : [{ label, url }]));
}

/** Every select, in the order in which they are drawn. */
export function selectsOf(message: Readable): ReadSelect[] {
	return componentsOf(message).flatMap((component) => {
		if (!isSelect(component.type) || component.custom_id == null) return [];
		const options = component.options ?? [];
		return [
			{
				customId: component.custom_id,
				type: component.type,
				placeholder: component.placeholder ?? undefined,
				values: options.map(({ value }) => value),
				labels: options.map(({ label }) => label),
				chosen: [
					...options.flatMap((option) => (option.default ? [option.value] : [])),
					...(component.default_values ?? []).map(({ id }) => id),
				],
				isDisabled: component.disabled ?? false,
			},
		];
	});
}

/** The accent color of the message: its container's, or its embed's. Undefined if it has none. */
export function accentOf(message: Readable): number | undefined {
	const { embeds, components } = parsed(message);
	const colours = [
		...components.flatMap((it) => (it.type === ComponentType.Container ? [it.accent_color] : [])),
		...embeds.map(({ color }) => color),
	];
	const [first] = colours.filter((colour) => typeof colour === 'number');
	return first;
}

/** Every image and video of a message, with its description for screen readers. */
export function mediaOf(message: Readable): { readonly url: string; readonly alt: string | undefined }[] {
	const { embeds } = parsed(message);
	const described = (alt: unknown) => (typeof alt === 'string' && alt !== '' ? alt : undefined);
	return [
		...embeds.flatMap(({ image }) => (image?.url == null ? [] : [{ url: image.url, alt: undefined }])),
		...componentsOf(message).flatMap((component) => [
			...(component.media ? [{ url: component.media.url, alt: described(component.description) }] : []),
			...(component.items ?? []).map((item) => ({ url: item.media.url, alt: described(item.description) })),
		]),
	];
}

/** The descriptions of a message's images, videos and files for screen readers. */
export function altsOf(message: Readable): string[] {
	const files = [...(message.files ?? []), ...(message.attachments ?? [])];
	return [...mediaOf(message).map(({ alt }) => alt), ...files.map(({ description }) => description)].filter(
		(alt) => typeof alt === 'string' && alt !== '',
	) as string[];
}

/** Every address of a message: images, link buttons, embeds. Addresses in its texts are not included. */
export function addressesOf(message: Readable): string[] {
	const { embeds } = parsed(message);
	return [
		...embeds.flatMap(({ url }) => (url == null ? [] : [url])),
		...mediaOf(message).map(({ url }) => url),
		...linksOf(message).map(({ url }) => url),
	];
}

function textsOf(message: Readable): string[] {
	const { content, embeds } = parsed(message);
	const texts = [
		content,
		...embeds.flatMap(({ title, description }) => [title, description]),
		...componentsOf(message).map((component) => component.content),
	];
	return texts.filter((text) => typeof text === 'string' && text !== '') as string[];
}

/** All components, a section's button after its texts. */
function componentsOf(message: Readable): ComponentBody[] {
	return walkComponents(parsed(message).components, []).map(({ component }) => component);
}

function parsed({ content, embeds, components }: Readable) {
	const body = messageBodySchema.parse({ content, embeds, components });
	return { content: body.content ?? '', embeds: body.embeds ?? [], components: body.components ?? [] };
}
