import { describe, expect, it } from 'vitest';
import { ownPurchasesView } from '../../../commands/purchases/purchases.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import type { OwnPurchase } from '../../../src/purchases/purchases.js';
import { noRoles, type RoleStatus } from '../../../src/roles/role-status.js';
import type { MessageView } from '../../../src/ui/message.js';
import { linkedPlace, ownPurchase, ownPurchases, roleIds } from '../../ui/sample-own.js';
import { optionsOf, shownText } from '../../ui/shown.js';

const t = translatorFor('en-US');
const now = Date.UTC(2026, 11, 1);
const context = { place: linkedPlace, now };
const [_buyer, _item] = roleIds;

const oneOf = (
	changes: Partial<OwnPurchase> = {},
	roles: Partial<RoleStatus> = { has: roleIds },
	place = linkedPlace,
) =>
	ownPurchasesView(t, { all: [{ ...ownPurchase, ...changes }], roles: { ...noRoles, ...roles } }, 0, {
		...context,
		place,
	});

/** Labels of the controls. */
function labels(view: MessageView): string[] {
	return [...JSON.stringify(view.components).matchAll(/\{[^{}]*"label":"([^"]+)"[^{}]*\}/g)]
		.filter(([button]) => !button.includes('"disabled":true'))
		.map(([, label = '']) => label);
}

describe('a member’s purchases', () => {
	it('turn their pages, and a page past the end is the last', () => {
		const all = ownPurchases(54);
		const titles = (page: number) =>
			optionsOf(ownPurchasesView(t, all, page, context)).map(({ label }) => label);
		expect(titles(1).slice(0, 2)).toEqual(['Item 26', 'Item 27']);
		expect(titles(99)).toEqual(['Item 51', 'Item 52', 'Item 53', 'Item 54']);
		const pressed = JSON.stringify(ownPurchasesView(t, all, 1, context).components);
		for (const page of [0, 2]) expect(pressed).toContain(`"cc1:purchases-page:${page}"`);
	});

	it('open immediately where there is only one, and can be opened from the list', () => {
		expect(shownText(oneOf())).toContain('**Aurora**');
		const all = ownPurchases(27);
		const view = ownPurchasesView(t, all, all.all[26]?.hash ?? '', context);
		expect(shownText(view)).toContain('**Item 27**');
		expect(JSON.stringify(view)).toContain('"cc1:purchases-page:1"');
		expect(labels(view)).toContain('Show all');
	});

	it('are the list, under a line that says so, where what was to be opened is not theirs any more', () => {
		const view = ownPurchasesView(t, ownPurchases(2), 'f'.repeat(64), context);
		expect(shownText(view).split('\n').slice(0, 2)).toEqual([
			t('refusal.wasOutdated'),
			'## Your purchases · 2',
		]);
	});
});

describe('one purchase', () => {
	it('can be unlinked by its holder if the policy allows it', () => {
		expect(labels(oneOf({ canUnlink: true })).slice(3)).toEqual(['Unlink', 'Verify another']);
	});
});
