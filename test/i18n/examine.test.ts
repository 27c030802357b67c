import { describe, expect, it } from 'vitest';
import { languages } from '../../src/i18n/languages.js';
import { messageIn } from '../../src/i18n/messages.js';
import { examine } from './examine.js';
import { labelsIn, losingWords } from './glossary.js';
import { meantToDiffer } from './same-english.js';

describe('the texts', () => {
	it.each(languages)('in %s follow the glossary and the rules for translations', (language) => {
		expect(examine(language).troubles).toEqual([]);
	});

	it.each(meantToDiffer)('are listed as deliberately different only while they are: $group', ({ group }) => {
		const readIn = (language: (typeof languages)[number]) =>
			new Set(group.map((key) => messageIn(language, key)));
		expect(readIn('en').size).toBe(1);
		expect(languages.some((language) => readIn(language).size > 1)).toBe(true);
	});
});

it('the glossary is parsed, with the losing words and Discord’s labels for every language', () => {
	expect([...losingWords.keys()].sort()).toEqual([...languages].sort());
	for (const language of languages.slice(1)) expect(labelsIn(language).size, language).toBe(17);
});
