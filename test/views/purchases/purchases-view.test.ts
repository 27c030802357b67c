import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../../src/i18n/translator.js';
import type { OwnPurchase } from '../../../src/purchases/purchases.js';
import { noRoles, type RoleStatus } from '../../../src/roles/role-status.js';
import type { MessageView } from '../../../src/views/kit/message.js';
import { accents } from '../../../src/views/kit/page.js';
import { checkedNote } from '../../../src/views/purchases/purchase-view.js';
import { ownPurchasesView } from '../../../src/views/purchases/purchases-view.js';
import { usual } from '../../states/foreign.js';
import {
	barePlace,
	everyOwnPurchase,
	linkedPlace,
	ownPurchase,
	ownPurchases,
	roleIds,
} from '../sample-own.js';
import { optionsOf, shownText } from '../shown.js';

const t = translatorFor('en-US');
const now = Date.UTC(2026, 11, 1);
const context = { place: linkedPlace, now };
const [buyer, item] = roleIds;

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
	it('are rows with the roles that the member really has, up to three', () => {
		const view = ownPurchasesView(t, ownPurchases(3), 0, context);
		expect(shownText(view).split('\n').slice(0, 5)).toEqual([
			'## Your purchases · 3',
			`✅ You have <@&${buyer}>`,
			`⏳ On the way: <@&${item}>`,
			'**Item 1**',
			`••••3a8c · support until <t:${Date.UTC(2027, 4, 8) / 1000}:D>`,
		]);
		expect(labels(view)).toEqual(['Open', 'Open', 'Open', 'Get my roles', 'Verify another']);
	});

	it('are one select from four on, 25 a page', () => {
		expect(optionsOf(ownPurchasesView(t, ownPurchases(4), 0, context))).toHaveLength(4);
		const view = ownPurchasesView(t, ownPurchases(27), 0, context);
		expect(shownText(view).split('\n')).toEqual([
			'## Your purchases · 27',
			`✅ You have <@&${buyer}>`,
			`⏳ On the way: <@&${item}>`,
			'-# Page 1 of 2',
		]);
		expect(optionsOf(view)).toHaveLength(25);
		expect(optionsOf(view)[0]).toEqual({
			label: 'Item 1',
			description: '••••3a8c · support until May 8, 2027',
			value: ownPurchases(1).all[0]?.hash,
		});
		expect(labels(view)).not.toContain('Open');
		expect(labels(view).slice(-4)).toEqual(['Get my roles', 'Renew support', 'Verify another', 'Next']);
	});

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

	it('lead to the form where there are none', () => {
		const view = ownPurchasesView(t, ownPurchases(0), 3, context);
		expect(shownText(view)).toBe('**No purchases yet**\nVerify one with its code.');
		expect(JSON.stringify(view)).toContain('cc1:panel-verify');
	});

	it('say in the list what is wrong with one', () => {
		const kinds = everyOwnPurchase(usual).map((kind, index) => ({ ...kind, hash: `${index}`.repeat(64) }));
		const rows = kinds.map((_, at) => {
			const all = kinds.slice(at, at + 2);
			return shownText(ownPurchasesView(t, { all, roles: noRoles }, 0, context));
		});
		const select = optionsOf(ownPurchasesView(t, { all: kinds, roles: noRoles }, 0, context));
		const options = select.map(({ description }) => description).join('\n');
		for (const line of [
			'••••3a8c · no support',
			'••••3a8c · Verified in another server.',
			'Given by staff, no code',
			'••••3a8c · ⛔ No longer valid',
		]) {
			expect(rows.join('\n')).toContain(line);
			expect(options).toContain(line);
		}
		expect(rows.join('\n')).toContain('••••3a8c · support ended <t:0:R>');
		expect(options).toContain('••••3a8c · support ended 56 years ago');
	});
});

describe('one purchase', () => {
	const seconds = (at: number) => at / 1000;

	it('is shown in the lines that its holder needs', () => {
		expect(shownText(oneOf()).split('\n')).toEqual([
			'**Aurora**',
			'-# Regular license · code\u00a0••••3a8c',
			`Bought <t:${seconds(Date.UTC(2026, 4, 8))}:D> · verified <t:${seconds(Date.UTC(2026, 5, 1))}:R>`,
			`Support until <t:${seconds(Date.UTC(2027, 4, 8))}:D> (<t:${seconds(Date.UTC(2027, 4, 8))}:R>)`,
			`✅ <@&${buyer}> and <@&${item}>`,
		]);
		expect(labels(oneOf())).toEqual(['Open #support', 'Renew support', 'Show item', 'Verify another']);
		expect(JSON.stringify(oneOf())).toContain('"description":"Logo of Aurora"');
	});

	it('names a role as held only where it is, and what keeps it away', () => {
		const line = (roles: Partial<RoleStatus>) => shownText(oneOf({}, roles)).split('\n').at(-1);
		expect(line({ has: [buyer], onTheWay: [item] })).toBe(`✅ <@&${buyer}> ⏳ <@&${item}>: on the way`);
		expect(line({ blocked: [buyer] })).toBe(`⚠️ <@&${buyer}>: missing, staff notified`);
		expect(line({ has: ['9'], missing: [item] })).toBe(`⚠️ <@&${item}>: missing`);
		expect(line({ deleted: [item] })).toBe(t('purchases.roleDeleted'));
		expect(line({ isUnchosen: true })).toBe(t('purchases.roleUnchosen'));
		expect(labels(oneOf({}, { missing: [item] }))).toContain('Get my roles');
		expect(labels(oneOf({}, { missing: ['9'] }))).not.toContain('Get my roles');
	});

	it('says what it lacks: a date, support', () => {
		const bare = { purchasedAt: undefined, supportedUntil: undefined, licenseType: '' };
		expect(shownText(oneOf(bare)).split('\n').slice(1, 4)).toEqual([
			'-# Code\u00a0••••3a8c',
			`Verified <t:${seconds(Date.UTC(2026, 5, 1))}:R>`,
			'No support',
		]);
		expect(shownText(oneOf({ supportedUntil: 0 }))).toContain('Support ended <t:0:R>');
		expect(labels(oneOf({ supportedUntil: 0 }))).toContain('Check again');
		expect(labels(oneOf(bare))).not.toContain('Check again');
	});

	it('can be used here where it counts elsewhere, and promises no role before', () => {
		const view = oneOf({ isHere: false, roleIds: [] });
		expect(shownText(view)).toContain('Verified in another server.');
		expect(shownText(view)).not.toContain('<@&');
		expect(labels(view)).toEqual(['Use it here', 'Verify another']);
	});

	it('can be moved and unlinked where that is for its holder to do: by a button, or both in a select', () => {
		const can = (changes: Partial<OwnPurchase>) => labels(oneOf(changes)).slice(3);
		expect(can({ canMove: true })).toEqual(['Move', 'Verify another']);
		expect(can({ canUnlink: true })).toEqual(['Unlink', 'Verify another']);
		const both = oneOf({ canMove: true, canUnlink: true });
		expect(labels(both).slice(3)).toEqual(['Move', 'Unlink', 'Verify another']);
		expect(JSON.stringify(both)).toContain('"placeholder":"Change this purchase"');
		expect(JSON.stringify(both)).toContain('"description":"To your other account"');
	});

	it('shows its seat, its lock and the staff who gave it', () => {
		expect(shownText(oneOf({ seat: { number: 2, of: 5 } }))).toContain('Seat 2 of 5');
		expect(shownText(oneOf({ isLocked: true }))).toContain('🔒 Locked by staff.');
		expect(labels(oneOf({ isLocked: true }))).toContain('Ask staff');
		const given = shownText(oneOf({ isGiven: true, ending: '' }));
		expect(given).toContain('Regular license · Given by staff, no code');
		expect(given).not.toContain('Bought');
	});

	it('that no longer counts is grey, says why, and can be checked again unless the staff did it', () => {
		const shop = oneOf({ status: 'revoked', revokedBy: 'shop' });
		expect(shop.components).toMatchObject([{ accent_color: accents.over }]);
		expect(shownText(shop)).toContain(
			'⛔ No longer valid\nThe shop no longer lists it, maybe after a refund.',
		);
		expect(labels(shop)).toEqual(['Check again', 'Ask staff', 'Verify another']);
		const staff = oneOf({ status: 'revoked', revokedBy: 'staff' }, {}, barePlace);
		expect(shownText(staff)).toContain('⛔ No longer valid\nStaff revoked it.\nAsk this server’s staff.');
		expect(labels(staff)).toEqual(['Verify another']);
	});

	it('has a note for each answer of the shop', () => {
		const note = (status: 'active' | 'revoked') => checkedNote(t, { kind: 'asked', purchase: { status } });
		expect(note('active')).toBe(t('purchases.validAgain'));
		expect(note('revoked')).toBe(t('purchases.stillRevoked'));
		expect(checkedNote(t, { kind: 'no-answer' })).toBe(t('purchases.noAnswer'));
		expect(checkedNote(t, { kind: 'limited', retryAt: 1000 })).toContain('<t:1:R>');
	});
});
