import { styleText } from 'node:util';

export type Style = Parameters<typeof styleText>[0] & string;

/** A piece of text in one look. */
export interface Span {
	readonly text: string;
	readonly styles: readonly Style[];
}

export type Line = readonly Span[];

/** Plain or styled text as a span. What could steer the terminal is left out: texts come from strangers. */
export function span(text: string, ...styles: Style[]): Span {
	return { text: withoutControls(text), styles };
}

/** How many columns a text takes: two for a picture or an ideograph, none for what only changes its neighbour. */
export function textWidth(text: string): number {
	let width = 0;
	for (const { segment } of graphemes.segment(text)) width += graphemeWidth(segment);
	return width;
}

export function lineWidth(line: Line): number {
	return line.reduce((width, { text }) => width + textWidth(text), 0);
}

/** Breaks lines between words, and words that are longer than a whole line where they must be. */
export function wrap(line: Line, width: number): Line[] {
	const lines: Span[][] = [[]];
	let used = 0;
	const breakLine = () => {
		lines.push([]);
		used = 0;
	};
	for (const { text, styles } of line) {
		for (const word of text.split(/(\s+)/)) {
			if (word === '') continue;
			const isSpace = word.trim() === '';
			if (used + textWidth(word) > width && used > 0) breakLine();
			if (isSpace && used === 0 && lines.length > 1) continue;
			for (const piece of pieces(word, width)) {
				if (used > 0 && used + textWidth(piece) > width) breakLine();
				append(lines.at(-1), piece, styles);
				used += textWidth(piece);
			}
		}
	}
	return lines;
}

/** Fills a line with spaces up to `width` columns. */
export function pad(line: Line, width: number): Line {
	const missing = width - lineWidth(line);
	return missing > 0 ? [...line, span(' '.repeat(missing))] : line;
}

/** The text of the lines, in colours or without any. No line ends in spaces. */
export function render(lines: readonly Line[], colour: boolean): string {
	return lines
		.map((line) =>
			trimEnd(line)
				.map((piece) => paint(piece, colour))
				.join(''),
		)
		.join('\n');
}

/** Whether colours are welcome: on a terminal, unless `NO_COLOR` says otherwise (https://no-color.org). */
export function wantsColour(
	stream: { readonly isTTY?: boolean },
	environment: Readonly<Record<string, string | undefined>>,
): boolean {
	return stream.isTTY === true && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb';
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const WIDE =
	/^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}|\p{sc=Hangul}|[\uFF01-\uFF60])/u;
const WIDTHLESS = /^(?:\p{Mark}|\p{Cf})+$/u;

function graphemeWidth(grapheme: string): number {
	if (WIDTHLESS.test(grapheme)) return 0;
	return WIDE.test(grapheme) ? 2 : 1;
}

/** Words in one look stay one span: the escape codes of colours stand around them all. */
function append(line: Span[] | undefined, text: string, styles: readonly Style[]): void {
	const last = line?.at(-1);
	if (line === undefined || last?.styles !== styles) line?.push({ text, styles });
	else line[line.length - 1] = { text: last.text + text, styles };
}

function pieces(word: string, width: number): string[] {
	if (textWidth(word) <= width) return [word];
	const found: string[] = [''];
	for (const { segment } of graphemes.segment(word)) {
		const last = found.at(-1) ?? '';
		if (textWidth(last + segment) > width) found.push(segment);
		else found[found.length - 1] = last + segment;
	}
	return found;
}

function trimEnd(line: Line): Line {
	const last = line.at(-1);
	if (last === undefined) return line;
	const text = last.text.trimEnd();
	if (text === '') return trimEnd(line.slice(0, -1));
	return text === last.text ? line : [...line.slice(0, -1), { ...last, text }];
}

function paint({ text, styles }: Span, colour: boolean): string {
	if (!colour) return text;
	// Whether colours are welcome has been decided already; left to itself styleText looks at stdout.
	return styles.reduce((painted, style) => styleText(style, painted, { validateStream: false }), text);
}

function withoutControls(text: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out.
	return text.replace(/[\u0000-\u001F\u007F-\u009F]/g, '');
}
