import { describe, expect, it } from 'vitest';
import { newRecord } from '../../../src/claims/changes.js';
import type { Claim } from '../../../src/claims/claim.js';
import type { HeldRoles } from '../../../src/roles/role-api.js';
import type { RoleObstacle } from '../../../src/servers/role-obstacle.js';
import { createModeratedRoles, noRoles } from '../../../src/services/moderation/moderated-roles.js';
import { claimOf } from '../../roles/owed-claims.js';
import { fakeGuild, ids } from '../../servers/checkup/fake-guild.js';
import { noRules } from '../../servers/no-rules.js';
import { type FloorOf, floor } from '../../world/floor.js';

const now = 1_000;
const maya = { guildId: 'home', userId: 'maya' };
const item = { id: 7, name: 'Aurora', category: 'themes' };
const claim = claimOf('maya', { hash: 'hash', item, supportedUntil: now + 1 });
const rules = {
	...noRules,
	buyerRoleId: 'buyer',
	itemRoles: { 7: 'item' },
	supportedRoleId: 'supported',
};
const granted = { kind: 'granted', added: [], removed: [], withheld: [] } as const;

const read = async () => newRecord({ ...maya, purchase: claim, at: now }, { secret: '', sealed: '' });

function rolesWith(changes: FloorOf<typeof createModeratedRoles> = {}, holds: readonly string[] = []) {
	return createModeratedRoles(
		floor({
			claims: { claimsOf: async () => [claim], read },
			syncs: {
				request: async () => ({ settled: Promise.resolve(granted) }),
			},
			syncRows: { isWaiting: async () => false },
			roleApi: { heldRoles: async () => ({ kind: 'member', roles: holds }) },
			blockedRoles: {
				read: async () => ({ v: 1, roles: {}, calls: [] }),
				noted: async () => undefined,
				note: async () => {},
			},
			guilds: { rulesOf: async () => rules },
			clock: { now: () => now, delay: () => new Promise(() => {}) },
			...changes,
		}),
	);
}

describe('a member’s roles on a staff page', () => {
	it('include those that the rules give, and those that should follow but are missing', async () => {
		const roles = rolesWith({}, ['buyer', 'somebody else’s']);
		expect(await roles.of(maya)).toEqual({
			isThere: true,
			has: ['buyer'],
			missing: [
				{ roleId: 'item', why: undefined },
				{ roleId: 'supported', why: undefined },
			],
			isWaiting: false,
			isUnchosen: false,
			mustAcceptRules: false,
		});
	});

	it('say if the member is absent, or has to accept the server’s rules', async () => {
		const of = (held: HeldRoles) => rolesWith({ roleApi: { heldRoles: async () => held } }).of(maya);
		expect(await of({ kind: 'member-left' })).toMatchObject({ isThere: false, mustAcceptRules: false });
		const pending = { kind: 'member', roles: [], isPending: true } as const;
		expect(await of(pending)).toMatchObject({ isThere: true, mustAcceptRules: true });
	});

	it('are synced while staff wait, for five seconds at most', async () => {
		const requested: unknown[] = [];
		const waits: number[] = [];
		const delay = async (ms: number) => {
			waits.push(ms);
			if (requested.length < 2) await new Promise(() => {});
		};
		const first = [Promise.resolve(granted), new Promise<never>(() => {})];
		const roles = rolesWith({
			clock: { now: () => now, delay },
			syncs: {
				request: async (member) => {
					requested.push(member);
					const next = first.shift() ?? Promise.reject(new Error('none left'));
					return { settled: next };
				},
			},
		});
		expect(await roles.reconcile(maya)).toEqual(granted);
		expect(await roles.reconcile(maya)).toEqual({ kind: 'waiting' });
		expect(requested[0]).toEqual(maya);
		expect(waits).toEqual([5_000, 5_000]);
	});
});

describe('the state of a member’s roles', () => {
	const keeping = (obstacle: RoleObstacle | undefined, isSetUp = true) => {
		const noted: unknown[] = [];
		const roles = rolesWith({
			guilds: { rulesOf: async () => (isSetUp ? rules : undefined) },
			syncRows: { isWaiting: async () => true },
			blockedRoles: {
				read: async () => ({ v: 1, roles: {}, calls: [] }),
				note: async (_, withheld) => void noted.push(withheld),
				noted: async (_, roleId) => (roleId === 'item' ? obstacle : undefined),
			},
		});
		return { noted, roles };
	};

	it('says why a role is missing, and that the others are on their way', async () => {
		const { roles } = keeping('role-too-high');
		expect(await roles.statusOf(maya, [claim], ['buyer', 'moderator'])).toEqual({
			has: ['buyer'],
			missing: [
				{ roleId: 'item', why: 'role-too-high' },
				{ roleId: 'supported', why: undefined },
			],
			isWaiting: true,
			isUnchosen: false,
		});
	});

	it('waits for staff, who are notified, if no role was chosen and a member should get one', async () => {
		const { noted, roles } = keeping(undefined, false);
		const revoked = { ...claim, status: 'revoked' } as const;
		expect(await roles.statusOf(maya, [revoked], [])).toEqual(noRoles);
		expect(noted).toEqual([]);
		expect(await roles.statusOf(maya, [revoked, claim], [])).toEqual({ ...noRoles, isUnchosen: true });
		expect(noted).toEqual([{ roleId: undefined, obstacle: 'role-missing' }]);
	});
});

const other: Claim = { ...claim, hash: 'other', item: { ...item, id: 8 }, supportedUntil: undefined };
const ended: Claim = { ...claim, status: 'revoked' };

it('roles lost with the end of one purchase are distinguished from those that another one keeps', async () => {
	const endedWith = (...claims: Claim[]) =>
		rolesWith({ claims: { claimsOf: async () => claims, read } }).endedWith('hash', maya);
	expect(await endedWith(ended)).toEqual({ lost: ['buyer', 'item', 'supported'], kept: [] });
	expect(await endedWith(ended, other)).toEqual({ lost: ['item', 'supported'], kept: ['buyer'] });
	// Once unlinked, the member no longer holds it.
	expect(await endedWith(other)).toEqual({ lost: ['item', 'supported'], kept: ['buyer'] });
});

it.each([
	['the roles that it gives in the server', ids.supported, now + 1, ['Buyer', 'Supported']],
	['without the role of active support once that has ended', ids.supported, now, ['Buyer']],
	['without a role that was deleted', ids.deleted, now + 1, ['Buyer']],
])('the role names of a purchase are %s', async (_, supportedRoleId, supportedUntil, expected) => {
	const named = { ...noRules, buyerRoleId: ids.buyer, supportedRoleId };
	const roles = rolesWith({
		guilds: { rulesOf: async (guildId) => (guildId === ids.guild ? named : undefined) },
		discord: { factsOf: () => fakeGuild() },
	});
	expect(await roles.namesOf(ids.guild, claimOf('holder', { supportedUntil }))).toEqual(expected);
	expect(await roles.namesOf('100000000000000009', claimOf('holder'))).toEqual([]);
});
