import { describe, expect, it } from 'vitest';
import { unlinkingOf } from '../../../commands/setup/policy.js';
import { actModal, carriedView } from '../../../commands/staff/acts.js';
import { memberView, purchaseOfValue, purchaseValue } from '../../../commands/staff/member.js';
import { historyFileView, purchaseView } from '../../../commands/staff/purchase.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import { longHash, shortHash } from '../../../src/ui/entries.js';
import type { MessageView } from '../../../src/ui/message.js';
import { caseOf, hash, hashOf, id, memberOf, now } from '../../ui/moderation-samples.js';
import { optionsOf } from '../../ui/shown.js';

const t = translatorFor('en-US');
const moderator = { canManageRoles: true };
const nameOf = (userId: string) => (userId === id(0) ? 'maya' : undefined);
const parts = { seats: 1, media: undefined, nameOf, now };
const labels = (view: MessageView): string[] =>
	[...JSON.stringify(view).matchAll(/"label":"([^"]+)"/g)].map(([, label = '']) => label);

describe('a member’s page', () => {
	const purchasesOf = (count: number) =>
		Array.from({ length: count }, (_, n) => caseOf('Aurora', { hash: hashOf(n), supportedUntil: now + 1 }));
	const pageWith = (purchases: ReturnType<typeof purchasesOf>, page = 0) => {
		const userId = purchases[0]?.holderId ?? id(2);
		const member = { ...memberOf('Maya', { purchases, hasFormer: true }), userId };
		return memberView(t, member, { page, former: false, nameOf }, moderator, now);
	};

	it('shows more as one select of 25, and the former ones on request', () => {
		const first = pageWith(purchasesOf(27));
		expect(labels(first)).not.toContain('Open');
		expect(labels(first)).toContain('Next');
		expect(labels(first)).toContain('Show former');
		const [option] = optionsOf(first);
		expect(optionsOf(first)).toHaveLength(25);
		expect(option?.label).toBe('Aurora');
		expect(option?.description).toMatch(/^••••3a8c · support until \w+ \d+, \d{4}$/);
		expect(purchaseOfValue(option?.value)?.hash).toBe(hashOf(0));
		const last = pageWith(purchasesOf(27), 9);
		expect(optionsOf(last)).toHaveLength(2);
		expect(labels(last)).toContain('Previous');
	});
});

describe('a purchase’s page', () => {
	const page = (...args: Parameters<typeof caseOf>) => purchaseView(t, caseOf(...args), moderator, parts);
	/** The acts in the select, then what is on buttons. */
	const acts = (...args: Parameters<typeof caseOf>) => labels(page(...args));

	it('offers the acts that fit its state in one select', () => {
		const ways = ['Check now', 'History', 'Back'];
		expect(acts('Aurora')).toEqual(['Move', 'Unlink', 'Lock', 'Revoke', ...ways]);
		expect(acts('Aurora', { locked: true })).toEqual(['Unlock', 'Revoke', ...ways]);
		const given = ['Unlink', 'Update roles', 'History', 'Back'];
		expect(acts('Aurora', { isGiven: true })).toEqual(given);
		expect(acts('Aurora', { holders: 0, keptSeats: 1 })).toEqual([
			'Clear reserved seats',
			'Lock',
			'Revoke',
			'Check now',
			'History',
			'Look up',
		]);
	});

	it('offers the same acts on a revoked purchase, and to lift the revocation if staff did it', () => {
		const ways = ['Check now', 'History', 'Back'];
		const revoked = { status: 'revoked' } as const;
		const others = ['Move', 'Unlink', 'Lock'];
		expect(acts('Aurora', revoked)).toEqual([...others, 'Revoke', ...ways]);
		const byStaff = acts('Aurora', { ...revoked, isRevokedByStaff: true });
		expect(byStaff).toEqual([...others, 'Lift revocation', ...ways]);
	});

	it('offers staff by role no revocation', () => {
		const seen = purchaseView(t, caseOf('Aurora'), { canManageRoles: false }, parts);
		expect(labels(seen)).not.toContain('Revoke');
	});
});

describe('the history as a file', () => {
	const code = '9e107d9d-372b-4ae6-8d1a-3f2c5b6a7e8f';
	const fileOf = (about = caseOf('Aurora')) =>
		String(historyFileView(t, about, nameOf).files?.[0]?.attachment);

	it('has every line of all pages, in plain text', () => {
		const about = caseOf('**Aurora**', { events: 20 });
		const [title, empty, ...lines] = fileOf(about).split('\n');
		expect([title, empty, lines.at(-1)]).toEqual(['\ufeffHistory · **Aurora**', '', '']);
		expect(lines).toHaveLength(21);
		expect(lines[0]).toMatch(/^1970-01-20 00:00 UTC · /);
		expect(fileOf(about)).not.toMatch(/<[@t#]/);
	});

	it.each([code, code.split('').join('\u200b'), `code: ${code.toUpperCase()}`])(
		'attack: holds no code: %j',
		(why) => {
			const history = [{ at: 0, what: 'locked', by: id(2), why } as const];
			expect(fileOf(caseOf('Aurora', { history })).toLowerCase()).not.toContain('9e107d9d');
		},
	);
});

describe('the question before an act', () => {
	const label = { itemName: 'Aurora', codeEnd: '3a8c', holderCount: 1, roleIds: [id(5)] };

	it('has a title that Discord takes, with the end of the code whatever the item is called', () => {
		const long = { ...label, itemName: 'Aurora '.repeat(20) };
		const { title } = actModal(t, 'cc1:x', 'revoke', id(0), long);
		expect(title).toMatch(/^Revoke Aurora .*…\u00a0••••3a8c$/);
		expect(title.length).toBeLessThanOrEqual(45);
		expect(title.length).toBeGreaterThan(38);
	});
});

describe('the answer to an act', () => {
	it('leads back into the form where another choice puts it right', () => {
		const refused = (kind: 'is-bot' | 'changed-since') =>
			labels(carriedView(t, { kind }, { change: 'cc1:desk-give:1' }));
		expect(refused('is-bot')).toContain('Change');
		expect(refused('changed-since')).not.toContain('Change');
	});
});

describe('the custom_ids of a purchase', () => {
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
		for (const foreign of [undefined, '13', '-1', 'after-days']) expect(unlinkingOf(foreign)).toBeUndefined();
	});
});
