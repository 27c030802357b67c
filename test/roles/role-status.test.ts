import { describe, expect, it } from 'vitest';
import type { WithheldRole } from '../../src/roles/role-api.js';
import type { PlannedClaim } from '../../src/roles/role-plan.js';
import { createRoleStatus, noRoles } from '../../src/roles/role-status.js';
import type { RoleObstacle, RoleRules } from '../../src/servers/role-rules.js';
import { noRules } from '../servers/no-rules.js';
import { floor } from '../world/floor.js';

const place = { guildId: 'guild', userId: 'member' };
const claim: PlannedClaim = {
	status: 'active',
	item: { id: 7, category: 'themes' },
	licenseType: 'regular',
	supportedUntil: undefined,
	purchasedAt: undefined,
};
const rules: RoleRules = {
	...noRules,
	buyerRoleId: 'buyer',
	itemRoles: { '7': 'item' },
	supportedRoleId: 'supported',
};

function setUp(
	world: {
		obstacles?: Record<string, RoleObstacle>;
		known?: Record<string, RoleObstacle>;
		isWaiting?: boolean;
		rules?: RoleRules | undefined;
	} = {},
) {
	const noted: WithheldRole[] = [];
	const standingOf = createRoleStatus(
		floor({
			roleApi: { obstacle: (_, roleId) => world.obstacles?.[roleId] },
			syncRows: { isWaiting: async () => world.isWaiting ?? false },
			guilds: { rulesOf: async () => ('rules' in world ? world.rules : rules) },
			blockedRoles: {
				note: async (_, blocked) => void noted.push(blocked),
				read: async () => ({ v: 1, roles: {}, calls: [] }),
				allows: async (_, roleId) => {
					const obstacle = world.known?.[roleId] ?? world.obstacles?.[roleId];
					if (obstacle !== undefined) noted.push({ roleId, obstacle });
					return obstacle === undefined;
				},
			},
			clock: { now: () => 0 },
		}),
	);
	return { noted, standing: (held: string[], claims = [claim]) => standingOf(place, claims, held) };
}

describe('where a member’s roles stand', () => {
	it('is what Discord said is held, whatever should be', async () => {
		expect(await setUp().standing(['buyer', 'item', 'moderator'])).toEqual({
			...noRoles,
			has: ['buyer', 'item'],
		});
		expect(await setUp().standing(['buyer'])).toMatchObject({ has: ['buyer'], missing: ['item'] });
	});

	it('is on the way where it is still in the queue', async () => {
		const { standing } = setUp({ isWaiting: true });
		expect(await standing(['buyer'])).toMatchObject({ has: ['buyer'], onTheWay: ['item'], missing: [] });
	});

	it('is blocked where it can’t be given, and the staff are notified', async () => {
		const { noted, standing } = setUp({ isWaiting: true, obstacles: { item: 'role-too-high' } });
		expect(await standing([])).toMatchObject({ onTheWay: ['buyer'], blocked: ['item'] });
		expect(noted).toEqual([{ roleId: 'item', obstacle: 'role-too-high' }]);
		const refused = setUp({ known: { buyer: 'refused' } });
		expect(await refused.standing(['item'])).toMatchObject({ blocked: ['buyer'] });
	});

	it('is held where it is, even if it could not be given now', async () => {
		const { noted, standing } = setUp({ obstacles: { buyer: 'role-too-high' } });
		expect(await standing(['buyer', 'item'])).toMatchObject({ has: ['buyer', 'item'], blocked: [] });
		expect(noted).toEqual([]);
	});

	it('has no name for a role that was deleted', async () => {
		const { standing } = setUp({ obstacles: { item: 'role-missing' } });
		expect(await standing(['buyer'])).toMatchObject({ deleted: ['item'], blocked: [] });
	});

	it('waits for the staff where they have chosen none, and is nothing where nothing is owed', async () => {
		const unset = setUp({ rules: undefined });
		expect(await unset.standing([])).toEqual({ ...noRoles, isUnchosen: true });
		expect(unset.noted).toEqual([{ roleId: undefined, obstacle: 'role-missing' }]);
		const revoked = { ...claim, status: 'revoked' } as const;
		expect(await setUp().standing(['buyer'], [revoked])).toEqual(noRoles);
		const unowed = setUp({ rules: undefined });
		expect(await unowed.standing([], [revoked])).toEqual(noRoles);
		expect(unowed.noted).toEqual([]);
	});

	it('follows from the claim that counts, beside one that was revoked', async () => {
		const claims: PlannedClaim[] = [{ ...claim, status: 'revoked' }, claim];
		expect(await setUp().standing(['buyer', 'item'], claims)).toMatchObject({ has: ['buyer', 'item'] });
	});
});
