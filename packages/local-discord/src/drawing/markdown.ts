import type { DrawContext } from './draw-context.js';
import { type Line, type Span, type Style, span } from './spans.js';
import { timestampText } from './timestamps.js';
import { wrap } from './wrap.js';

/** Discord's markdown as lines of at most `width` columns. What isn't markdown stays as it is. */
export function markdown(text: string, width: number, context: DrawContext): Line[] {
	let isCode = false;
	return text.split('\n').flatMap((line) => {
		if (line.startsWith('```')) {
			isCode = !isCode;
			return [];
		}
		return isCode ? wrap([span(line, 'yellow')], width) : block(line, width, context);
	});
}

/** Discord's markdown within a line. */
export function inlineMarkdown(text: string, context: DrawContext, styles: readonly Style[] = []): Line {
	const spans: Span[] = [];
	let plain = '';
	const flush = () => {
		if (plain !== '') spans.push(span(plain, ...styles));
		plain = '';
	};
	let rest = text;
	while (rest !== '') {
		const found = firstMatch(rest, context, styles);
		if (found === undefined) {
			plain += rest[0];
			rest = rest.slice(1);
			continue;
		}
		if (typeof found.shown === 'string') plain += found.shown;
		else {
			flush();
			spans.push(...found.shown);
		}
		rest = rest.slice(found.length);
	}
	flush();
	return spans;
}

function block(line: string, width: number, context: DrawContext): Line[] {
	const [, marker = '', rest = ''] = /^(#{1,3} |-# |> |\s*[-*] )?(.*)$/s.exec(line) ?? [];
	if (marker.startsWith('#')) return wrap(inlineMarkdown(rest, context, ['bold', 'underline']), width);
	if (marker === '-# ') return wrap(inlineMarkdown(rest, context, ['dim']), width);
	const lead = marker === '> ' ? '│ ' : marker === '' ? '' : `${marker.slice(0, -2)}• `;
	const style: readonly Style[] = marker === '> ' ? ['dim'] : [];
	return wrap(inlineMarkdown(rest, context), Math.max(1, width - lead.length)).map((wrapped, at) => {
		const isFirstOrQuote = at === 0 || marker === '> ';
		return lead === ''
			? wrapped
			: [span(isFirstOrQuote ? lead : ' '.repeat(lead.length), ...style), ...wrapped];
	});
}

interface Match {
	/** How much of the text it takes. */
	readonly length: number;
	/** A string inherits the surrounding style. */
	readonly shown: string | Line;
}

type Rule = readonly [
	RegExp,
	(found: RegExpExecArray, context: DrawContext, styles: readonly Style[]) => string | Line,
];

const nested =
	(...added: Style[]) =>
	(found: RegExpExecArray, context: DrawContext, styles: readonly Style[]) =>
		inlineMarkdown(found[1] ?? '', context, [...styles, ...added]);

const mention = (kind: 'user' | 'role' | 'channel') => (found: RegExpExecArray, context: DrawContext) => {
	const name = context.nameOf(kind, found[1] ?? '') ?? 'unknown';
	return [span(`${kind === 'channel' ? '#' : '@'}${name}`, 'cyan')];
};

const rules: readonly Rule[] = [
	[/^\\([\\*_~`|<>#[\]().:@-])/, (found) => found[1] ?? ''],
	[/^`([^`]+)`/, (found) => [span(found[1] ?? '', 'yellow')]],
	[/^\*\*(.+?)\*\*(?!\*)/, nested('bold')],
	[/^__(.+?)__(?!_)/, nested('underline')],
	[/^~~(.+?)~~/, nested('strikethrough')],
	[/^\|\|(.+?)\|\|/, nested('inverse')],
	[/^\*(?!\s)([^*]+?)\*/, nested('italic')],
	[/^_(?!\s)([^_]+?)_(?!\w)/, nested('italic')],
	[
		/^\[([^\]]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/,
		(found, context, styles) => [
			...inlineMarkdown(found[1] ?? '', context, [...styles, 'blue', 'underline']),
		],
	],
	[/^<(https?:\/\/[^>\s]+)>/, (found) => [span(found[1] ?? '', 'blue', 'underline')]],
	[/^https?:\/\/[^\s<>]+/, (found) => [span(found[0], 'blue', 'underline')]],
	[
		/^<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/,
		(found, context, styles) => [
			span(timestampText(Number(found[1]) * 1000, found[2] ?? 'f', context), ...styles),
		],
	],
	[/^<@!?(\d+)>/, mention('user')],
	[/^<@&(\d+)>/, mention('role')],
	[/^<#(\d+)>/, mention('channel')],
	[/^<\/([^:>]+):\d+>/, (found) => [span(`/${found[1]}`, 'cyan')]],
	[/^<a?(:\w+:)\d+>/, (found) => found[1] ?? ''],
];

function firstMatch(text: string, context: DrawContext, styles: readonly Style[]): Match | undefined {
	for (const [pattern, show] of rules) {
		const found = pattern.exec(text);
		if (found !== null) return { length: found[0].length, shown: show(found, context, styles) };
	}
	return undefined;
}
