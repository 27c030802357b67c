import { stripVTControlCharacters, styleText } from 'node:util';
import stringWidth from 'string-width';

/** The style of a text in a terminal. */
export type Style =
	| 'bold'
	| 'dim'
	| 'italic'
	| 'underline'
	| 'strikethrough'
	| 'inverse'
	| 'red'
	| 'green'
	| 'yellow'
	| 'blue'
	| 'magenta'
	| 'cyan'
	| 'white'
	| 'gray';

/** A piece of text in one style. Created by `span`, so its text contains no control characters from strangers. */
export interface Span {
	readonly text: string;
	readonly styles: readonly Style[];
}

export type Line = readonly Span[];

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Plain or styled text as a span. Removes control characters, since texts come from strangers. */
export function span(text: string, ...styles: Style[]): Span {
	return { text: withoutControls(text), styles };
}

/** The number of columns that a text takes: two for an emoji or an ideograph, none for combining characters. */
export function textWidth(text: string): number {
	return stringWidth(text);
}

/** The number of columns that a line takes. */
export function lineWidth(line: Line): number {
	return line.reduce((width, { text }) => width + textWidth(text), 0);
}

/** The beginning of a line, with `…` if something was left out. */
export function cutLine(line: Line, width: number): Line {
	if (lineWidth(line) <= width) return line;
	const kept: Span[] = [];
	let room = width - 1;
	for (const { text, styles } of line) {
		let end = 0;
		for (const { segment } of graphemes.segment(text)) {
			room -= textWidth(segment);
			if (room < 0) break;
			end += segment.length;
		}
		kept.push({ text: text.slice(0, end), styles });
		if (room < 0) break;
	}
	const last = kept.at(-1);
	return [...kept.slice(0, -1), span(`${last?.text.trimEnd() ?? ''}…`, ...(last?.styles ?? []))];
}

/** Fills a line with spaces up to `width` columns. */
export function pad(line: Line, width: number): Line {
	const missing = width - lineWidth(line);
	return missing > 0 ? [...line, span(' '.repeat(missing))] : line;
}

/** The text of the lines, with or without colors. No line ends in spaces. */
export function render(lines: readonly Line[], colour: boolean): string {
	return lines
		.map((line) => trimEnd(line).map(paint).join(''))
		.map((text) => (colour ? text : stripVTControlCharacters(text)))
		.join('\n');
}

/** True if colors are welcome: on a terminal, unless `NO_COLOR` says otherwise (https://no-color.org). */
export function wantsColour(
	stream: { readonly isTTY?: boolean },
	environment: Readonly<Record<string, string | undefined>>,
): boolean {
	return stream.isTTY === true && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb';
}

function trimEnd(line: Line): Line {
	const last = line.at(-1);
	if (last === undefined) return line;
	const text = last.text.trimEnd();
	if (text === '') return trimEnd(line.slice(0, -1));
	return text === last.text ? line : [...line.slice(0, -1), { ...last, text }];
}

function paint({ text, styles }: Span): string {
	// The caller decides about colors when the lines are rendered; by default, styleText would check stdout.
	return styles.reduce((painted, style) => styleText(style, painted, { validateStream: false }), text);
}

function withoutControls(text: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters.
	return text.replace(/[\u0000-\u001F\u007F-\u009F]/g, '');
}
