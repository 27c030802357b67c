import { describe, expect, test } from 'vitest';
import { contextOf } from '../../src/drawing/draw-context.js';
import { inlineMarkdown, markdown } from '../../src/drawing/markdown.js';
import { render } from '../../src/drawing/spans.js';

const now = Date.parse('2026-03-01T12:00:00Z');
const context = contextOf({
	width: 80,
	colour: false,
	now: now,
	timeZone: 'UTC',
	nameOf: (kind, id) => (kind === 'role' && id === '2' ? 'Artist' : undefined),
});
const plain = (text: string, width = 80) => render(markdown(text, width, context), false).split('\n');
const at = (days: number) => Math.round(now / 1000) + days * 86_400;

describe('markdown in the terminal', () => {
	test.each([
		['**bold** and *italic* and `code`', 'bold and italic and code'],
		['__under__ ~~gone~~ ||hidden||', 'under gone hidden'],
		['[the studio](https://example.com/a)', 'the studio'],
		[String.raw`\*not bold\* \[no link\](x)`, '*not bold* [no link](x)'],
		['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
		['<@1> got <@&2>, use </join:123>', '@unknown got @Artist, use /join'],
		['<:star:123456>', ':star:'],
	])('%s', (text, shown) => {
		expect(plain(text)).toEqual([shown]);
	});

	test.each([
		[`<t:${at(3)}:R>`, 'in 3 days'],
		[`<t:${at(-400)}:R>`, '1 year ago'],
		[`<t:${at(0)}:D>`, '1 March 2026'],
		[`<t:${at(0)}>`, '1 March 2026 at 12:00'],
	])('shows %s as a moment', (text, shown) => {
		expect(plain(text)).toEqual([shown]);
	});

	test('keeps headings, lists, quotes, small print and code apart', () => {
		expect(plain('# Title\n- one\n- two\n> said\n-# small\n```\n**code**\n```\nend')).toEqual([
			'Title',
			'• one',
			'• two',
			'│ said',
			'small',
			'**code**',
			'end',
		]);
	});

	test('wraps between words and lets lists hang', () => {
		expect(plain('- one two three four', 10)).toEqual(['• one two', '  three', '  four']);
	});

	test('nests looks', () => {
		expect(inlineMarkdown('**a *b***', context)).toEqual([
			{ text: 'a ', styles: ['bold'] },
			{ text: 'b', styles: ['bold', 'italic'] },
		]);
	});
});
