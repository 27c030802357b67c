import { type Line, lineWidth, type Span, type Style, span, textWidth } from './spans.js';

/** An indivisible unit: a character as a person sees it, with its style. */
interface Atom {
	readonly text: string;
	readonly styles: readonly Style[];
	readonly width: number;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const ascii = /^[\x20-\x7e]*$/;
/** Scripts without spaces. A line may break at any of their characters. */
const ideograph = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\u3000-\u303f\uff00-\uffef]/u;
/** A line may not begin with closing punctuation or end with opening punctuation. */
const closes = /^[、。，．：；！？）」』】〉》”’…・ー％)\]]/u;
const opens = /^[（「『【〈《“‘([]/u;

/**
 * Breaks lines between words, or between characters in scripts without spaces, and inside words longer than a line. A
 * wrapped line keeps its indentation.
 */
export function wrap(line: Line, width: number): Line[] {
	if (lineWidth(line) <= width) return [line.some(({ text }) => text !== '') ? line : []];
	const atoms = line.flatMap(atomsOf);
	const spaces = atoms.findIndex(({ text }) => text !== ' ');
	const indent = Math.min(Math.max(0, spaces), Math.floor(width / 2));
	return broken(atoms.slice(Math.max(0, spaces)), width - indent).map((part) =>
		indent === 0 ? asLine(part) : [span(' '.repeat(indent)), ...asLine(part)],
	);
}

function broken(atoms: readonly Atom[], width: number): Atom[][] {
	const lines: Atom[][] = [];
	let current: Atom[] = [];
	let taken = 0;
	for (const atom of atoms) {
		if (current.length === 0 && atom.text === ' ' && lines.length > 0) continue;
		if (taken + atom.width > width && atom.text !== ' ' && current.length > 0) {
			const at = breakBefore([...current, atom]);
			lines.push(withoutTrailingSpaces(current.slice(0, at)));
			current = current.slice(at);
			taken = current.reduce((sum, it) => sum + it.width, 0);
		}
		current.push(atom);
		taken += atom.width;
	}
	lines.push(withoutTrailingSpaces(current));
	return lines;
}

/** Finds the line break if the last of these atoms doesn't fit. @returns the index of the next line's first atom */
function breakBefore(atoms: readonly Atom[]): number {
	for (let at = atoms.length - 1; at > 0; at -= 1) {
		const [before, after] = [atoms[at - 1]?.text ?? '', atoms[at]?.text ?? ''];
		if (after === ' ') continue;
		if (before === ' ') return at;
		const mayBreak = ideograph.test(before) || ideograph.test(after);
		if (mayBreak && !closes.test(after) && !opens.test(before)) return at;
	}
	return atoms.length - 1;
}

function withoutTrailingSpaces(atoms: readonly Atom[]): Atom[] {
	const last = atoms.findLastIndex(({ text }) => text !== ' ');
	return atoms.slice(0, last + 1);
}

function atomsOf({ text, styles }: Span): Atom[] {
	if (ascii.test(text)) return [...text].map((character) => ({ text: character, styles, width: 1 }));
	return [...graphemes.segment(text)].map(({ segment }) => ({
		text: segment,
		styles,
		width: textWidth(segment),
	}));
}

function asLine(atoms: readonly Atom[]): Span[] {
	const spans: { text: string; styles: readonly Style[] }[] = [];
	for (const { text, styles } of atoms) {
		const last = spans.at(-1);
		if (last?.styles === styles) last.text += text;
		else spans.push({ text, styles });
	}
	return spans;
}
