import { labelsOf } from '@claimcheck/local-discord/reading';
import { describe, expect, it } from 'vitest';
import { namesStillLoadingView, searchIsCodeView } from '../../../commands/items/find.js';
import { translatorFor } from '../../../src/i18n/translator.js';

const t = translatorFor('en-US');

describe('the answer to a look-up that found nothing', () => {
	it('verifies a purchase code that was taken for a name, and carries none along', () => {
		expect(labelsOf(searchIsCodeView(t))).toEqual(['Verify purchase', 'Browse items']);
		const code = '3f2c1d6e-0b7a-4c59-9e18-5a7d2b4c6f10';
		expect(JSON.stringify(namesStillLoadingView(t, code))).not.toContain('3f2c1d6e');
	});
});
