import { labelsOf, linksOf, textOf } from '@claimcheck/local-discord/reading';
import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../../src/i18n/translator.js';
import type { MarketplaceFailure } from '../../../src/marketplace/result.js';
import { accountFailureView, accountView } from '../../../src/views/management/account-view.js';
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

describe('an account that cannot be read', () => {
	it.each([
		[
			{ kind: 'bad-key' },
			/^\*\*⛔ The shop rejected the key\*\*\nCreate a new one .*`\.env`, and restart\.$/,
		],
		[{ kind: 'rate-limited', retryAt: 1_700_000_030_000 }, /isn’t responding. Try again <t:1700000030:R>/],
		[{ kind: 'unavailable', reason: 'ECONNRESET at 10.0.0.1' }, /isn’t responding/],
		[{ kind: 'malformed', reason: 'data.username' }, /MARKETPLACE_URL/],
	] satisfies [MarketplaceFailure, RegExp][])('shows an administrator what to do: %o', (failure, advice) => {
		const answer = accountFailureView(t, failure);
		expect(textOf(answer)).toMatch(advice);
		expect(textOf(answer)).not.toMatch(/ECONNRESET|data\.username/);
		expect(labelsOf(answer)).toEqual(['Check again']);
	});
});
