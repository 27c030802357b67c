import { describe, expect, it } from 'vitest';
import { languages } from '../../src/i18n/languages.js';
import { messageIn } from '../../src/i18n/messages.js';
import { momentRules } from './moment-rules.js';
import { faultsIn, keys } from './text-rules.js';

describe('a relative time in a text', () => {
	it('is in enough texts to be worth a rule', () => {
		expect(keys.filter((key) => messageIn('en', key).includes('{when}')).length).toBeGreaterThan(30);
	});

	it.each(languages)('has no preposition before it in %s, as Discord writes one itself', (language) => {
		expect(faultsIn(language, momentRules)).toEqual([]);
	});
});
