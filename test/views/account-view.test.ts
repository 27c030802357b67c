import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../src/i18n/translator.js';
import type { MarketplaceFailure } from '../../src/marketplace/result.js';
import { accountFailureView, accountPrivateView, accountView } from '../../src/views/account-view.js';
import { sampleAccount } from './samples.js';

const t = translatorFor('en-US');

describe('the account', () => {
	it('shows who it is, with avatar, cover and member since', () => {
		expect(accountView(t, sampleAccount()).embeds).toMatchObject([
			{
				title: 'Mira Holt',
				description: '**Themes for people who take pictures**\nSince 2015.',
				thumbnail: { url: 'https://cdn.example.com/mira.png' },
				image: { url: 'https://cdn.example.com/cover.png' },
				fields: [
					{ name: 'User name', value: 'miraholt' },
					{ name: 'Member since', value: '<t:1420761600:D>' },
				],
			},
		]);
	});

	it('keeps e-mail addresses and balance to itself', () => {
		const shown = JSON.stringify(accountView(t, sampleAccount()));
		for (const secret of ['private@example.com', 'contact@example.com', '1234.56', '1,234.56']) {
			expect(shown).not.toContain(secret);
		}
	});

	it('has a button for each social network, five in a row, as many as a message has room for', () => {
		const socialLinks = Object.fromEntries(
			Array.from({ length: 30 }, (_, index) => [`network${index}`, `https://example.com/${index}`]),
		);
		const rows = accountView(t, sampleAccount({ socialLinks })).components ?? [];
		expect(rows.map((row) => ('components' in row ? row.components.length : 0))).toEqual([5, 5, 5, 5, 1]);
	});

	it('names the networks as their owners do', () => {
		const [row] = accountView(t, sampleAccount()).components ?? [];
		expect(row).toMatchObject({ components: [{ label: 'Facebook' }, { label: 'X' }] });
	});

	it('goes by the user name where there is no other', () => {
		const account = sampleAccount({ fullName: '', heading: '', description: '', registeredAt: undefined });
		const [embed] = accountView(t, account).embeds ?? [];
		expect(embed?.title).toBe('miraholt');
		expect(embed).not.toHaveProperty('description');
		expect(embed?.fields).toHaveLength(1);
	});
});

describe('what is private of the account', () => {
	const fieldsOf = (changes = {}) => accountPrivateView(t, sampleAccount(changes)).embeds?.[0]?.fields;

	it('is e-mail addresses and balance', () => {
		expect(fieldsOf()).toEqual([
			{ name: 'E-mail', value: 'private@example.com' },
			{ name: 'Contact e-mail', value: 'contact@example.com' },
			{ name: 'Balance', value: '$1,234.56' },
		]);
	});

	it('names an address once, and says what is not given', () => {
		expect(fieldsOf({ contactEmail: 'private@example.com', balance: undefined })).toEqual([
			{ name: 'E-mail', value: 'private@example.com' },
			{ name: 'Balance', value: '–' },
		]);
	});
});

describe('an account that cannot be read', () => {
	it.each([
		[{ kind: 'bad-key' }, /MARKETPLACE_API_KEY/],
		[{ kind: 'rate-limited', retryAt: 1_700_000_030_000 }, /<t:1700000030:R>/],
		[{ kind: 'unavailable', reason: 'ECONNRESET at 10.0.0.1' }, /can’t be reached/],
		[{ kind: 'malformed', reason: 'data.username' }, /MARKETPLACE_URL/],
	] satisfies [MarketplaceFailure, RegExp][])('tells an administrator what to do: %o', (failure, told) => {
		const { content } = accountFailureView(t, failure);
		expect(content).toMatch(told);
		expect(content).not.toMatch(/ECONNRESET|data\.username/);
	});
});
