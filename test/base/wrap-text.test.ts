import { describe, expect, it } from 'vitest';
import { wrapText } from '../../src/base/terminal.js';

describe('text on a terminal', () => {
	it.each([
		['as it is, if it fits', 'aaa bbb\nccc', ['aaa bbb', 'ccc']],
		['between words', 'Put it into CLAIM_SECRET first', ['Put it into', 'CLAIM_SECRET', 'first']],
		['never inside a word', 'see https://example.org/x now', ['see', 'https://example.org/x', 'now']],
		['below its own start', '  one two three four', ['  one two', '  three four']],
		['below its second column', 'ok   one two three', ['ok   one two', '     three']],
		['after the time of a log line', '10:00:00 one two three', ['10:00:00 one', 'two three']],
		['with the space before an answer', 'Replace all? [y/N] ', ['Replace all?', '[y/N] ']],
	])('is broken %s', (_, text, lines) => {
		expect(wrapText(text, 13).split('\n')).toEqual(lines);
	});

	it('is not changed in a file or a pipe', () => {
		expect(wrapText('one two', undefined)).toBe('one two');
		expect(wrapText('one two', 0)).toBe('one two');
	});
});
