import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../src/i18n/translator.js';
import { errorView } from '../../src/views/error-view.js';

const t = translatorFor('en-US');

describe('the answer to a failure of the bot itself', () => {
	it.each([
		['STORE_UNAVAILABLE', /try again in a few minutes/],
		['STORE_CORRUPT', /tell the staff/],
		['STORE_REFUSED', /tell the staff/],
		['CONFIG', /not set up correctly/],
		['ECONNRESET', /try again/],
	])('%s says what to do and ends with the reference', (code, told) => {
		const { content } = errorView(t, code, '900000000000000001');
		expect(content).toMatch(told);
		expect(content).toMatch(/\nReference: `900000000000000001`$/);
	});

	it('tells a member nothing of how the bot works inside', () => {
		expect(errorView(t, 'SQLITE_BUSY', '1').content).toBe(errorView(t, 'E_OTHER', '1').content);
	});
});
