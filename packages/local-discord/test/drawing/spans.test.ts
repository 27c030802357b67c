import { describe, expect, test } from 'vitest';
import { lineWidth, pad, render, span, textWidth, wantsColour, wrap } from '../../src/drawing/spans.js';

describe('widths', () => {
	test.each([
		['abc', 3],
		['日本', 4],
		['👩‍👩‍👧', 2],
		['é', 1],
		['e\u0301', 1],
		['⭐', 2],
		['', 0],
	])('%s', (text, width) => {
		expect(textWidth(text)).toBe(width);
	});
});

describe('wrapping', () => {
	const texts = (lines: ReturnType<typeof wrap>) => render(lines, false).split('\n');

	test('breaks between words, across looks', () => {
		expect(texts(wrap([span('one two ', 'bold'), span('three')], 7))).toEqual(['one two', 'three']);
	});

	test('breaks a word that is too long for any line', () => {
		expect(texts(wrap([span('abcdefgh ij')], 3))).toEqual(['abc', 'def', 'gh', 'ij']);
	});

	test('keeps an empty line empty', () => {
		expect(wrap([span('')], 10)).toEqual([[]]);
	});
});

test('padding fills up by columns, not by characters', () => {
	expect(lineWidth(pad([span('日本')], 6))).toBe(6);
	expect(render([pad([span('ab')], 6)], false)).toBe('ab');
});

describe('colours', () => {
	test.each([
		[{ isTTY: true }, {}, true],
		[{ isTTY: false }, {}, false],
		[{}, {}, false],
		[{ isTTY: true }, { NO_COLOR: '1' }, false],
		[{ isTTY: true }, { NO_COLOR: '' }, true],
		[{ isTTY: true }, { TERM: 'dumb' }, false],
	])('on %o with %o: %s', (stream, environment, wanted) => {
		expect(wantsColour(stream, environment)).toBe(wanted);
	});
});
