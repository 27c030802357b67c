import { describe, expect, it } from 'vitest';
import { languages } from '../../src/i18n/languages.js';
import { messagesOf } from '../../src/i18n/messages.js';
import { labelsIn, losingWords, wrongForms } from './glossary.js';
import { glossaryRules } from './glossary-rules.js';
import { faultsIn } from './text-rules.js';

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

	it.each(languages)('is held by every text in %s', (language) => {
		expect(faultsIn(language, glossaryRules)).toEqual([]);
	});

	it('has texts to hold', () => {
		expect(Object.keys(messagesOf('en')).length).toBeGreaterThan(500);
	});
});
