import { describe, expect, it } from 'vitest';
import { FormWords } from '../../src/moderation/form-words.js';

const named = (itemName: string) => ({ itemName, codeEnd: 'de', holderName: 'Maya' });

describe('the words of a form', () => {
	it('are those of the page that was last shown of that purchase and holder', () => {
		const words = new FormWords();
		words.remember('hash', 'maya', named('Old'));
		words.remember('hash', 'maya', named('New'));
		words.remember('hash', undefined, named('Nobody’s'));
		expect(words.recall('hash', 'maya')).toEqual(named('New'));
		expect(words.recall('hash', undefined)).toEqual(named('Nobody’s'));
		expect(words.recall('hash', 'noah')).toBeUndefined();
		expect(words.recall('other', 'maya')).toBeUndefined();
	});

	it('are forgotten, the longest not shown first, once a thousand other pages were', () => {
		const words = new FormWords();
		const show = (from: number, to: number) => {
			for (let page = from; page < to; page += 1) words.remember(`hash-${page}`, undefined, named(`${page}`));
		};
		show(0, 1_000);
		words.remember('hash-0', undefined, named('again'));
		show(1_000, 1_001);
		expect(words.recall('hash-0', undefined)).toEqual(named('again'));
		expect(words.recall('hash-1', undefined)).toBeUndefined();
		expect(words.recall('hash-2', undefined)).toEqual(named('2'));
	});
});
