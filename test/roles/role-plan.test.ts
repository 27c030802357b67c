import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RoleRules } from '../../src/guilds/role-rules.js';
import { managedRoles, type PlannedClaim, planRoles, wantedRoles } from '../../src/roles/role-plan.js';

const now = 1_000_000;
const claim: PlannedClaim = {
	status: 'active',
	item: { id: 7, category: 'themes' },
	licenseType: 'Regular',
	supportedUntil: now + 1,
};
const rules: RoleRules = {
	buyerRoleId: 'buyer',
	itemRoles: { '7': 'item-7' },
	categoryRoles: { themes: 'themes' },
	licenceRoles: { Regular: 'regular' },
	supportedRoleId: 'supported',
};

describe('the plan for a member’s roles', () => {
	it('gives every role that a claim stands for', () => {
		expect(planRoles({ claims: [claim], rules, held: ['other'], now })).toEqual({
			add: ['buyer', 'item-7', 'themes', 'regular', 'supported'],
			remove: [],
		});
	});

	it('takes the supported role and leaves the buyer role when the support has ended', () => {
		const held = ['buyer', 'item-7', 'themes', 'regular', 'supported', 'other'];
		const plan = planRoles({ claims: [{ ...claim, supportedUntil: now }], rules, held, now });
		expect(plan).toEqual({ add: [], remove: ['supported'] });
	});

	it('keeps the supported role while one of several claims is supported', () => {
		const ended = { ...claim, supportedUntil: undefined };
		expect(planRoles({ claims: [ended, claim], rules, held: ['supported'], now }).remove).toEqual([]);
	});

	it('takes every managed role, and no other, from a member whose only claim was revoked', () => {
		const held = ['buyer', 'themes', 'moderator'];
		const plan = planRoles({ claims: [{ ...claim, status: 'revoked' }], rules, held, now });
		expect(plan).toEqual({ add: [], remove: ['buyer', 'themes'] });
	});

	it('manages the roles that the rules name, and no other', () => {
		const named = ['buyer', 'item-7', 'themes', 'regular', 'supported'];
		expect([...managedRoles(rules)]).toEqual(named);
		expect([...managedRoles({ ...rules, supportedRoleId: undefined })]).toEqual(named.slice(0, -1));
	});

	it('finds no role under a name that every object has', () => {
		const odd = { ...claim, item: { id: 1, category: 'constructor' }, licenseType: 'toString' };
		expect(planRoles({ claims: [odd], rules, held: [], now }).add).toEqual(['buyer', 'supported']);
	});
});

describe('any plan', () => {
	const role = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
	const category = fc.constantFrom('themes', 'plugins', '');
	const licence = fc.constantFrom('Regular', 'Extended');
	const anyClaim: fc.Arbitrary<PlannedClaim> = fc.record({
		status: fc.constantFrom('active' as const, 'revoked' as const),
		item: fc.record({ id: fc.nat(3), category }),
		licenseType: licence,
		supportedUntil: fc.option(fc.nat(2 * now), { nil: undefined }),
	});
	const anyRules: fc.Arbitrary<RoleRules> = fc.record({
		buyerRoleId: role,
		itemRoles: fc.dictionary(fc.nat(3).map(String), role),
		categoryRoles: fc.dictionary(category, role),
		licenceRoles: fc.dictionary(licence, role),
		supportedRoleId: fc.option(role, { nil: undefined }),
	});
	const anyInput = fc.record({
		claims: fc.array(anyClaim, { maxLength: 5 }),
		rules: anyRules,
		held: fc.uniqueArray(fc.oneof(role, fc.constantFrom('x', 'y'))),
		now: fc.constant(now),
	});
	type Input = Parameters<typeof planRoles>[0];
	const apply = (input: Input): Set<string> => {
		const plan = planRoles(input);
		const held = new Set(input.held);
		for (const id of plan.add) held.add(id);
		for (const id of plan.remove) held.delete(id);
		return held;
	};

	it('reaches the wanted roles and leaves every other as it was', () => {
		fc.assert(
			fc.property(anyInput, (input) => {
				const after = apply(input);
				const managed = managedRoles(input.rules);
				const wanted = wantedRoles(input.claims, input.rules, now);
				expect(new Set([...after].filter((id) => managed.has(id)))).toEqual(wanted);
				const unmanaged = (roles: Iterable<string>) => [...roles].filter((id) => !managed.has(id)).sort();
				expect(unmanaged(after)).toEqual(unmanaged(input.held));
			}),
		);
	});

	it('changes nothing when it is made again after it was applied', () => {
		fc.assert(
			fc.property(anyInput, (input) => {
				expect(planRoles({ ...input, held: apply(input) })).toEqual({ add: [], remove: [] });
			}),
		);
	});

	it('never names a role that the rules do not', () => {
		fc.assert(
			fc.property(anyInput, (input) => {
				const { add, remove } = planRoles(input);
				for (const id of [...add, ...remove]) expect(managedRoles(input.rules).has(id)).toBe(true);
			}),
		);
	});
});
