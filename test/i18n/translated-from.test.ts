import { describe, expect, it } from 'vitest';
import { languages } from '../../src/i18n/languages.js';
import { messageIn } from '../../src/i18n/messages.js';
import { keys } from './text-rules.js';
import { hashOf, markedTranslated, staleIn } from './translated-from.js';

const fresh = markedTranslated({}, languages, keys);
const key = 'button.tryAgain';

describe('the record of the English that translations were made from', () => {
	it('has one entry per text while all languages are fresh', () => {
		expect(Object.keys(fresh)).toEqual(keys);
		expect(languages.flatMap((language) => staleIn(fresh, language))).toEqual([]);
	});

	it('makes a text stale in every language once its English has changed', () => {
		const before = { ...fresh, [key]: hashOf('Another text') };
		expect(staleIn(before, 'en')).toEqual([]);
		expect(staleIn(before, 'de')).toEqual([key]);
		expect(staleIn(before, 'ja')).toEqual([key]);
	});

	it('keeps the other languages stale when one is translated anew', () => {
		const before = { ...fresh, [key]: hashOf('Another text') };
		const after = markedTranslated(before, ['de'], [key]);
		expect(after[`${key}@de`]).toBe(hashOf(messageIn('en', key)));
		expect(staleIn(after, 'de')).toEqual([]);
		expect(staleIn(after, 'fr')).toEqual([key]);
		expect(markedTranslated(after, languages, [key])).toEqual(fresh);
	});

	it('treats a text that was never recorded as stale', () => {
		const { [key]: _, ...others } = fresh;
		expect(staleIn(others, 'ja')).toEqual([key]);
	});

	it('forgets texts that were removed, and keeps its order', () => {
		const kept = markedTranslated({ 'removed.text': '00000000', ...fresh }, [], []);
		expect(Object.entries(kept)).toEqual(Object.entries(fresh));
	});
});
