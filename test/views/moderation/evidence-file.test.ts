import { describe, expect, it } from 'vitest';
import type { ClaimDetails } from '../../../src/claims/claim-details.js';
import type { ClaimEvent } from '../../../src/claims/record.js';
import { languages } from '../../../src/i18n/languages.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import { evidenceFile } from '../../../src/views/moderation/evidence-file.js';
import { caseOf, id } from './moderation-views.js';

const at = Date.UTC(2026, 5, 11, 9, 30);
const holder = id(0);
const stranger = id(7);
const mod = id(8);
const names = new Map([
	[holder, 'maya'],
	[stranger, 'tom.w'],
	[mod, 'iris'],
]);

function fileOf(
	about: Partial<ClaimDetails> & { holders?: number } = {},
	{ locale = 'en', isThere = true }: { locale?: string; isThere?: boolean } = {},
): string {
	const purchase = caseOf('Aurora', { history: [], ...about });
	const roleNames = isThere ? ['Buyer'] : undefined;
	const evidence = { purchase, serverName: 'Northlight', roleNames, at };
	return evidenceFile(translatorFor(locale), evidence, (userId) => names.get(userId));
}

const historyWith = (event: Omit<ClaimEvent, 'at'>): string =>
	fileOf({ history: [{ at, ...event }] })
		.split('\n')
		.find((line) => line.startsWith('  2026-06-11 09:30 UTC · ')) ?? '';

describe('the file about a purchase', () => {
	it('reads as a page', () => {
		const file = fileOf({
			purchasedAt: Date.UTC(2026, 4, 8),
			supportedUntil: Date.UTC(2027, 4, 8),
			licenseType: 'regular',
			payment: { price: 29, currency: 'USD', downloaded: true },
			check: { at, misses: [] },
			history: [{ at, what: 'claimed', by: holder }],
		});
		expect(file).toBe(`Record of a purchase
From the Discord server “Northlight”, 2026-06-11 09:30 UTC

Purchase, as reported by the shop
  Aurora (17)
  Regular license
  Bought 2026-05-08 00:00 UTC
  Paid $29.00
  Downloaded
  Support until 2027-05-08 00:00 UTC
  Last confirmed by the shop: 2026-06-11 09:30 UTC

Discord account
  Linked to maya (${holder}) since 2023-11-14 22:13 UTC
  Current roles for purchases: Buyer
  The bot gives roles after a purchase is verified. It doesn’t record when.

History
  2026-06-11 09:30 UTC · verified (this account)

The shop reported the details of the purchase to the bot. The bot recorded the history. The purchase code and other accounts are left out. Times are in UTC.
`);
	});

	it.each<[string, Omit<ClaimEvent, 'at'>, string]>([
		['the holder', { what: 'claimed', by: holder }, 'verified (this account)'],
		['another member', { what: 'claimed', by: stranger }, 'verified (another account)'],
		['a deleted member', { what: 'claimed', by: 'deleted' }, 'verified (a member whose data was deleted)'],
		['staff', { what: 'locked', by: mod }, 'locked (staff)'],
		[
			'staff who moved it',
			{ what: 'transferred', by: mod, member: stranger, to: holder },
			'moved: another account → this account (staff)',
		],
		[
			'a member who moved it',
			{ what: 'transferred', by: stranger, member: stranger, to: holder },
			'moved: another account → this account (another account)',
		],
		[
			'the bot',
			{ what: 'revoked', by: 'claimcheck', why: 'shop-invalid' },
			'no longer valid (the bot) · reported invalid by the shop',
		],
	])('says in its history what %s did, without a name', (_, event, line) => {
		expect(historyWith(event)).toBe(`  2026-06-11 09:30 UTC · ${line}`);
	});

	const code = '0f8fad5b-d9cb-469f-a165-70867728950e';
	it.each([
		[`sold by <@${stranger}>`, 'sold by […]'],
		[`sold by <@!${stranger}> in <#${stranger}> to <@&${stranger}>`, 'sold by […] in […] to […]'],
		[`${stranger} asked`, '[…] asked'],
		[`${stranger.slice(0, 9)}\u200b${stranger.slice(9)} asked`, '[…] asked'],
		['see @tom or tom@example.com', 'see […] or […]'],
		['tom.w asked, TOM.W too', '[…] asked, […] too'],
		['tomXw asked', 'tomXw asked'],
		['iris decided', '[…] decided'],
		[`code ${code}`, 'code …'],
		[`code ${code.slice(0, 9)}\u200b${code.slice(9)}`, 'code …'],
		['**bold** [a](b)', '**bold** [a](b)'],
		['one\ntwo\u202e', 'one two'],
		['ticket 4711 of 2026-03-01', 'ticket 4711 of 2026-03-01'],
	])('copies the reason %j without codes and people', (why, shown) => {
		expect(historyWith({ what: 'released', by: mod, member: stranger, why })).toContain(`· “${shown}”`);
	});

	it('says what is unknown instead of leaving it out', () => {
		expect(fileOf({}, { isThere: false })).toContain('Current roles: unknown.');
		expect(fileOf({ holders: 0 }).split('Nobody holds it')).toHaveLength(2);
		expect(fileOf()).toContain('No history yet.');
	});

	it('counts further holders without naming them', () => {
		const file = fileOf({ holders: 3 });
		expect(file).toContain('Other accounts that hold the purchase: 2');
		for (const other of [id(1), id(2)]) expect(file).not.toContain(other);
	});

	it('says when the shop called it invalid, and that it gives no reason', () => {
		const file = fileOf({ check: { at, misses: [at - 86_400_000, at] } });
		expect(file).toContain('Reported invalid by the shop: 2026-06-10 09:30 UTC, 2026-06-11 09:30 UTC');
		expect(file).toContain('The shop doesn’t report why. It can be a refund.');
		expect(file).not.toContain('Last confirmed');
		const revoked = fileOf({ status: 'revoked' });
		expect(revoked).toContain('  No longer valid: the shop doesn’t list it\n  The shop doesn’t report why.');
		const byStaff = fileOf({ status: 'revoked', isRevokedByStaff: true });
		expect(byStaff).toContain('  Revoked by staff\n');
		expect(byStaff).not.toContain('The shop doesn’t report why.');
	});

	it('says that a long history is shortened', () => {
		const history = Array.from({ length: 50 }, () => ({ at, what: 'locked' as const, by: mod }));
		expect(fileOf({ history })).toContain('Older events may be missing.');
		expect(fileOf({ history: history.slice(1) })).not.toContain('Older events');
	});

	it('survives times that no date can represent', () => {
		expect(fileOf({ purchasedAt: 9e15 })).toContain('Bought –');
	});

	it.each(languages)('has no mention, no Discord time and no Markdown in %s', (locale) => {
		const file = fileOf({ check: { at, misses: [at] }, locked: true, keptSeats: 1 }, { locale });
		expect(file).not.toMatch(/<[@t#:]|\*\*|-# /);
		expect(file).toContain('2026-06-11 09:30 UTC');
	});
});
