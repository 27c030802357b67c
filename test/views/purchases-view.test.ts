import { describe, expect, it } from 'vitest';
import { languages } from '../../src/i18n/languages.js';
import { translatorFor } from '../../src/i18n/translator.js';
import type { OwnPurchase } from '../../src/members/purchases.js';
import { purchasesView, restoredView } from '../../src/views/purchases-view.js';
import { messageRefusals } from './refusals.js';
import { ownPurchases } from './sample-purchases.js';

const t = translatorFor('en-US');

const hostile: OwnPurchase = {
	hash: 'f'.repeat(64),
	canUnlink: false,
	item: { id: 7, name: '@everyone [x](https://evil.example) **'.repeat(20) },
	thumbnailUrl: 'javascript:alert(1)',
	licenseType: '`'.repeat(4000),
	purchasedAt: 0,
	supportedUntil: Date.UTC(2200, 0),
	status: 'active',
	isHere: true,
	roleIds: Array.from({ length: 5 }, (_, index) => `3000000000000000000${index}`),
};

/** The custom_ids of a view's buttons that can be clicked. */
function clickable(view: ReturnType<typeof purchasesView>): string[] {
	const text = JSON.stringify(view.components);
	return [...text.matchAll(/\{[^{}]*"custom_id":"([^"]+)"[^{}]*\}/g)]
		.filter(([button]) => !button.includes('"disabled":true'))
		.map(([, customId = '']) => customId);
}

describe.each(languages)('in %s, Discord takes', (language) => {
	const own = translatorFor(language);

	it.each([0, 1, 4, 5, 9])('every page of %d purchases', (count) => {
		for (let page = 0; page <= count / 4; page += 1) {
			expect(messageRefusals(purchasesView(own, ownPurchases(count), page))).toEqual([]);
		}
	});

	it('purchases with names as nobody would want them', () => {
		const view = purchasesView(own, [hostile, { ...hostile, status: 'revoked' }, hostile, hostile], 0);
		expect(messageRefusals(view)).toEqual([]);
		expect(view.allowedMentions).toEqual({ parse: [] });
		expect(JSON.stringify(view)).not.toMatch(/(?<!\\)\[x\]/);
	});

	it('what became of restoring roles', () => {
		for (const kind of ['granted', 'waiting', 'blocked', 'member-left'] as const) {
			expect(messageRefusals(restoredView(own, kind))).toEqual([]);
		}
	});
});

describe('a member’s purchases', () => {
	it('are shown with item, thumbnail, licence, dates and roles', () => {
		const [embed] = purchasesView(t, ownPurchases(1), 0).embeds ?? [];
		expect(embed).toMatchObject({ title: 'Item 1', thumbnail: { url: 'https://example.com/1.png' } });
		const end = Date.UTC(2026, 6, 1) / 1000;
		expect(embed?.fields?.map(({ value }) => value)).toEqual([
			'regular',
			`<t:${Date.UTC(2026, 0, 1) / 1000}:D>`,
			`<t:${end}:D> (<t:${end}:R>)`,
			'<@&300000000000000001> <@&300000000000000002>',
		]);
	});

	it('say what is not there: a date, support, a role', () => {
		const bare = { ...hostile, purchasedAt: undefined, supportedUntil: undefined, roleIds: [] };
		const [embed] = purchasesView(t, [bare], 0).embeds ?? [];
		expect(embed?.fields?.slice(1).map(({ value }) => value)).toEqual(['not known', 'not included', '–']);
	});

	it('say so where one was refunded, or verified in another server', () => {
		const description = (changes: Partial<OwnPurchase>) =>
			purchasesView(t, [{ ...hostile, ...changes }], 0).embeds?.[0]?.description;
		expect(description({})).toBeUndefined();
		expect(description({ status: 'revoked' })).toBe(t('purchases.revoked'));
		expect(description({ isHere: false })).toBe(t('purchases.elsewhere'));
	});

	it('come in pages of four, and a page past the end is the last', () => {
		const all = ownPurchases(9);
		const titles = (page: number) => purchasesView(t, all, page).embeds?.map(({ title }) => title);
		expect(titles(1)).toEqual(['Item 5', 'Item 6', 'Item 7', 'Item 8']);
		expect(titles(2)).toEqual(['Item 9']);
		expect(titles(99)).toEqual(['Item 9']);
		expect(clickable(purchasesView(t, all, 1))).toEqual([
			'cc1:purchases-restore',
			'cc1:purchases-page:0',
			'cc1:purchases-page:2',
		]);
		expect(clickable(purchasesView(t, all, 2))).toEqual(['cc1:purchases-restore', 'cc1:purchases-page:1']);
	});

	it('offer to let go of those that may be let go of', () => {
		const all = ownPurchases(4);
		const offered = JSON.stringify(purchasesView(t, all, 0).components);
		expect([...offered.matchAll(/"value":"([^"]+)"/g)].map(([, hash]) => hash)).toEqual([all[2]?.hash]);
		expect(offered).toContain('cc1:purchases-unlink');
		expect(JSON.stringify(purchasesView(t, [hostile], 0))).not.toContain('cc1:purchases-unlink');
	});

	it('have no button to turn a page where there is only one, and none at all where there is none', () => {
		expect(clickable(purchasesView(t, ownPurchases(4), 0))).toEqual(['cc1:purchases-restore']);
		expect(purchasesView(t, [], 0)).toMatchObject({
			content: t('purchases.none', { command: 'verify' }),
			components: [],
		});
	});
});
