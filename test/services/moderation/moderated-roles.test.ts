import { describe, expect, it } from 'vitest';
import { newRecord } from '../../../src/claims/changes.js';
import type { Claim } from '../../../src/claims/claim.js';
import type { HeldRoles } from '../../../src/roles/role-api.js';
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

const readBlocked = async () => ({ v: 1 as const, roles: {}, calls: [] });

function rolesWith(changes: FloorOf<typeof createModeratedRoles> = {}, holds: readonly string[] = []) {
	return createModeratedRoles(
		floor({
			claims: { claimsOf: async () => [claim], read },
			syncRows: { isWaiting: async () => false },
			roleApi: { heldRoles: async () => ({ kind: 'member', roles: holds }) },
			blockedRoles: { read: readBlocked, noted: async () => undefined },
			guilds: { rulesOf: async () => rules },
			clock: { now: () => now, delay: () => new Promise(() => {}) },
			...changes,
		}),
	);
}

describe('a member’s roles on a staff page', () => {
	it('include those that the rules give, and say why one is missing, and that the others are on their way', async () => {
		const noted = async (_: string, roleId: string | undefined) =>
			roleId === 'item' ? 'role-too-high' : undefined;
		const changes = { syncRows: { isWaiting: async () => true }, blockedRoles: { read: readBlocked, noted } };
		const roles = rolesWith(changes, ['buyer', 'somebody else’s']);
		expect(await roles.of(maya)).toEqual({
			isUnseen: false,
			isThere: true,
			has: ['buyer'],
			missing: [
				{ roleId: 'item', why: 'role-too-high' },
				{ roleId: 'supported', why: undefined },
			],
			isWaiting: true,
			isUnchosen: false,
			mustAcceptRules: false,
		});
	});

	it('say if Discord shows no roles, if the member is absent, and if they have to accept the server’s rules', async () => {
		const of = (held: HeldRoles) => rolesWith({ roleApi: { heldRoles: async () => held } }).of(maya);
		expect(await of({ kind: 'member-left' })).toMatchObject({ isThere: false, isUnseen: false });
		expect(await of({ kind: 'passing', reason: '503' })).toMatchObject({ isUnseen: true, missing: [] });
		const pending = { kind: 'member', roles: [], isPending: true } as const;
		expect(await of(pending)).toMatchObject({ isUnseen: false, mustAcceptRules: true });
	});

	it('are synced while staff wait, for five seconds at most', async () => {
		const requested: unknown[] = [];
		const waits: number[] = [];
		const answers = [Promise.resolve(granted), new Promise<never>(() => {})];
		const roles = rolesWith({
			clock: {
				async delay(ms) {
					waits.push(ms);
					if (requested.length < 2) await new Promise(() => {});
				},
			},
			syncs: {
				async request(member) {
					requested.push(member);
					return { settled: answers.shift() ?? expect.unreachable() };
				},
			},
		});
		expect(await roles.reconcile(maya)).toEqual(granted);
		expect(await roles.reconcile(maya)).toEqual({ kind: 'waiting' });
		expect([requested[0], waits]).toEqual([maya, [5_000, 5_000]]);
	});
});

it('a member’s roles wait for staff, who are notified, if none was chosen and the member should get one', async () => {
	const noted: unknown[] = [];
	const roles = rolesWith({
		guilds: { rulesOf: async () => undefined },
		blockedRoles: { note: async (_, withheld) => void noted.push(withheld) },
	});
	const revoked = { ...claim, status: 'revoked' } as const;
	expect(await roles.statusOf(maya, [revoked], [])).toEqual(noRoles);
	expect(noted).toEqual([]);
	expect(await roles.statusOf(maya, [revoked, claim], [])).toEqual({ ...noRoles, isUnchosen: true });
	expect(noted).toEqual([{ roleId: undefined, obstacle: 'role-missing' }]);
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
