import {
	type APIActionRowComponent,
	type APIButtonComponent,
	type APIButtonComponentWithCustomId,
	type APIComponentInContainer,
	type APIComponentInMessageActionRow,
	type APIMediaGalleryComponent,
	type APISectionComponent,
	type APISelectMenuOption,
	type APIStringSelectComponent,
	type APITextDisplayComponent,
	ButtonStyle,
	ComponentType,
	MessageFlags,
} from 'discord.js';
import { embedUrl } from './links.js';
import { type MessageView, noMentions } from './message.js';

// The building blocks of pages: one container per message, in Discord's Components V2. Undefined and false are left out
// everywhere, so that views can make any part conditional.

/** The colours at the side of a page. Colour is never the only sign: a symbol or a word means the same. */
export const accents = {
	done: 0x2e_a0_43,
	/** The reader has to wait, fix or decide. */
	attention: 0xd2_99_22,
	refused: 0xcf_22_2e,
	/** Two sides. */
	dispute: 0x89_57_e5,
	info: 0x4c_8d_ff,
	/** No longer counts. */
	over: 0x80_80_80,
} as const;

export type Accent = keyof typeof accents;

type Optional<Part> = Part | undefined | false | '';
type Block = APIComponentInContainer | readonly APIComponentInContainer[];

/** A message that is one container. Rows may be given together, as returned by `buttons`. */
export function page(accent: Accent, ...blocks: readonly Optional<Block>[]): MessageView {
	const components = blocks.flatMap((block) => (block ? block : []));
	return {
		components: [{ type: ComponentType.Container, accent_color: accents[accent], components }],
		flags: MessageFlags.IsComponentsV2,
		allowedMentions: noMentions,
	};
}

/** Lines in one text block; undefined if none is left. */
export function text(...lines: readonly Optional<string>[]): APITextDisplayComponent | undefined {
	const content = lines.filter((line) => line).join('\n');
	return content === '' ? undefined : { type: ComponentType.TextDisplay, content };
}

export const bold = (title: string): string => `**${title}**`;

/** A title above the name of an item, which is bold. */
export const heading = (title: string): string => `### ${title}`;

export const small = (line: string): string => `-# ${line}`;

/** Lines with a button at their right. */
export function section(
	lines: readonly Optional<string>[],
	accessory: APIButtonComponent,
): APISectionComponent | undefined {
	const block = text(...lines);
	return block && { type: ComponentType.Section, components: [block], accessory };
}

/** A picture at the right of a text. `alt`: its description for screen readers. */
export interface Picture {
	readonly url: string | undefined;
	readonly alt: string;
}

/**
 * A title and the name of its subject, with a picture at their right if Discord accepts its URL. Keep it short: on a
 * phone, twenty columns are left beside a picture. The rest of a page goes below.
 */
export function head(
	words: readonly [title: string, name?: string],
	{ url, alt }: Picture,
): APISectionComponent | APITextDisplayComponent | undefined {
	const shown = embedUrl(url);
	if (shown === undefined) return text(...words);
	return {
		type: ComponentType.Section,
		components: words.flatMap((word) => text(word) ?? []),
		accessory: { type: ComponentType.Thumbnail, media: { url: shown }, description: alt },
	};
}

/**
 * A row of a list: a name with a picture at its right, and below them the details with the button that opens it. Without
 * a picture all of it is one block.
 */
export function listRow(
	name: string,
	details: string,
	picture: Picture,
	open: APIButtonComponent,
): readonly APIComponentInContainer[] {
	const title = head([name], picture);
	if (title?.type !== ComponentType.Section)
		return [section([name, details], open)].flatMap((it) => it ?? []);
	const rest = section([details], open);
	return [title, ...(rest === undefined ? buttons(open) : [rest])];
}

/** An image or a video. `alt`: its description for screen readers. */
export type Shown = {
	readonly alt: string;
	/** It is covered until the reader uncovers it. */
	readonly isSpoiler?: boolean;
} & (
	| { readonly url: string | undefined }
	/** The name of a file that is sent with the message. */
	| { readonly file: string }
);

/** At most ten images and videos. Those whose URL Discord rejects are left out; undefined if none is left. */
export function gallery(...shown: readonly Optional<Shown>[]): APIMediaGalleryComponent | undefined {
	const items = shown.flatMap((it) => {
		const url = it && ('file' in it ? `attachment://${it.file}` : embedUrl(it.url));
		if (!it || !url) return [];
		return [{ media: { url }, description: it.alt, ...(it.isSpoiler && { spoiler: true }) }];
	});
	return items.length === 0 ? undefined : { type: ComponentType.MediaGallery, items: items.slice(0, 10) };
}

/** A page with a file below its texts. */
export function filePage(
	accent: Accent,
	name: string,
	attachment: Buffer,
	texts: readonly Optional<APITextDisplayComponent>[],
	...next: readonly APIButtonComponent[]
): MessageView {
	const place = { type: ComponentType.File, file: { url: `attachment://${name}` } } as const;
	return { ...page(accent, ...texts, place, buttons(...next)), files: [{ name, attachment }] };
}

/** A row of at most five buttons, or of one select. */
export function row<Component extends APIComponentInMessageActionRow>(
	...components: Component[]
): APIActionRowComponent<Component> {
	return { type: ComponentType.ActionRow, components };
}

/** A button with a custom_id. `label`: at most 80 characters. */
export function button(
	label: string,
	custom_id: string,
	style: APIButtonComponentWithCustomId['style'] = ButtonStyle.Secondary,
): APIButtonComponentWithCustomId {
	return { type: ComponentType.Button, style, label, custom_id };
}

/** A select of up to 25 options. `placeholder` is shown while none is chosen. */
export function select(
	custom_id: string,
	options: APISelectMenuOption[],
	placeholder?: string,
): APIStringSelectComponent {
	return {
		type: ComponentType.StringSelect,
		custom_id,
		...(placeholder !== undefined && { placeholder }),
		options,
	};
}

/** Buttons in rows of five, in their order. */
export function buttons(...all: readonly Optional<APIButtonComponent>[]) {
	const shown = all.flatMap((it) => (it ? [it] : []));
	return Array.from({ length: Math.ceil(shown.length / 5) }, (_, index) =>
		row(...shown.slice(index * 5, index * 5 + 5)),
	);
}

/** Discord's limit for a link button, in characters. */
const maxButtonUrl = 512;

/** A button that opens a URL; undefined if there is none, or Discord would reject it. */
export function linkButton(label: string, address: string | undefined): APIButtonComponent | undefined {
	const url = embedUrl(address, maxButtonUrl);
	return url === undefined ? undefined : { type: ComponentType.Button, style: ButtonStyle.Link, label, url };
}

export const primary = <Button extends APIButtonComponent>(button: Button): Button => ({
	...button,
	style: ButtonStyle.Primary,
});

/** A button with an irreversible effect. */
export const danger = <Button extends APIButtonComponent>(button: Button): Button => ({
	...button,
	style: ButtonStyle.Danger,
});

const accentOfSymbol: readonly (readonly [symbol: string, accent: Accent])[] = [
	['✅', 'done'],
	['↩️', 'done'],
	['⏳', 'attention'],
	['⚠️', 'attention'],
	['✏️', 'attention'],
	['⛔', 'refused'],
	['⚖️', 'dispute'],
];

/** The colour for the symbol at the start of a title. */
export function accentOf(title: string): Accent {
	return accentOfSymbol.find(([symbol]) => title.startsWith(symbol))?.[1] ?? 'info';
}

/** A short answer: a title in bold, whose symbol sets the colour, a sentence or two, and the next step. */
export function notice(
	title: string,
	lines: readonly Optional<string>[] = [],
	...next: readonly Optional<APIButtonComponent>[]
): MessageView {
	return page(accentOf(title), text(bold(title), ...lines), buttons(...next));
}
