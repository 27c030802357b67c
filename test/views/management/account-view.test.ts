import { linksOf } from '@claimcheck/local-discord/reading';
import { describe, expect, it } from 'vitest';
import { accountView } from '../../../commands/account/account.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import { sampleAccount } from '../samples.js';

const t = translatorFor('en-US');

describe('the account', () => {
	it('keeps e-mail addresses and balance to itself', () => {
		const shown = JSON.stringify(accountView(t, sampleAccount()));
		for (const secret of ['private@example.com', 'contact@example.com', '1234.56', '1,234.56']) {
			expect(shown).not.toContain(secret);
		}
	});

	it('links to social networks, as many as leave room, named as their owners do', () => {
		const labels = linksOf(accountView(t, sampleAccount())).map(({ label }) => label);
		expect(labels).toEqual(['Facebook', 'X']);
		const socialLinks = Object.fromEntries(
			Array.from({ length: 30 }, (_, index) => [`network${index}`, `https://example.com/${index}`]),
		);
		expect(linksOf(accountView(t, sampleAccount({ socialLinks })))).toHaveLength(10);
	});
});
