import { phoneLines } from '@claimcheck/local-discord/drawing/draw-phone';
import { labelsOf, linksOf, mediaOf, textOf } from '@claimcheck/local-discord/reading';
import { describe, expect, it } from 'vitest';
import { languages } from '../../../src/i18n/languages.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import type { MarketplaceFailure } from '../../../src/marketplace/result.js';
import {
	accountFailureView,
	accountPrivateView,
	accountView,
} from '../../../src/views/management/account-view.js';
import { sampleAccount } from '../samples.js';

const t = translatorFor('en-US');

describe('the account', () => {
	it('shows who it is, with picture and cover, each with what a screen reader says', () => {
		const shown = accountView(t, sampleAccount());
		expect(textOf(shown)).toBe(
			'## Mira Holt\nmiraholt\nMember since <t:1420761600:D>\n**Themes for people who take pictures**\nSince 2015.',
		);
		expect(mediaOf(shown)).toEqual([
			{ url: 'https://cdn.example.com/mira.png', alt: 'Avatar of Mira Holt' },
			{ url: 'https://cdn.example.com/cover.png', alt: 'Cover of Mira Holt' },
		]);
	});

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

	it('goes by the user name where there is no other', () => {
		const account = sampleAccount({ fullName: '', heading: '', description: '', registeredAt: undefined });
		expect(textOf(accountView(t, account))).toBe('## miraholt\nmiraholt');
	});

	it.each(languages)('is 12 lines of a phone at most before its pictures, in %s', (language) => {
		const account = sampleAccount({ description: 'Words that fill the lines of a phone. '.repeat(50) });
		const shown = accountPrivateView(translatorFor(language), account);
		expect(phoneLines(shown, { withMedia: false, locale: language })).toBeLessThanOrEqual(12);
	});
});

describe('what is private of the account', () => {
	const lastLine = (changes = {}) =>
		textOf(accountPrivateView(t, sampleAccount(changes)))
			.split('\n')
			.at(-1);

	it('is e-mail addresses and balance, and can be hidden again', () => {
		expect(lastLine()).toBe('Email private@example.com · Contact contact@example.com · Balance $1,234.56');
		expect(labelsOf(accountPrivateView(t, sampleAccount())).at(-1)).toBe('Hide');
		expect(labelsOf(accountView(t, sampleAccount())).at(-1)).toBe('Show email and balance');
	});

	it('names an address once, and says what is not given', () => {
		expect(lastLine({ contactEmail: 'private@example.com', balance: undefined })).toBe(
			'Email private@example.com · Balance –',
		);
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
