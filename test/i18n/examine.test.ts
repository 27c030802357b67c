import { describe, expect, it } from 'vitest';
import { languages } from '../../src/i18n/languages.js';
import { messageIn } from '../../src/i18n/messages.js';
import { examine } from './examine.js';
import { labelsIn, losingWords, wrongForms } from './glossary.js';
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

describe('the glossary', () => {
	it('has the losing words of every language, and each group of them is a term’s', () => {
		expect([...losingWords.keys()].sort()).toEqual([...languages].sort());
		expect([...wrongForms.keys()]).toEqual(['en', 'fr', 'ja', 'zh-CN']);
		for (const { source } of losingWords.values()) expect(source).toMatch(/\(\?<(?:t\d+|habit|x)>/);
	});

	it.each(languages)('has Discord’s labels in %s', (language) => {
		const labels = language === 'en' ? labelsIn('de').keys() : labelsIn(language).values();
		expect([...labels].filter((label) => label !== '')).toHaveLength(17);
	});
});
