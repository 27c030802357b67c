import { describe, expect, it } from 'vitest';
import type { Claim } from '../../../src/claims/claim.js';
import type { RoleRules } from '../../../src/guilds/role-rules.js';
import { RoleNames } from '../../../src/moderation/disputes/dispute-effects.js';
import { fakeGuild, ids } from '../../guilds/checkup/fake-guild.js';
import { noRules } from '../../guilds/no-rules.js';
import { floor } from '../../world/floor.js';

const end = 1_000_000;
const claim: Claim = {
	hash: 'ab'.repeat(32),
	holderId: '200000000000000001',
	status: 'active',
	locked: false,
	item: { id: 7, name: 'Aurora', category: 'themes' },
	licenseType: 'Regular',
	supportedUntil: end,
	purchasedAt: undefined,
	claimedAt: 1,
	check: undefined,
};
const rules: RoleRules = { ...noRules, buyerRoleId: ids.buyer, supportedRoleId: ids.supported };

function roleNames(
	given: RoleRules | 'none' = rules,
	{ now = end - 1, isInGuild = true }: { now?: number; isInGuild?: boolean } = {},
) {
	const asked: string[] = [];
	const names = new RoleNames(
		floor({
			guilds: {
				rulesOf: async (guildId) => {
					asked.push(`rules of ${guildId}`);
					return given === 'none' ? undefined : given;
				},
			},
			discord: {
				factsOf: (guildId) => {
					asked.push(`roles of ${guildId}`);
					return isInGuild ? fakeGuild() : undefined;
				},
			},
			clock: { now: () => now },
		}),
	);
	return { names, asked };
}

describe('the role names of a purchase', () => {
	it('are the names of the roles that it gives in the guild', async () => {
		const { names, asked } = roleNames();
		expect(await names.of(ids.guild, claim)).toEqual(['Buyer', 'Supported']);
		expect(asked).toEqual([`rules of ${ids.guild}`, `roles of ${ids.guild}`]);
	});

	it('leave out the role of active support once the support has ended', async () => {
		expect(await roleNames(rules, { now: end }).names.of(ids.guild, claim)).toEqual(['Buyer']);
	});

	it('leave out a role that was deleted from the guild', async () => {
		const { names } = roleNames({ ...rules, supportedRoleId: ids.deleted });
		expect(await names.of(ids.guild, claim)).toEqual(['Buyer']);
	});
});
