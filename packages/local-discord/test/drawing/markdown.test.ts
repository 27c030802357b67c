import { expect, test } from 'vitest';
import { contextOf } from '../../src/drawing/draw-context.js';
import { markdown } from '../../src/drawing/markdown.js';
import { render } from '../../src/drawing/spans.js';

const context = contextOf({
	width: 80,
	colour: false,
	now: Date.parse('2026-03-01T12:00:00Z'),
	timeZone: 'UTC',
	nameOf: (kind, id) => (kind === 'role' && id === '2' ? 'Artist' : undefined),
});

// docs/walkthrough.md covers times, headings, lists and line breaks.
test.each([
	['__under__ ~~gone~~ ||hidden||', 'under gone hidden'],
	['[the studio](https://example.com/a)', 'the studio'],
	[String.raw`\*not bold\* \[no link\](x)`, '*not bold* [no link](x)'],
	['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
	['<@1> got <@&2>, use </join:123>', '@unknown got @Artist, use /join'],
	['<:star:123456>', ':star:'],
	['```\n**code**\n```', '**code**'],
])('markdown in the terminal: %s', (text, shown) => {
	expect(render(markdown(text, 80, context), false)).toBe(shown);
});
