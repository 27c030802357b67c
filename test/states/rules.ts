import { altsOf } from '@claimcheck/local-discord/reading';
import {
	type APIModalInteractionResponseCallbackData,
	ButtonStyle,
	ComponentType,
	MessageFlags,
} from 'discord.js';
import { components as handlers } from '../../commands/registry.js';
import { customIdName } from '../../src/ui/custom-id.js';
import type { MessageView } from '../../src/ui/message.js';
import { messageRefusals, modalRefusals } from '../ui/refusals.js';

// Rules for all of the bot's messages, beyond Discord's own.

/** A violated rule, with the same name for the same bug, and the observation. */
export interface Fault {
	readonly property: string;
	readonly seen: string;
}

/** A component of any kind, with the fields examined here. */
export interface Part {
	readonly type: ComponentType;
	readonly content?: string;
	readonly label?: string;
	readonly custom_id?: string;
	readonly style?: ButtonStyle;
	readonly url?: string;
	readonly media?: { readonly url: string };
	readonly description?: string;
	readonly components?: readonly Part[];
	readonly component?: Part;
	readonly accessory?: Part;
	readonly items?: readonly { readonly media: { readonly url: string }; readonly description?: string }[];
}

/** A fault on one line, for a test's report. */
export const asLine = ({ property, seen }: Fault): string => `${property}: ${seen}`;

const unless = (isFine: boolean, property: string, seen: string): readonly Fault[] =>
	isFine ? [] : [{ property, seen }];

/** Faults of a message, whatever strangers have written in it. `isFormatted`: staff wrote its words. */
export function faultsOfMessage(view: MessageView, isFormatted: boolean): readonly Fault[] {
	const parts = partsIn((view.components ?? []) as unknown as readonly Part[]);
	const read = [
		view.content ?? '',
		...parts.flatMap(({ type, content = '' }) => (type === ComponentType.TextDisplay ? [content] : [])),
	];
	return [
		...messageRefusals(view).map((refusal) => ({ property: 'Discord refuses it', seen: refusal })),
		...pings(view),
		...emptiness(view, read),
		...read.flatMap((text) => markup(text, isFormatted)),
		...stringsIn({ ...view, files: undefined }).flatMap(halfPair),
		...(isFormatted ? [] : stringsIn({ ...view, files: undefined }, 'read').flatMap(brokenText)),
		...addressesIn(parts).flatMap((each) =>
			address(
				each,
				(view.files ?? []).map(({ name }) => name),
			),
		),
		...parts.flatMap(unknownId),
		...silentMedia(parts),
		...longAlts(view),
		...twinLabels(parts),
	];
}

export function faultsOfModal(modal: APIModalInteractionResponseCallbackData): readonly Fault[] {
	const parts = partsIn(modal.components as unknown as readonly Part[]);
	const sent = customIdName(modal.custom_id);
	const isKnown = handlers.some(({ kind, name }) => kind === 'modal' && name === sent);
	return [
		...modalRefusals(modal).map((refusal) => ({ property: 'Discord refuses it', seen: refusal })),
		...stringsIn(modal).flatMap(halfPair),
		...stringsIn(modal, 'read').flatMap(brokenText),
		...unless(isKnown, 'no handler for the form', modal.custom_id),
		...unless(parts.length > 0, 'it says nothing', JSON.stringify(modal)),
	];
}

export function partsIn(parts: readonly Part[]): readonly Part[] {
	return parts.flatMap((part) => [
		part,
		...partsIn(part.components ?? []),
		...partsIn(part.component === undefined ? [] : [part.component]),
		...partsIn(part.accessory === undefined ? [] : [part.accessory]),
	]);
}

/** Every text. `read`: without ids and values, which are never shown. */
function stringsIn(node: unknown, which: 'all' | 'read' = 'all'): readonly string[] {
	if (typeof node === 'string') return [node];
	if (typeof node !== 'object' || node === null || Buffer.isBuffer(node)) return [];
	return Object.entries(node).flatMap(([key, value]) =>
		which === 'read' && /^(custom_id|value)$/.test(key) ? [] : stringsIn(value, which),
	);
}

function pings({ allowedMentions }: MessageView): readonly Fault[] {
	const seen = JSON.stringify(allowedMentions);
	return unless(seen === '{"parse":[]}', 'it may ping somebody', seen);
}

function emptiness(view: MessageView, read: readonly string[]): readonly Fault[] {
	const says = read.some((text) => text.trim() !== '') || (view.files ?? []).length > 0;
	const isMixed = view.flags === MessageFlags.IsComponentsV2 && view.content !== undefined;
	return [
		...unless(says, 'it says nothing', JSON.stringify(view.components)),
		...unless(!isMixed, 'Discord refuses it', 'components beside content'),
	];
}

/** Control characters other than line breaks, and those that change the text direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the rule looks for control characters.
const unshowable = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066\u2067]/;

function halfPair(text: string): readonly Fault[] {
	return unless(!/\p{Cs}/u.test(text), 'half of a surrogate pair', JSON.stringify(text.slice(0, 200)));
}

function brokenText(text: string): readonly Fault[] {
	const seen = JSON.stringify(text.slice(0, 200));
	return [
		...unless(!unshowable.test(text), 'a control or a direction', seen),
		...unless(!endsForeign(text), 'an isolate that nobody began', seen),
	];
}

/** In right-to-left languages, texts isolate foreign text, which must not end the isolation. */
function endsForeign(text: string): boolean {
	let depth = 0;
	for (const [mark] of text.matchAll(/[\u2068\u2069]/g)) {
		depth += mark === '\u2068' ? 1 : -1;
		if (depth < 0) return true;
	}
	return false;
}

/** Escaped text has an odd number of backslashes before it. */
const armed = String.raw`(?<=(?<!\\)(?:\\\\)*)`;

/**
 * The effects of a stranger's unescaped text. The pieces of `hostile-texts.ts` are recognized by the word `evil`, an id
 * of 666 and the letter before them, which none of the bot's own texts has there.
 */
const strangers: readonly (readonly [property: string, pattern: RegExp])[] = [
	[
		'a mention, a time or an emoji of a stranger',
		new RegExp(String.raw`${armed}<(?:(?:[@#:/t]|a:)[^<>\s]*666[^<>\s]*|id:customize)>`),
	],
	['a link of a stranger', new RegExp(String.raw`${armed}\[(?:evil|https:\/\/discord\.com)\]\(`)],
	['a link of a stranger in angle brackets', new RegExp(`${armed}<https?:[^>]*evil`)],
	['formatting of a stranger', /a ?[*_~|`]{1,3}evil/],
	['code of a stranger', new RegExp(`${armed}\`\`\``)],
	[
		'a heading, quote or list of a stranger',
		/a\n[^\S\n]*(?:#{1,3}|-#|>{1,3}|[-*+]|(?:1|666)[.)])[^\S\n]+evil/,
	],
	['a heading, quote or list of a stranger', /^[^\S\n]*(?:#|###|>{1,3}|[-*+]|(?:1|666)[.)])[^\S\n]+evil/m],
];

function markup(text: string, isFormatted: boolean): readonly Fault[] {
	if (isFormatted) {
		// An address that readers who trust the bot would follow anyway stays as typed, whoever wrote it.
		return unlike(text, /(?<!\\)\]\(/, 'a link of a stranger');
	}
	// A code block of the bot's own shows typed text, and only a backtick could end it.
	const outside = text.replaceAll(/^```\n[^`]*\n```$/gm, 'a');
	// Inside an address, the only formatting that Discord recognizes is the end of the surrounding one.
	const bare = outside.replaceAll(/(?<![<(])https?:\/\/(?:(?!\*\*)[^\s<>\\`|[\]])*/g, 'a');
	const hidden = /https?:\/\/(?:(?!\*\*)[^\s/?#\\)>])*@/i;
	return [
		...unlike(outside, hidden, 'an address that hides where it leads'),
		...strangers.flatMap(([property, pattern]) => unlike(bare, pattern, property)),
	];
}

/** The text around the pattern, if it is there. */
function unlike(text: string, pattern: RegExp, property: string): readonly Fault[] {
	const { index = -1 } = pattern.exec(text) ?? {};
	return unless(index < 0, property, JSON.stringify(text.slice(Math.max(0, index - 40), index + 80)));
}

/** Addresses of buttons, images or videos, with Discord's maximum length for each. */
function addressesIn(parts: readonly Part[]): readonly (readonly [url: string, most: number])[] {
	return parts.flatMap(({ type, url, media, items = [] }): (readonly [string, number])[] => [
		...(type === ComponentType.Button && url !== undefined ? [[url, 512] as const] : []),
		...(media === undefined ? [] : [[media.url, 2_048] as const]),
		...items.map((item) => [item.media.url, 2_048] as const),
	]);
}

function address([text, most]: readonly [string, number], files: readonly string[]): readonly Fault[] {
	const fault = (property: string): readonly Fault[] => [{ property, seen: text.slice(0, 300) }];
	if (text.length > most) return fault('an address that is too long');
	if (files.some((name) => text === `attachment://${name}`)) return [];
	if (!URL.canParse(text)) return fault('an address that is none');
	const { protocol, username, password, href } = new URL(text);
	if (protocol !== 'https:' && protocol !== 'http:') return fault('an address of another protocol');
	if (username !== '' || password !== '') return fault('an address that hides where it leads');
	if (href !== text) return fault('an address that is read in another way than it is written');
	return [];
}

function unknownId({ type, custom_id: id, style }: Part): readonly Fault[] {
	if (id === undefined || type === ComponentType.TextInput || style === ButtonStyle.Link) return [];
	const kind = kinds[type];
	const isKnown = handlers.some((it) => it.kind === kind && it.name === customIdName(id));
	return unless(isKnown, 'no handler for the component', `${kind ?? type} ${id}`);
}

const kinds: { readonly [type in ComponentType]?: string } = {
	[ComponentType.Button]: 'button',
	[ComponentType.StringSelect]: 'select',
	[ComponentType.UserSelect]: 'user-select',
	[ComponentType.RoleSelect]: 'role-select',
	[ComponentType.ChannelSelect]: 'channel-select',
};

function longAlts(view: MessageView): readonly Fault[] {
	return [...altsOf(view), ...(view.files ?? []).map(({ description = '' }) => description)]
		.filter((alt) => alt.length > 1024)
		.map((seen) => ({ property: 'a description over 1024 characters', seen }));
}

/** Buttons of one message that look alike. Rows of a list may end in the same button; a cut label is foreign text. */
function twinLabels(parts: readonly Part[]): readonly Fault[] {
	const inLists = new Set(parts.flatMap(({ accessory }) => (accessory === undefined ? [] : [accessory])));
	const labels = parts.flatMap((part) =>
		part.type === ComponentType.Button &&
		part.label !== undefined &&
		!part.label.endsWith('…') &&
		!inLists.has(part)
			? [part.label]
			: [],
	);
	return labels
		.filter((label, at) => labels.indexOf(label) !== at)
		.map((seen) => ({ property: 'two buttons with one label', seen }));
}

/** Nothing may be said by an image only. */
function silentMedia(parts: readonly Part[]): readonly Fault[] {
	const alts = parts.flatMap(({ type, description, items = [] }) => [
		...(type === ComponentType.Thumbnail ? [description] : []),
		...items.map((item) => item.description),
	]);
	const isSilent = alts.some((alt) => alt === undefined || alt.trim() === '');
	return unless(!isSilent, 'a picture of which nothing is said', JSON.stringify(alts));
}
