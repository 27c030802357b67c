import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../../src/i18n/translator.js';
import { errorView } from '../../../src/views/interactions/error-view.js';
import { shownText } from '../shown.js';

const t = translatorFor('en-US');

describe('the answer to a failure of the bot itself', () => {
	it.each([
		['STORE_UNAVAILABLE', /Try again in a minute/],
		['STORE_CORRUPT', /Staff need to look/],
		['STORE_REFUSED', /Staff need to look/],
		['CONFIG', /Staff need to look/],
		['ECONNRESET', /Try again in a minute/],
	])('%s says what to do and ends with the reference', (code, advice) => {
		const shown = shownText(errorView(t, code, 'KQT-WDR'));
		expect(shown).toMatch(advice);
		expect(shown).toMatch(/\n-# Reference KQT-WDR$/);
	});

	it('asks to wait while the secret is changed, without a reference', () => {
		const shown = shownText(errorView(t, 'SECRET_CHANGED', undefined));
		expect(shown).toBe('**⏳ Under maintenance**\nNothing was lost. Try again in a minute.');
	});

	it('shows a member nothing of how the bot works inside', () => {
		expect(errorView(t, 'SQLITE_BUSY', 'KQT-WDR')).toEqual(errorView(t, 'E_OTHER', 'KQT-WDR'));
	});
});
