import { describe, expect, it } from 'vitest';
import { languages } from '../../src/i18n/languages.js';
import { messageIn } from '../../src/i18n/messages.js';
import { driftedIn, meantToDiffer } from './same-english.js';

describe('texts with one English text', () => {
	it.each(languages)('have one text in %s too', (language) => {
		expect(driftedIn(language)).toEqual([]);
	});

	it('are found if a translation has drifted', () => {
		const drifted = driftedIn('de', (language, key) =>
			language === 'de' && key === 'setup.refused.aboveBot' ? 'Anders' : messageIn(language, key),
		);
		expect(drifted).toEqual([expect.arrayContaining(['finding.role.above-bot', 'setup.refused.aboveBot'])]);
	});

	it('may lack a translation', () => {
		const untranslated = driftedIn('de', (language, key) =>
			language === 'de' && key === 'setup.refused.aboveBot' ? undefined : messageIn(language, key),
		);
		expect(untranslated).toEqual([]);
	});

	it.each(meantToDiffer)('are listed as meant to differ only while they do: $group', ({ group }) => {
		expect(new Set(group.map((key) => messageIn('en', key))).size).toBe(1);
		const differs = languages.some(
			(language) => new Set(group.map((key) => messageIn(language, key))).size > 1,
		);
		expect(differs).toBe(true);
	});
});
