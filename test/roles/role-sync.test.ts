import { describe, expect, it } from 'vitest';
import type { Claim } from '../../src/claims/claim.js';
import { type Alert, type RolesBlocked, rolesBlocked } from '../../src/messages/alerts.js';
import { BlockedRoles, RefusedRequests } from '../../src/roles/blocked-roles.js';
import type { HeldRoles, RoleCallResult } from '../../src/roles/role-api.js';
import { syncRoles } from '../../src/roles/syncs.js';
import type { RoleRules } from '../../src/servers/guild-settings.js';
import type { RoleObstacle } from '../../src/servers/role-obstacle.js';
import { noRules } from '../servers/no-rules.js';
import { floor } from '../world/floor.js';
import { settled } from './event-loop.js';
import { memoryStore } from './memory-store.js';
import { claimOf } from './owed-claims.js';

const target = { guildId: 'guild', userId: 'member' };
const claim = claimOf('member', { item: { id: 7, name: '', category: 'themes' } });
const rules: RoleRules = {
	...noRules,
	buyerRoleId: 'buyer',
	itemRoles: { '7': 'item' },
	supportedRoleId: 'supported',
};

function setUp(
	world: {
		held?: HeldRoles;
		claims?: Claim[];
		/** One of the member's claims can't be read. */
		isDamaged?: boolean;
		rules?: RoleRules | undefined;
		obstacles?: Record<string, RoleObstacle>;
		powers?: Record<string, bigint>;
		answers?: Record<string, RoleCallResult>;
		/** The store doesn't respond until this time. */
		reading?: Promise<void>;
	} = {},
) {
	const calls: string[] = [];
	const call = (what: string, roleId: string): Promise<RoleCallResult> => {
		calls.push(`${what} ${roleId}`);
		return Promise.resolve(world.answers?.[roleId] ?? { kind: 'done' });
	};
	const rows = memoryStore();
	const reads: string[] = [];
	const read = async <Value>(what: string, value: Value): Promise<Value> => {
		reads.push(what);
		await world.reading;
		return value;
	};
	const store: typeof rows = { ...rows, get: async (key) => read('blocked roles', await rows.get(key)) };
	const told: string[] = [];
	const parts = {
		store,
		roleApi: {
			obstacle: (_: string, roleId: string) => world.obstacles?.[roleId],
			powers: (_: string, roleId: string) => world.powers?.[roleId] ?? 0n,
			heldRoles: async () => {
				calls.push('ask');
				reads.push('roles');
				return world.held ?? ({ kind: 'member', roles: [] } as const);
			},
			addRole: (_: string, __: string, roleId: string) => call('add', roleId),
			removeRole: (_: string, __: string, roleId: string) => call('remove', roleId),
		},
		claims: {
			hashesOf: async () => [],
			readClaimsOf: () =>
				read('claims', { claims: world.claims ?? [claim], isComplete: world.isDamaged !== true }),
		},
		guilds: { rulesOf: () => read('rules', 'rules' in world ? world.rules : rules) },
		syncRows: { waitingIn: async () => 0 },
		refusedRequests: new RefusedRequests({ now: () => 0 }),
		served: { serves: () => true },
		alerts: {
			raise: async (_: unknown, alert: Alert) => void told.push(rolesBlocked(alert as RolesBlocked)),
			solve: async (_: unknown, subject: string) => void told.push(`${subject} is over`),
		},
		clock: { now: () => 0 },
		random: Math.random,
		logger: { error: ({ err }: { err?: unknown }) => err && expect.unreachable(String(err)) },
	};
	const blockedRoles = new BlockedRoles(floor(parts));
	const bring = (roles?: readonly string[], isPending = false, known?: RoleRules) =>
		syncRoles(floor({ ...parts, blockedRoles }), target, roles && { roles, isPending }, known);
	return { calls, reads, told, bring };
}

describe('syncing a member’s roles', () => {
	it('gives missing roles, removes extra ones, and does not request known roles', async () => {
		const { calls, bring } = setUp();
		expect(await bring(['supported', 'other'])).toEqual({
			kind: 'granted',
			added: ['buyer', 'item'],
			removed: ['supported'],
			withheld: [],
			held: ['buyer', 'item'],
		});
		expect(calls).toEqual(['add buyer', 'add item', 'remove supported']);
	});

	it('uses the rules that it was given, without reading them again', async () => {
		const { calls, reads, bring } = setUp();
		await bring([], false, { ...rules, buyerRoleId: 'given' });
		expect(calls).toEqual(['add given', 'add item']);
		expect(reads).not.toContain('rules');
	});

	it('skips the request if the interaction shows that the server’s rules are not accepted yet', async () => {
		const { calls, bring } = setUp();
		expect(await bring(['supported'], true)).toEqual({ kind: 'member-pending' });
		expect(await bring(['buyer', 'item'], true)).toMatchObject({ kind: 'granted', added: [] });
		expect(calls).toEqual(['remove supported']);
	});

	it('requests the member’s roles if they are unknown, and makes no call if all is well', async () => {
		const { calls, bring } = setUp({ held: { kind: 'member', roles: ['buyer', 'item'] } });
		expect(await bring()).toMatchObject({ kind: 'granted', added: [], removed: [] });
		expect(calls).toEqual(['ask']);
	});

	it('gives the other roles, but counts as blocked, if the buyer role cannot be given', async () => {
		const { calls, bring } = setUp({ obstacles: { buyer: 'role-too-high' } });
		const held = ['item'];
		expect(await bring([])).toEqual({ kind: 'blocked', obstacle: 'role-too-high', roleId: 'buyer', held });
		expect(calls).toEqual(['add item']);
		// Not even the member's roles are requested.
		expect(await bring()).toEqual({ kind: 'blocked', obstacle: 'role-too-high', roleId: 'buyer' });
		expect(calls).toEqual(['add item']);
	});

	it('has nothing to remove if the role was deleted', async () => {
		const { calls, bring } = setUp({ obstacles: { supported: 'role-missing' } });
		expect(await bring(['buyer', 'item', 'supported'])).toMatchObject({
			kind: 'granted',
			removed: ['supported'],
			withheld: [],
		});
		expect(calls).toEqual([]);
	});

	it('reports a role that stays with a member without a claim, and no other role', async () => {
		const obstacles = { supported: 'role-too-high' } as const;
		const withheld = [{ roleId: 'supported', obstacle: 'role-too-high' }];
		const bring = (claims: Claim[], held: string[]) => setUp({ claims, obstacles }).bring(held);
		expect(await bring([], ['supported'])).toMatchObject({ withheld, isLeftBehind: true });
		expect(await bring([claim], ['supported'])).not.toHaveProperty('isLeftBehind');
		expect(await bring([], ['buyer'])).not.toHaveProperty('isLeftBehind');
	});

	it('gives the roles of readable claims, but removes none while a claim is unreadable', async () => {
		const { calls, bring } = setUp({ isDamaged: true });
		expect(await bring(['supported'])).toMatchObject({
			added: ['buyer', 'item'],
			removed: [],
			isLeftBehind: true,
		});
		expect(calls).toEqual(['add buyer', 'add item']);
		const nothing = setUp({ isDamaged: true, claims: [] });
		expect(await nothing.bring(['buyer'])).toMatchObject({ added: [], removed: [], isLeftBehind: true });
		expect(await nothing.bring([])).not.toHaveProperty('isLeftBehind');
	});

	it('reads the claims after asking Discord for the roles, so that a claim made meanwhile counts', async () => {
		const { reads, bring } = setUp();
		await bring();
		expect(reads.indexOf('claims')).toBeGreaterThan(reads.indexOf('roles'));
	});

	it('withholds a role with unconfirmed permissions, but still removes it', async () => {
		const powers = { item: 0b110n };
		const { calls, bring } = setUp({ powers });
		const withheld = [{ roleId: 'item', obstacle: 'role-powerful' }];
		expect(await bring([])).toEqual({
			kind: 'granted',
			added: ['buyer'],
			removed: [],
			withheld,
			held: ['buyer'],
		});
		expect(await setUp({ powers: { buyer: 1n } }).bring(['item'])).toEqual({
			kind: 'blocked',
			roleId: 'buyer',
			obstacle: 'role-powerful',
			held: ['item'],
		});
		expect(calls).toEqual(['add buyer']);
		const world = { powers, claims: [claim] };
		const former = setUp(world);
		await former.bring([]);
		world.claims = [];
		await former.bring(['item']);
		await settled();
		expect(former.calls).toEqual(['add buyer', 'remove item']);
		// Others may still wait for it.
		expect(former.told).toEqual(['roles-blocked:role-powerful:item']);
	});

	it.each([
		['6', ['add item']],
		['7', ['add item']],
		['4', []],
	])('compares the permissions with the confirmed ones: %s', async (confirmed, expected) => {
		const confirmedPowers = { item: confirmed };
		const { calls, bring } = setUp({ powers: { item: 6n }, rules: { ...rules, confirmedPowers } });
		await bring(['buyer']);
		expect(calls).toEqual(expected);
	});

	it('waits for a member who has left', async () => {
		expect(await setUp({ held: { kind: 'member-left' } }).bring()).toEqual({ kind: 'member-left' });
		expect(await setUp({ answers: { buyer: { kind: 'member-left' } } }).bring([])).toEqual({
			kind: 'member-left',
		});
	});

	it('stops at a temporary failure, so that it can start again with fresh data', async () => {
		const { calls, bring } = setUp({ answers: { buyer: { kind: 'passing', reason: '500' } } });
		expect(await bring([])).toEqual({ kind: 'passing', reason: '500' });
		expect(calls).toEqual(['add buyer']);
	});

	it.each([
		['a role', { answers: { buyer: { kind: 'blocked', obstacle: 'refused' } } }, ['item'], 'add buyer'],
		['a look at the member', { held: { kind: 'blocked', obstacle: 'refused' } }, undefined, 'ask'],
	] as const)(
		'reports a refusal and makes no second call if Discord has refused %s',
		async (_, world, held, call) => {
			const { calls, told, bring } = setUp(world);
			for (let tries = 0; tries < 3; tries += 1)
				expect(await bring(held)).toMatchObject({ kind: 'blocked', roleId: 'buyer', obstacle: 'refused' });
			expect([calls, told]).toEqual([[call], ['roles-blocked:refused:buyer']]);
		},
	);

	it('reports that a role is no longer blocked when it was given', async () => {
		const obstacles: Record<string, RoleObstacle> = { item: 'role-too-high' };
		const { told, bring } = setUp({ obstacles });
		expect(await bring(['buyer'])).not.toHaveProperty('isUnblocked');
		delete obstacles['item'];
		expect(await bring(['buyer'])).toMatchObject({ added: ['item'], isUnblocked: true });
		await settled();
		const subject = 'roles-blocked:role-too-high:item';
		expect(told.slice(0, 2)).toEqual([subject, `${subject} is over`]);
	});

	it('is blocked in a guild that is not set up', async () => {
		const { bring } = setUp({ rules: undefined });
		expect(await bring([])).toEqual({ kind: 'blocked', obstacle: 'role-missing', roleId: undefined });
	});
});
