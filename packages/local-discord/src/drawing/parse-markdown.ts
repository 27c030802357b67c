/** A piece of a line of Discord's markdown. */
export type Inline =
	| { readonly type: 'text' | 'code'; readonly text: string }
	| {
			readonly type: 'strong' | 'em' | 'underline' | 'strikethrough' | 'spoiler';
			readonly content: readonly Inline[];
	  }
	| { readonly type: 'link'; readonly address: string; readonly content: readonly Inline[] }
	/** `at`: milliseconds since the epoch. */
	| { readonly type: 'time'; readonly at: number; readonly style: string }
	| { readonly type: 'mention'; readonly kind: 'user' | 'role' | 'channel'; readonly id: string }
	| { readonly type: 'command'; readonly name: string };

/** A line of Discord's markdown. */
export interface Block {
	/** `code`: a line of a code block. */
	readonly type: 'code' | 'heading' | 'small' | 'quote' | 'item' | 'line';
	/** The level of a heading, or the number of spaces by which an item is indented. */
	readonly depth: number;
	readonly content: readonly Inline[];
}

/** Parses Discord's markdown. Other text stays text. */
export function parseMarkdown(text: string): readonly Block[] {
	let isCode = false;
	return text.split('\n').flatMap((line): Block[] => {
		if (!line.startsWith('```')) return [isCode ? codeLine(line) : parseLine(line)];
		isCode = !isCode;
		return [];
	});
}

function codeLine(text: string): Block {
	return { type: 'code', depth: 0, content: [{ type: 'text', text }] };
}

function parseLine(line: string): Block {
	const [, marker = '', rest = ''] = /^(#{1,3} |-# |> |\s*[-*] )?(.*)$/s.exec(line) ?? [];
	const content = parseInline(rest);
	if (marker.startsWith('#')) return { type: 'heading', depth: marker.length - 1, content };
	if (marker === '-# ') return { type: 'small', depth: 0, content };
	if (marker === '> ') return { type: 'quote', depth: 0, content };
	return { type: marker === '' ? 'line' : 'item', depth: Math.max(0, marker.length - 2), content };
}

/** Parses the content of a line. */
export function parseInline(text: string): readonly Inline[] {
	const nodes: Inline[] = [];
	let plain = '';
	const flush = () => {
		if (plain !== '') nodes.push({ type: 'text', text: plain });
		plain = '';
	};
	let rest = text;
	while (rest !== '') {
		const { length, node } = firstOf(rest);
		if (typeof node === 'string') plain += node;
		else {
			flush();
			nodes.push(node);
		}
		rest = rest.slice(length);
	}
	flush();
	return nodes;
}

type Rule = readonly [RegExp, (found: RegExpExecArray) => Inline | string];

const nested =
	(type: 'strong' | 'em' | 'underline' | 'strikethrough' | 'spoiler') =>
	(found: RegExpExecArray): Inline => ({ type, content: parseInline(found[1] ?? '') });

const mention =
	(kind: 'user' | 'role' | 'channel') =>
	(found: RegExpExecArray): Inline => ({ type: 'mention', kind, id: found[1] ?? '' });

const bareLink = (address: string): Inline => ({
	type: 'link',
	address,
	content: [{ type: 'text', text: address }],
});

/** Each begins with one of the characters at which `plainText` ends. */
const rules: readonly Rule[] = [
	[/^\\([\\*_~`|<>#[\]().:@-])/, (found) => found[1] ?? ''],
	[/^`([^`]+)`/, (found) => ({ type: 'code', text: found[1] ?? '' })],
	[/^\*\*(.+?)\*\*(?!\*)/, nested('strong')],
	[/^__(.+?)__(?!_)/, nested('underline')],
	[/^~~(.+?)~~/, nested('strikethrough')],
	[/^\|\|(.+?)\|\|/, nested('spoiler')],
	[/^\*(?!\s)([^*]+?)\*/, nested('em')],
	[/^_(?!\s)([^_]+?)_(?!\w)/, nested('em')],
	[
		/^\[([^\]]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/,
		(found) => ({ type: 'link', address: found[2] ?? '', content: parseInline(found[1] ?? '') }),
	],
	[/^<(https?:\/\/[^>\s]+)>/, (found) => bareLink(found[1] ?? '')],
	[/^https?:\/\/[^\s<>]+/, (found) => bareLink(found[0])],
	[
		/^<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/,
		(found) => ({ type: 'time', at: Number(found[1]) * 1000, style: found[2] ?? 'f' }),
	],
	[/^<@!?(\d+)>/, mention('user')],
	[/^<@&(\d+)>/, mention('role')],
	[/^<#(\d+)>/, mention('channel')],
	[/^<\/([^:>]+):\d+>/, (found) => ({ type: 'command', name: found[1] ?? '' })],
	[/^<a?(:\w+:)\d+>/, (found) => found[1] ?? ''],
];
const plainText = /^[^\\`*_~|[<h]+/;

/** The first part of a text and its length in the text; a string is plain text. */
function firstOf(text: string): { readonly length: number; readonly node: Inline | string } {
	for (const [pattern, nodeOf] of rules) {
		const found = pattern.exec(text);
		if (found !== null) return { length: found[0].length, node: nodeOf(found) };
	}
	const node = plainText.exec(text)?.[0] ?? text.slice(0, 1);
	return { length: node.length, node };
}
