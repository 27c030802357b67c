import { describe, expect, it } from 'vitest';
import { memoize } from '../../../src/ui/links.js';

/** Reads the length of a text, and counts how often it does. */
function counted(limits: { readonly most: number; readonly longest: number }) {
	const texts: string[] = [];
	const lengthOf = memoize((text) => {
		texts.push(text);
		return text === '' ? undefined : text.length;
	}, limits);
	return { texts, lengthOf };
}

describe('what was read of a text', () => {
	it('is read once, also where nothing was found', () => {
		const { texts, lengthOf } = counted({ most: 10, longest: 10 });
		for (const text of ['abc', '', 'abc', '']) lengthOf(text);
		expect(lengthOf('abc')).toBe(3);
		expect(lengthOf('')).toBeUndefined();
		expect(texts).toEqual(['abc', '']);
	});

	it('is not remembered of a text that is too long', () => {
		const { texts, lengthOf } = counted({ most: 10, longest: 3 });
		for (const text of ['abc', 'abcd', 'abc', 'abcd']) expect(lengthOf(text)).toBe(text.length);
		expect(texts).toEqual(['abc', 'abcd', 'abcd']);
	});

	it('is forgotten before it is too much', () => {
		const { texts, lengthOf } = counted({ most: 2, longest: 3 });
		for (const text of ['a', 'b', 'c', 'c', 'a']) lengthOf(text);
		expect(texts).toEqual(['a', 'b', 'c', 'a']);
	});
});
