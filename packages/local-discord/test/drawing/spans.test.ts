import { describe, expect, test } from 'vitest';
import { render, span } from '../../src/drawing/spans.js';
import { wrap } from '../../src/drawing/wrap.js';

describe('wrapping', () => {
	const texts = (lines: ReturnType<typeof wrap>) => render(lines, false).split('\n');

	test('breaks between words, across looks', () => {
		expect(texts(wrap([span('one two ', 'bold'), span('three')], 7))).toEqual(['one two', 'three']);
	});

	test('breaks a word that is too long for any line', () => {
		expect(texts(wrap([span('abcdefgh ij')], 3))).toEqual(['abc', 'def', 'gh', 'ij']);
	});

	test('never breaks within a picture or an ideograph', () => {
		expect(texts(wrap([span('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧')], 5))).toEqual(['👩‍👩‍👧👩‍👩‍👧', '👩‍👩‍👧']);
		expect(texts(wrap([span('日本語です。')], 5))).toEqual(['日本', '語で', 'す。']);
	});

	test('keeps the look of what it breaks', () => {
		const [first = '', second = ''] = render(wrap([span('one two', 'bold')], 4), true).split('\n');
		expect([first, second]).toEqual(['\u001b[1mone\u001b[22m', '\u001b[1mtwo\u001b[22m']);
	});

	test('keeps an indented line indented', () => {
		expect(texts(wrap([span('  one two three')], 9))).toEqual(['  one two', '  three']);
	});

	test('lets no stranger steer the terminal', () => {
		expect(render(wrap([span('\u001b[31mred\u001b[0m\nline')], 20), true)).toBe('[31mred[0mline');
	});

	test('keeps an empty line empty', () => {
		expect(wrap([span('')], 10)).toEqual([[]]);
	});
});
