import { describe, expect, it } from 'vitest';
import type { Claim } from '../../src/claims/claim.js';
import { noHome, type UnlinkPolicy } from '../../src/claims/policy.js';
import { createPurchases } from '../../src/members/purchases.js';
import type { RoleRules } from '../../src/roles/role-plan.js';

const here = '100000000000000001';
const elsewhere = '100000000000000002';
const rules: RoleRules = {
	buyerRoleId: 'buyer',
	itemRoles: { '7': 'aurora' },
	categoryRoles: {},
	licenceRoles: {},
	supportedRoleId: 'supported',
};
const claim: Claim = {
	hash: 'hash',
	holderId: '200000000000000001',
	guildIds: [here],
	status: 'active',
	item: { id: 7, name: 'Aurora', category: 'themes' },
	licenseType: 'regular',
	supportedUntil: 2000,
	purchasedAt: 1,
	claimedAt: 2,
	check: undefined,
	locked: false,
};

function purchasesWith(
	claims: readonly Claim[],
	known: { rules: RoleRules | undefined } = { rules },
	unlinking: UnlinkPolicy = { kind: 'never' },
	home = here,
) {
	const purchases = createPurchases({
		claims: { claimsOf: async () => claims },
		queue: { request: () => Promise.reject(new Error('No roles were to be restored')) },
		renewals: { ask: async () => new Map() },
		rulesOf: async () => known.rules,
		home: { is: (guildId) => guildId === home, policy: async () => ({ unlinking, seats: {} }) },
		thumbnailOf: (id) => `https://example.com/${id}.png`,
		now: () => 1000,
	});
	return purchases.purchasesOf({ guildId: here, userId: claim.holderId });
}

describe('a member’s own purchases', () => {
	it('carry the roles that follow from each in the server, and the item’s thumbnail', async () => {
		expect(await purchasesWith([claim])).toEqual([
			{
				hash: 'hash',
				item: claim.item,
				thumbnailUrl: 'https://example.com/7.png',
				licenseType: 'regular',
				purchasedAt: 1,
				supportedUntil: 2000,
				status: 'active',
				isHere: true,
				canUnlink: false,
				roleIds: ['buyer', 'aurora', 'supported'],
			},
		]);
	});

	it('give no role where the purchase was refunded, belongs to another server, or nothing is set up', async () => {
		const roles = async (changes: Partial<Claim>, known = { rules: rules as RoleRules | undefined }) =>
			(await purchasesWith([{ ...claim, ...changes }], known)).map(({ roleIds }) => roleIds);
		expect(await roles({ status: 'revoked' })).toEqual([[]]);
		expect(await roles({ guildIds: [elsewhere] })).toEqual([[]]);
		expect(await roles({}, { rules: undefined })).toEqual([[]]);
		expect(await roles({ supportedUntil: 999 })).toEqual([['buyer', 'aurora']]);
	});

	it('can be let go of where the policy allows it, unless locked or verified elsewhere', async () => {
		const can = async (changes: Partial<Claim>, unlinking: UnlinkPolicy) =>
			(await purchasesWith([{ ...claim, ...changes }], { rules }, unlinking)).map((it) => it.canUnlink);
		const allowed: UnlinkPolicy = { kind: 'after-days', days: 7 };
		expect(await can({}, allowed)).toEqual([true]);
		expect(await can({}, { kind: 'transfer-only' })).toEqual([false]);
		expect(await can({ locked: true }, allowed)).toEqual([false]);
		expect(await can({ guildIds: [elsewhere] }, allowed)).toEqual([false]);
	});

	it('can be taken out of another server than home whatever home says', async () => {
		const can = async (changes: Partial<Claim>) =>
			(await purchasesWith([{ ...claim, ...changes }], { rules }, { kind: 'never' }, elsewhere)).map(
				(it) => it.canUnlink,
			);
		expect(await can({})).toEqual([true]);
		expect(await can({ locked: true })).toEqual([true]);
		expect(await can({ guildIds: [elsewhere] })).toEqual([false]);
	});

	it('come with the latest first', async () => {
		const later = { ...claim, item: { ...claim.item, id: 8 } };
		expect((await purchasesWith([claim, later])).map(({ item }) => item.id)).toEqual([8, 7]);
	});
});

describe('support that a member has renewed', () => {
	const held = { ...claim, supportedUntil: 500 };

	function renewedAt(end: number) {
		const log: string[] = [];
		let known: Claim = held;
		const purchases = createPurchases({
			claims: { claimsOf: async () => [known] },
			queue: {
				request: async (_, roles) => {
					log.push(`roles ${roles} with support until ${known.supportedUntil}`);
					const granted = { kind: 'granted', added: [], removed: [], withheld: [] } as const;
					return { first: Promise.resolve(granted), settled: Promise.resolve(granted) };
				},
			},
			renewals: {
				ask: async (asked, { why, priority }) => {
					log.push(`ask about ${asked.map(({ hash }) => hash)}: ${why}, ${priority}`);
					known = { ...held, supportedUntil: end };
					const { holderId: _, guildIds: __, locked: ___, ...rest } = known;
					return new Map([['hash', { ...rest, holders: [], revokedBy: undefined, skippedAt: undefined }]]);
				},
			},
			rulesOf: async () => rules,
			home: noHome,
			thumbnailOf: () => undefined,
			now: () => 1000,
		});
		return { log, purchases };
	}
	const place = { guildId: here, userId: claim.holderId };

	it('is shown on the page that asks for it, behind all buyers', async () => {
		const { log, purchases } = renewedAt(3000);
		const [shown] = await purchases.purchasesOf(place);
		expect(shown).toMatchObject({ supportedUntil: 3000, roleIds: ['buyer', 'aurora', 'supported'] });
		expect(log).toEqual(['ask about hash: look, background']);
	});

	it('is known before the roles are asked for that a member wants back', async () => {
		const { log, purchases } = renewedAt(3000);
		await purchases.restore(place, ['buyer']);
		expect(log).toEqual(['ask about hash: act, background', 'roles buyer with support until 3000']);
	});
});
