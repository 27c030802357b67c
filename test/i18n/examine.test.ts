import { describe, expect, it } from 'vitest';
import { languages } from '../../src/i18n/languages.js';
import { messageIn } from '../../src/i18n/messages.js';
import { examine } from './examine.js';
import { labelsIn, losingWords } from './glossary.js';
import { meantToDiffer } from './same-english.js';

describe('the texts', () => {
	it.each(languages)('follow in %s the glossary and the rules for translations', (language) => {
		expect(examine(language).troubles).toEqual([]);
	});

	it.each(meantToDiffer)('are listed as meant to differ only while they do: $group', ({ group }) => {
		const readIn = (language: (typeof languages)[number]) =>
			new Set(group.map((key) => messageIn(language, key)));
		expect(readIn('en').size).toBe(1);
		expect(languages.some((language) => readIn(language).size > 1)).toBe(true);
	});
});

it('the glossary was read, with the losing words and Discord’s labels of every language', () => {
	expect([...losingWords.keys()].sort()).toEqual([...languages].sort());
	for (const language of languages.slice(1)) expect(labelsIn(language).size, language).toBe(17);
});
