import { describe, expect, it } from 'vitest';
import { languages } from '../../src/i18n/languages.js';
import { messages } from '../../src/i18n/messages.js';
import { labelsIn, losingWords, wrongForms } from './glossary.js';
import { faultsIn, glossaryRules } from './text-rules.js';

describe('the glossary', () => {
	it('has the losing words of every language, and each group of them is a term’s', () => {
		expect([...losingWords.keys()].sort()).toEqual([...languages].sort());
		expect([...wrongForms.keys()]).toEqual(['en', 'fr', 'ja', 'zh-CN']);
		for (const { source } of losingWords.values()) expect(source).toMatch(/\(\?<(?:t\d+|x)>/);
	});

	it.each(languages)('has Discord’s labels in %s', (language) => {
		const labels = language === 'en' ? labelsIn('de').keys() : labelsIn(language).values();
		expect([...labels].filter((label) => label !== '')).toHaveLength(17);
	});

	it.each(languages)('is held by every text in %s but those still to be corrected', async (language) => {
		const lines = faultsIn(language, glossaryRules).map(
			({ key, rule, hit }) => `${key} · ${rule}: ${hit.replaceAll('\n', '⏎')}`,
		);
		// Shorten the list with `npx vitest run --project unit test/i18n/glossary.test.ts -u`; it never grows.
		await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`still-wrong/${language}.txt`);
	});

	it('has texts to hold', () => {
		expect(Object.keys(messages.en).length).toBeGreaterThan(500);
	});
});
