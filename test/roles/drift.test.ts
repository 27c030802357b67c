import { describe, expect, it } from 'vitest';
import { StoreCorruptError, StoreUnavailableError } from '../../src/base/errors.js';
import type { Claim } from '../../src/claims/claim.js';
import { driftCursorKind, Reconciler } from '../../src/roles/reconciler.js';
import type { RoleObstacle } from '../../src/servers/role-rules.js';
import { Table } from '../../src/storage/table.js';
import { floor } from '../world/floor.js';
import { memoryStore } from './memory-store.js';
import { claimOf, rules } from './owed-claims.js';

const granted = { kind: 'granted', added: [], removed: [], withheld: [] } as const;
const ticket = { settled: Promise.resolve(granted) };

/** Members with their roles and claims, and what keeps a look at them from its end. */
interface Given {
	readonly claims?: readonly Claim[];
	/** Members who held claims. */
	readonly former?: readonly string[];
	/** Members of whom a claim can't be read. */
	readonly damaged?: readonly string[];
	readonly members?: Readonly<Record<string, readonly string[]>>;
	readonly obstacles?: Readonly<Record<string, RoleObstacle>>;
	/** A role with unconfirmed powers. */
	readonly powerful?: string;
	readonly isSilent?: boolean;
	/** The guild's settings. */
	readonly settings?: 'damaged' | 'unset' | 'away';
	readonly cursor?: string | undefined;
	/** The process ends in this pause. */
	readonly endsInPause?: number;
}

/** The calls of one look at all members of these guilds. Its position is stored, and the next look continues there. */
async function look(given: Given, guildIds: readonly string[] = ['guild']) {
	const { claims = [], former = [], damaged = [], members = {}, obstacles = {} } = given;
	const done = {
		requested: [] as string[],
		blocked: [] as string[],
		reports: [] as string[],
		batches: [] as number[],
		asked: [] as string[],
		pauses: [] as number[],
		/** Members who were read from the record. */
		read: 0,
		cursor: given.cursor,
	};
	const store = memoryStore();
	const cursor = new Table(driftCursorKind, store);
	if (given.cursor !== undefined) await cursor.set('', { v: 1, after: given.cursor });
	const held = new Map<string, Claim[]>();
	for (const claim of claims) held.set(claim.holderId, [...(held.get(claim.holderId) ?? []), claim]);
	const record = [...new Set([...held.keys(), ...former])].map((userId) => ({
		...{ userId, claims: held.get(userId) ?? [] },
		...{ isComplete: !damaged.includes(userId), isFormer: former.includes(userId) },
	}));
	const reconciler = new Reconciler(
		floor({
			store,
			random: () => 0.5,
			syncs: {
				request: async ({ guildId, userId }) => {
					done.requested.push(`${userId} in ${guildId}`);
					return ticket;
				},
			},
			claims: {
				scan: {
					async *members(after = '') {
						for (const member of record.filter(({ userId }) => userId > after)) {
							done.read += 1;
							yield member;
						}
					},
				},
			},
			roleApi: {
				guilds: () => guildIds,
				rolesOfMany: async (_, userIds) => {
					done.batches.push(userIds.length);
					done.asked.push(...userIds);
					const known = Object.entries(members).filter(([id]) => userIds.includes(id));
					return given.isSilent ? undefined : new Map(known.map(([id, roles]) => [id, [...roles]]));
				},
			},
			guilds: {
				rulesOf: async (guildId) => {
					if (given.settings === 'away') throw new StoreUnavailableError('away');
					if (guildId === 'guild' && given.settings === 'damaged') throw new StoreCorruptError('damaged');
					return guildId === 'guild' && given.settings === 'unset' ? undefined : rules;
				},
			},
			logger: {
				warn: ({ guildId, members: count }: { guildId: string; members: number }) =>
					done.reports.push(`${count} unanswered in ${guildId}`),
				error: ({ guildId }: { guildId: string }) => done.reports.push(`error in ${guildId}`),
			},
			blockedRoles: {
				read: async () => ({ v: 1, roles: {}, calls: [] }),
				noted: async (guildId, roleId, _blocked, _rules, isGiving) => {
					const isPowerful = isGiving === true && given.powerful === roleId;
					const obstacle = isPowerful ? 'role-powerful' : obstacles[roleId];
					if (obstacle !== undefined) done.blocked.push(`${guildId} ${roleId} ${obstacle}`);
					return obstacle;
				},
			},
			clock: {
				now: () => 1_000,
				delay: async (ms) => {
					done.pauses.push(ms);
					if (done.pauses.length === given.endsInPause) void reconciler.tasks[1].stop();
				},
			},
		}),
	);
	if (given.endsInPause === 0) await reconciler.tasks[1].stop();
	await reconciler.checkAllMembers();
	done.cursor = (await cursor.get(''))?.after;
	return done;
}

const one = [claimOf('member')];
const supported = claimOf('supported', { supportedUntil: 5_000 });
const members = (count: number) => Array.from({ length: count }, (_, index) => claimOf(id(index)));

/** Members' ids in their order. */
function id(index: number): string {
	return String(1_000_000 + index);
}

describe('a look at all members', () => {
	it.each<[string, Given, readonly string[], readonly string[]]>([
		[
			'asks for the roles of those who are out of line alone',
			{
				claims: ['fine', 'missing', 'too-much', 'gone'].map((each) => claimOf(each)),
				members: { fine: ['buyer', 'other'], missing: ['other'], 'too-much': ['buyer', 'supported'] },
			},
			['missing', 'too-much'],
			[],
		],
		[
			'takes nothing from a member of whom a claim can’t be read, and gives what follows from the others',
			{
				claims: [claimOf('too-much'), claimOf('missing')],
				damaged: ['too-much', 'missing'],
				members: { 'too-much': ['buyer', 'supported'], missing: ['supported'] },
			},
			['missing'],
			[],
		],
		[
			'asks for no member whose missing role is known to be out of reach, and reports it',
			{
				claims: [claimOf('unsupported'), supported],
				members: { unsupported: [], supported: ['buyer'] },
				obstacles: { supported: 'role-too-high' },
			},
			['unsupported'],
			['supported role-too-high'],
		],
		[
			'asks for no member whose role is known to be out of reach for taking it, and reports it',
			{
				claims: one,
				members: { member: ['buyer', 'supported'] },
				obstacles: { supported: 'role-too-high' },
			},
			[],
			['supported role-too-high'],
		],
		[
			'asks for no member who lacks a role with unconfirmed powers, but for a holder without a purchase',
			{
				claims: [supported, claimOf('unsupported')],
				members: { supported: ['buyer'], unsupported: ['buyer', 'supported'] },
				powerful: 'supported',
			},
			['unsupported'],
			['supported role-powerful'],
		],
		[
			'asks for no member while the buyer role is blocked, and reports that',
			{ claims: one, members: { member: ['buyer', 'supported'] }, obstacles: { buyer: 'refused' } },
			[],
			['buyer refused'],
		],
		[
			'takes what is left of a claim that a member no longer holds',
			{ former: ['former'], members: { former: ['buyer', 'other'] } },
			['former'],
			[],
		],
	])('%s', async (_, given, requested, blocked) => {
		const done = await look(given);
		expect(done.requested).toEqual(requested.map((userId) => `${userId} in guild`));
		expect(done.blocked).toEqual(blocked.map((what) => `guild ${what}`));
	});

	it('asks Discord for a hundred members at a time, and waits and goes on where it does not answer', async () => {
		const claims = members(250);
		expect((await look({ claims })).batches).toEqual([100, 100, 50]);
		const { reports, pauses } = await look({ claims, isSilent: true });
		expect(reports).toEqual([100, 100, 50].map((count) => `${count} unanswered in guild`));
		expect(Math.min(...pauses)).toBeGreaterThan(10_000);
	});

	it.each([
		['whose settings cannot be read, which is reported', 'damaged', ['error in guild']],
		['that is not set up', 'unset', []],
	] as const)('passes over a server %s', async (_, settings, expected) => {
		const given = { claims: one, members: { member: [] }, settings };
		const { requested, reports } = await look(given, ['guild', 'another']);
		expect([requested, reports]).toEqual([['member in another'], expected]);
	});

	it('ends where the store is away: it would be in every server', async () => {
		await expect(look({ claims: one, settings: 'away' })).rejects.toThrow(StoreUnavailableError);
	});

	it.each([
		['at the first note of where it is', 10_000, 100, undefined],
		['after it', 10_150, 101, 9_999],
		['in the last batch of all', 10_050, 101, 9_999],
	])(
		'is where all members before were looked at, when the process ends %s',
		async (_, count, batches, last) => {
			const { cursor, asked } = await look({ claims: members(count), endsInPause: batches });
			expect(cursor).toBe(last === undefined ? undefined : id(last));
			expect(asked).toHaveLength(Math.min(count, batches * 100));
		},
	);

	it('goes on after a restart where it was, and begins anew when it has come to the end', async () => {
		const claims = members(10_150);
		const before = await look({ claims, endsInPause: 101 });
		const { asked, cursor } = await look({ claims, cursor: before.cursor });
		expect(asked).toHaveLength(150);
		expect(cursor).toBeUndefined();
	});

	it('ends when the bot stops', async () => {
		const { batches, read } = await look({ claims: members(2), endsInPause: 0 });
		expect([batches, read]).toEqual([[], 1]);
	});
});
