import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../../src/i18n/translator.js';
import {
	longHash,
	purchaseOfValue,
	purchaseValue,
	shortHash,
} from '../../../src/views/custom-ids/moderation-ids.js';
import type { MessageView } from '../../../src/views/kit/message.js';
import { unlinkingOf } from '../../../src/views/management/policy-view.js';
import { carriedView, chooseView } from '../../../src/views/moderation/moderation-act-view.js';
import { referenceView } from '../../../src/views/moderation/moderation-look-up-view.js';
import { memberView } from '../../../src/views/moderation/moderation-member-view.js';
import { historyView, purchaseView } from '../../../src/views/moderation/moderation-purchase-view.js';
import { moderationEventText } from '../../../src/views/moderation/moderation-text.js';
import { shownText } from '../shown.js';
import { carriedOf, caseOf, hash, hashOf, id, memberOf, now, proposalId } from './moderation-views.js';

const t = translatorFor('en-US');
const moderator = { isHome: true, canManageRoles: true };
const parts = { seats: 1, thumbnailUrl: undefined, now };
const state = { page: 0, former: false };
const labels = (view: MessageView): string[] =>
	[...JSON.stringify(view).matchAll(/"label":"([^"]+)"/g)].map(([, label = '']) => label);

describe('a member’s page', () => {
	it('says what keeps a role, and ends a pause at home alone', () => {
		const member = memberOf('Maya', {
			roles: {
				isThere: true,
				has: [id(5)],
				missing: [{ roleId: id(6), why: 'role-too-high' }],
				isPending: true,
				mustAcceptRules: false,
			},
			pausedUntil: now,
			purchases: [caseOf('Aurora')],
		});
		const view = memberView(t, member, state, moderator, now);
		expect(shownText(view)).toContain(`⚠️ Should have <@&${id(6)}>: above my role`);
		expect(shownText(view)).toContain('••••3a8c');
		expect(labels(view)).toEqual(['Update roles', 'Give', 'End pause', 'Open']);
		const elsewhere = memberView(t, member, state, { isHome: false, canManageRoles: false }, now);
		expect(labels(elsewhere)).toEqual(['Update roles', 'Open']);
	});

	it('says that the server’s rules come first, where a role waits for that', () => {
		const roles = { isThere: true, has: [], isPending: false, mustAcceptRules: true };
		const shown = (missing: readonly { readonly roleId: string; readonly why: undefined }[]) =>
			shownText(memberView(t, memberOf('Maya', { roles: { ...roles, missing } }), state, moderator, now));
		expect(shown([{ roleId: id(6), why: undefined }])).toContain('Hasn’t accepted the server’s rules yet');
		expect(shown([])).not.toContain('rules');
	});

	it('shows four purchases at a time, and the former ones on request', () => {
		const purchases = Array.from({ length: 6 }, (_, n) => caseOf('Aurora', { hash: hashOf(n) }));
		const first = memberView(t, memberOf('Maya', { purchases, hasFormer: true }), state, moderator, now);
		expect(labels(first).filter((label) => label === 'Open')).toHaveLength(4);
		expect(labels(first)).toContain('Next');
		expect(labels(first)).toContain('Show former');
		const last = memberView(t, memberOf('Maya', { purchases }), { page: 9, former: false }, moderator, now);
		expect(labels(last).filter((label) => label === 'Open')).toHaveLength(2);
		expect(labels(last)).toContain('Previous');
	});
});

describe('a purchase’s page', () => {
	const acts = (...args: Parameters<typeof caseOf>) =>
		labels(purchaseView(t, caseOf(...args), moderator, parts));

	it('offers the acts that fit its state', () => {
		expect(acts('Aurora')).toEqual(['Check now', 'Move', 'Unlink', 'Lock', 'Revoke', 'History', 'Back']);
		expect(acts('Aurora', { locked: true })).toEqual(['Check now', 'Unlock', 'Revoke', 'History', 'Back']);
		const revoked = { status: 'revoked', isRevokedByStaff: true } as const;
		expect(acts('Aurora', revoked)).toContain('Lift revocation');
		expect(acts('Aurora', { isGiven: true })).toEqual(['Unlink', 'Update roles', 'History', 'Back']);
		expect(acts('Aurora', { holders: 0, keptSeats: 1 })).toEqual([
			'Check now',
			'Lock',
			'Revoke',
			'Free kept seats',
			'History',
			'Look up',
		]);
	});

	it('offers staff by role no revocation, and another server’s staff nothing that is home’s', () => {
		const page = (isHome: boolean) =>
			purchaseView(t, caseOf('Aurora'), { isHome, canManageRoles: false }, parts);
		expect(labels(page(true))).not.toContain('Revoke');
		expect(labels(page(false))).toEqual(['Update roles', 'History', 'Back']);
		expect(shownText(page(false))).not.toContain('The shop said');
	});

	it('tells that a purchase has no code, and how often the shop has said no', () => {
		const given = shownText(purchaseView(t, caseOf('Aurora', { isGiven: true }), moderator, parts));
		expect(given).toContain('Given by the staff, no code');
		expect(given).not.toContain('…');
		const missed = caseOf('Aurora', { check: { at: now, misses: [1, 2] } });
		const no = shownText(purchaseView(t, missed, moderator, parts));
		expect(no).toContain('⚠️ The shop says no (2 of 3, then its roles are removed)');
		expect(no).toContain(`-# As of <t:${Math.floor(now / 1000)}:R>`);
		expect(no).not.toContain('The shop said valid');
		const yes = caseOf('Aurora', { check: { at: now, misses: [] } });
		const said = `-# The shop said valid <t:${Math.floor(now / 1000)}:R>`;
		expect(shownText(purchaseView(t, yes, moderator, parts))).toContain(said);
	});

	it('shows its history newest first, page by page', () => {
		const about = caseOf('Aurora', { events: 20 });
		const first = shownText(historyView(t, about, 0)).split('\n');
		expect(first[1]).toContain(`<t:${(19 * 86_400_000) / 1000}:D>`);
		expect(labels(historyView(t, about, 0))).toEqual(['Older', 'Back']);
		expect(labels(historyView(t, about, 2))).toEqual(['Newer', 'Back']);
		expect(shownText(historyView(t, about, 2))).toContain('<t:0:D>');
	});
});

describe('the answer to an act', () => {
	it('says who did what to whom and why, and until when it can be undone', () => {
		const view = carriedView(t, carriedOf('Aurora', 'moved'));
		expect(shownText(view)).toContain(
			`✅ <@${id(1)}> moved **Aurora**\u00a0••••3a8c: <@${id(2)}> → <@${id(3)}>`,
		);
		expect(shownText(view)).toContain('“Aurora”');
		expect(shownText(view)).toContain('-# Undo ends <t:');
		expect(labels(view)).toEqual(['Undo', 'Open purchase']);
		expect(labels(carriedView(t, carriedOf('Aurora', 'undid')))).toEqual(['Open purchase']);
	});

	it('names a forgotten member as such, never by what is stored', () => {
		const carried = carriedOf('A', 'unlinked');
		if (carried.kind !== 'done') throw new Error('It was not done');
		const told = (memberId: string | undefined) => moderationEventText(t, { ...carried.event, memberId });
		expect(told('deleted')).toContain('whose data was deleted');
		expect(told(undefined)).toContain('(–)');
	});

	it('leads back into the form where another choice puts it right', () => {
		const refused = (kind: 'is-bot' | 'changed-since') => labels(carriedView(t, { kind }, 'cc1:desk-give:1'));
		expect(refused('is-bot')).toContain('Change');
		expect(refused('changed-since')).not.toContain('Change');
	});
});

describe('the choice among several purchases', () => {
	it('names holders as the server does, never by their ids', () => {
		const purchases = [caseOf('Aurora'), { ...caseOf('Aurora'), holderId: id(7) }];
		const shown = JSON.stringify(chooseView(t, proposalId, purchases, new Map([[id(0), 'Maya']])));
		expect(shown).toContain('"description":"••••3a8c · Maya"');
		expect(shown).toContain('"description":"••••3a8c · Not in this server"');
	});

	it('finds the claim of a custom_id and of an option again', () => {
		expect(longHash(shortHash(hash))).toBe(hash);
		expect(purchaseOfValue(purchaseValue(hash, id(1)))).toEqual({ hash, holderId: id(1) });
		expect(purchaseOfValue(purchaseValue(hash, undefined))).toEqual({ hash, holderId: undefined });
		for (const foreign of [undefined, '', 'x', `${hash}.1`]) expect(purchaseOfValue(foreign)).toBeUndefined();
	});
});

describe('the rules for unlinking', () => {
	it('are only those that are offered', () => {
		expect(unlinkingOf('14')).toEqual({ kind: 'after-days', days: 14 });
		expect(unlinkingOf('transfer-only')).toEqual({ kind: 'never' });
		for (const foreign of [undefined, '13', '-1', 'after-days']) expect(unlinkingOf(foreign)).toBeUndefined();
	});
});

describe('a reference', () => {
	const found = {
		reference: 'KQT-WDR',
		userId: id(1),
		at: now,
		why: 'taken',
		about: undefined,
		disputeButton: undefined,
	};

	it.each([
		[`A${'👍'.repeat(32)}`, `A${'👍'.repeat(19)}…`],
		['\u202eMaya\u0000', 'Maya'],
		['\u200b', id(1)],
	])('opens the page of a member with any name: %s', (name, shown) => {
		expect(labels(referenceView(t, { ...found, name }))).toEqual([`Open ${shown}`]);
	});
});

it('the logo of a purchase is described in whole characters', () => {
	const about = caseOf(`A${'👍'.repeat(150)}`);
	const view = purchaseView(t, about, moderator, { ...parts, thumbnailUrl: 'https://cdn.example/logo.png' });
	expect(JSON.stringify(view)).toContain(`"description":"Logo of A${'👍'.repeat(99)}…"`);
});
