import { labelsOf, selectsOf, textOf } from '@claimcheck/local-discord/reading';
import { describe, expect, it } from 'vitest';
import { actModal, carriedView } from '../../../commands/staff/acts.js';
import { memberView } from '../../../commands/staff/member.js';
import { historyFileView, purchaseView } from '../../../commands/staff/purchase.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import type { MessageView } from '../../../src/ui/message.js';
import { accents } from '../../../src/ui/page.js';
import { usual } from '../../states/foreign.js';
import { memberOf } from '../../states/moderation/moderation-page-states.js';
import { caseOf, hashOf, id, now } from '../../states/moderation/sample-cases.js';

const t = translatorFor('en-US');
const moderator = { canManageRoles: true };
const nameOf = (userId: string) => (userId === id(0) ? 'maya' : undefined);
const parts = { seats: 1, media: undefined, nameOf, now };
/** The actions in the selects, then the buttons. */
const labels = (view: MessageView): string[] => [
	...selectsOf(view).flatMap((select) => select.labels),
	...labelsOf(view),
];

it('a member’s page has three purchases per page', () => {
	const purchases = Array.from({ length: 8 }, (_, n) => caseOf('Aurora', { hash: hashOf(n) }));
	const member = { ...memberOf(usual), purchases, userId: purchases[0]?.holderId ?? '' };
	const pageAt = (page: number) => labelsOf(memberView(t, member, { page, nameOf }, moderator, now));
	const opens = (labels: string[]) => labels.filter((label) => label === 'Open');
	expect(pageAt(0)).toContain('Next');
	expect([opens(pageAt(0)), opens(pageAt(9))]).toEqual([Array(3).fill('Open'), ['Open', 'Open']]);
	expect(pageAt(9)).toContain('Previous');
});

it('a member’s page says that Discord shows no roles, rather than that none is missing', () => {
	const member = { ...memberOf(usual), pausedUntil: undefined };
	const roles = { ...member.roles, has: [], missing: [], isUnseen: true };
	const seen = memberView(t, { ...member, roles }, { page: 0, nameOf }, moderator, now);
	expect(textOf(seen)).toContain('⚠️ Discord isn’t responding');
	expect(seen).toMatchObject({ components: [{ accent_color: accents.attention }] });
});

describe('a purchase’s page', () => {
	const ways = ['Check now', 'History', 'Back'];
	const free = ['Clear reserved seats', 'Lock', 'Revoke', 'Check now', 'History', 'Look up'];
	it.each<[string, Parameters<typeof caseOf>[1], string[]]>([
		['held', {}, ['Move', 'Unlink', 'Lock', 'Revoke', ...ways]],
		['locked', { locked: true }, ['Unlock', 'Revoke', ...ways]],
		['given by staff', { isGiven: true }, ['Unlink', 'Update roles', 'History', 'Back']],
		['free, with a reserved seat', { holders: 0, keptSeats: 1 }, free],
		['revoked', { status: 'revoked' }, ['Move', 'Unlink', 'Lock', 'Revoke', ...ways]],
		[
			'revoked by staff',
			{ status: 'revoked', isRevokedByStaff: true },
			['Move', 'Unlink', 'Lock', 'Lift revocation', ...ways],
		],
	])('offers the actions that fit its state: %s', (_, state, acts) => {
		expect(labels(purchaseView(t, caseOf('Aurora', state), moderator, parts))).toEqual(acts);
	});

	it('offers no revocation to staff who only have a staff role', () => {
		const seen = purchaseView(t, caseOf('Aurora'), { canManageRoles: false }, parts);
		expect(labels(seen)).not.toContain('Revoke');
	});

	it('says how often the shop no longer listed it', () => {
		const seen = purchaseView(
			t,
			caseOf('Aurora', { check: { at: 5_000, misses: [1, 2] } }),
			moderator,
			parts,
		);
		expect(textOf(seen)).toContain(t('desk.shopNo', { count: 2, most: 3 }));
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
		'attack: contains no code: %j',
		(why) => {
			const history = [{ at: 0, what: 'locked', by: id(2), why } as const];
			expect(fileOf(caseOf('Aurora', { history })).toLowerCase()).not.toContain('9e107d9d');
		},
	);
});

describe('the confirmation before an action', () => {
	const label = { itemName: 'Aurora', codeEnd: '3a8c', holderCount: 1, roleIds: [id(5)] };

	it('has a title that Discord accepts, with the end of the code, whatever the item is called', () => {
		const long = { ...label, itemName: 'Aurora '.repeat(20) };
		const { title } = actModal(t, 'cc1:x', 'revoke', id(0), long);
		expect(title).toMatch(/^Revoke Aurora .*…\u00a0••••3a8c$/);
		expect(title.length).toBeLessThanOrEqual(45);
		expect(title.length).toBeGreaterThan(38);
	});
});

it('the reply to an action leads back to the page, or into the form if another choice solves the problem', () => {
	const refused = (kind: 'is-bot' | 'changed-since') =>
		labels(carriedView(t, { kind }, { change: 'cc1:desk-give:1', back: 'cc1:desk-member:1:0' }));
	expect(refused('is-bot')).toEqual(['Change', 'Back']);
	expect(refused('changed-since')).toEqual(['Back']);
});
