import { describe, expect, it } from 'vitest';
import { type PlannedClaim, planRoles, rolesOfOneAlone, wantedRoles } from '../../src/roles/role-plan.js';
import type { RoleRules } from '../../src/servers/guild-settings.js';
import { givenRoles } from '../../src/servers/rule-subject.js';
import { noRules } from '../servers/no-rules.js';

const now = 1_000_000;
const claim: PlannedClaim = {
	status: 'active',
	item: { id: 7, category: 'themes' },
	licenseType: 'Regular',
	supportedUntil: now + 1,
	purchasedAt: now - 10,
};
const rules: RoleRules = {
	...noRules,
	buyerRoleId: 'buyer',
	itemRoles: { '7': 'item-7' },
	categoryRoles: { themes: 'themes' },
	licenceRoles: { Regular: 'regular' },
	supportedRoleId: 'supported',
};

describe('the plan for a member’s roles', () => {
	it('gives every role that a claim grants', () => {
		expect(planRoles({ claims: [claim], rules, held: ['other'], now })).toEqual({
			add: ['buyer', 'item-7', 'themes', 'regular', 'supported'],
			remove: [],
		});
	});

	it('removes the support role and leaves the buyer role when the support has ended', () => {
		const held = ['buyer', 'item-7', 'themes', 'regular', 'supported', 'other'];
		const plan = planRoles({ claims: [{ ...claim, supportedUntil: now }], rules, held, now });
		expect(plan).toEqual({ add: [], remove: ['supported'] });
	});

	it('keeps the support role while one of several claims has support', () => {
		const ended = { ...claim, supportedUntil: undefined };
		expect(planRoles({ claims: [ended, claim], rules, held: ['supported'], now }).remove).toEqual([]);
	});

	it('removes every managed role, and no other, from a member whose only claim was revoked', () => {
		const held = ['buyer', 'themes', 'moderator'];
		const plan = planRoles({ claims: [{ ...claim, status: 'revoked' }], rules, held, now });
		expect(plan).toEqual({ add: [], remove: ['buyer', 'themes'] });
	});

	it('manages only the roles in the rules', () => {
		const named = ['buyer', 'item-7', 'themes', 'regular'];
		expect(givenRoles(rules)).toEqual(new Set([...named, 'supported']));
		expect(givenRoles({ ...rules, supportedRoleId: undefined })).toEqual(new Set(named));
	});

	it('doesn’t mistake the name of a built-in object property for a rule', () => {
		const odd = { ...claim, item: { id: 1, category: 'constructor' }, licenseType: 'toString' };
		expect(planRoles({ claims: [odd], rules, held: [], now }).add).toEqual(['buyer', 'supported']);
	});
});

describe('a role by date of purchase', () => {
	const dated = (from: number | undefined, until: number | undefined, purchasedAt: number | undefined) => {
		const byDate = { ...noRules, buyerRoleId: 'buyer', dateRoles: [{ from, until, roleId: 'early' }] };
		return wantedRoles([{ ...claim, purchasedAt }], byDate, now).has('early');
	};

	it.each([
		['after', 100, undefined, 100, true],
		['after', 100, undefined, 99, false],
		['before', undefined, 100, 99, true],
		['before', undefined, 100, 100, false],
		['between', 100, 200, 150, true],
		['between', 100, 200, 200, false],
		['between', 200, 100, 150, false],
	])('%s: from %s until %s, bought at %s', (_, from, until, at, is) => {
		expect(dated(from, until, at)).toBe(is);
	});

	it.each<[string, Partial<PlannedClaim>, string[]]>([
		['neither given nor removed', {}, []],
		['removed if the only purchase is a gift, which was never bought', { isGiven: true }, ['early']],
		['removed if the purchase was revoked', { status: 'revoked' }, ['early']],
	])('with an unknown date is %s', (_, change, remove) => {
		const byDate = { ...noRules, buyerRoleId: 'buyer', dateRoles: [{ until: 100, roleId: 'early' }] };
		const claims = [{ ...claim, purchasedAt: undefined, ...change }];
		const plan = (held: string[]) => planRoles({ claims, rules: byDate, held, now });
		expect([plan(['buyer']).add, plan(['early']).remove]).toEqual([[], remove]);
	});
});

describe('support roles for an unknown end of support', () => {
	const byEnd = { ...rules, support: { ...noRules.support, endsSoonRoleId: 'soon' } };
	const claims = [{ ...claim, supportedUntil: 'unknown' as const }];

	it('are neither given nor removed', () => {
		expect(planRoles({ claims, rules: byEnd, held: [], now }).add).not.toContain('supported');
		expect(planRoles({ claims, rules: byEnd, held: ['supported', 'soon'], now }).remove).toEqual([]);
	});

	it('are removed if that purchase is revoked', () => {
		const revoked = claims.map((each) => ({ ...each, status: 'revoked' as const }));
		const { remove } = planRoles({ claims: revoked, rules: byEnd, held: ['supported', 'soon'], now });
		expect(remove).toEqual(['supported', 'soon']);
	});
});

describe('around the end of support', () => {
	const dayMs = 86_400_000;
	const end = 100 * dayMs;
	const support = { noticeDays: 14, endsSoonRoleId: 'soon', graceDays: 7 };
	const withSupport: RoleRules = { ...noRules, buyerRoleId: 'buyer', supportedRoleId: 'supported', support };
	const ending = { ...claim, supportedUntil: end };
	const rolesAt = (at: number, claims: readonly PlannedClaim[] = [ending]) =>
		[...wantedRoles(claims, withSupport, at)].slice(1);

	it('one role is held from the notice to the end, the other through the grace period', () => {
		expect(rolesAt(end - 14 * dayMs - 1)).toEqual(['supported']);
		expect(rolesAt(end - 14 * dayMs)).toEqual(['supported', 'soon']);
		expect(rolesAt(end - 1)).toEqual(['supported', 'soon']);
		expect(rolesAt(end)).toEqual(['supported']);
		expect(rolesAt(end + 7 * dayMs - 1)).toEqual(['supported']);
		expect(rolesAt(end + 7 * dayMs)).toEqual([]);
	});

	it('a second purchase of the same item with longer support is a renewal; one of another item is not', () => {
		const longer = { ...ending, supportedUntil: end + 30 * dayMs };
		expect(rolesAt(end - dayMs, [ending, longer])).toEqual(['supported']);
		expect(rolesAt(end - dayMs, [longer, { ...ending, supportedUntil: end }])).toEqual(['supported']);
		const other = { ...longer, item: { ...longer.item, id: 8 } };
		expect(rolesAt(end - dayMs, [ending, other])).toEqual(['supported', 'soon']);
	});

	it('support of a revoked purchase doesn’t count', () => {
		const revoked = { ...ending, status: 'revoked', supportedUntil: end + 30 * dayMs } as const;
		expect(rolesAt(end - dayMs, [ending, revoked])).toEqual(['supported', 'soon']);
		expect(rolesAt(end - dayMs, [revoked])).toEqual([]);
	});

	it('a role that only one purchase gives is listed with it, unless another purchase has renewed the support', () => {
		const longer = { ...ending, supportedUntil: end + 30 * dayMs };
		expect(rolesOfOneAlone(ending, [], withSupport, end - dayMs)).toEqual(['buyer', 'supported', 'soon']);
		expect(rolesOfOneAlone(ending, [longer], withSupport, end - dayMs)).toEqual([]);
	});
});
