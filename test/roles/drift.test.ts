import { describe, expect, it } from 'vitest';
import { StoreCorruptError, StoreUnavailableError } from '../../src/base/errors.js';
import type { Claim } from '../../src/claims/claim.js';
import type { MemberClaims } from '../../src/claims/claim-scan.js';
import type { RoleObstacle } from '../../src/guilds/role-obstacles.js';
import { DriftFinder } from '../../src/roles/drift.js';
import { floor } from '../world/floor.js';
import { claimOf, rules } from './owed-claims.js';

const granted = { kind: 'granted', added: [], removed: [], withheld: [] } as const;
const ticket = { first: Promise.resolve(granted), settled: Promise.resolve(granted) };

/** Members who hold roles, and claims. */
class World {
	claims: Claim[] = [];
	readonly former = new Set<string>();
	readonly damaged = new Set<string>();
	readonly members = new Map<string, string[]>();
	obstacles: Record<string, RoleObstacle> = {};
	readonly powerful = new Set<string>();
	answers = true;
	damagedSettings = '';
	unset = '';
	isStoreAway = false;
	/** Members who were read from the record. */
	read = 0;
	cursor: string | undefined;
	readonly asked: string[] = [];
	readonly pauses: number[] = [];
	readonly reports: string[] = [];
	onPause: () => unknown = () => {};
	readonly requested: string[] = [];
	readonly blockedRoles: string[] = [];
	readonly batches: number[] = [];
	readonly stopping = new AbortController();

	round(...guildIds: string[]): Promise<void> {
		return this.#find(guildIds, {
			get: async () => (this.cursor === undefined ? undefined : { v: 1, after: this.cursor }),
			set: async (_, { after }) => {
				this.cursor = after;
			},
			take: async () => {
				this.cursor = undefined;
				return undefined;
			},
		});
	}

	find(...guildIds: string[]): Promise<void> {
		return this.#find(guildIds, undefined);
	}

	#owed(): MemberClaims[] {
		const held = new Map<string, Claim[]>();
		for (const claim of this.claims) held.set(claim.holderId, [...(held.get(claim.holderId) ?? []), claim]);
		return [...new Set([...held.keys(), ...this.former])].map((userId) => ({
			userId,
			claims: held.get(userId) ?? [],
			isComplete: !this.damaged.has(userId),
			isFormer: this.former.has(userId),
		}));
	}

	async *#recorded(after = ''): AsyncGenerator<MemberClaims> {
		for (const member of this.#owed()) {
			if (member.userId <= after) continue;
			this.read += 1;
			yield member;
		}
	}

	#find(guildIds: string[], cursor: Parameters<DriftFinder['find']>[2] | undefined): Promise<void> {
		const drift = new DriftFinder(
			floor({
				syncs: {
					request: async ({ guildId, userId }) => {
						this.requested.push(`${userId} in ${guildId}`);
						return ticket;
					},
				},
				claims: { scan: { members: (after) => this.#recorded(after) } },
				roleApi: {
					rolesOfMany: async (_, userIds) => {
						this.batches.push(userIds.length);
						this.asked.push(...userIds);
						const known = [...this.members].filter(([id]) => userIds.includes(id));
						return this.answers ? new Map(known) : undefined;
					},
				},
				guilds: {
					rulesOf: async (guildId) => {
						if (this.isStoreAway) throw new StoreUnavailableError('away');
						if (guildId === this.damagedSettings) throw new StoreCorruptError('damaged');
						return guildId === this.unset ? undefined : rules;
					},
				},
				logger: {
					warn: ({ guildId, members }: { guildId: string; members: number }) =>
						this.reports.push(`${members} unanswered in ${guildId}`),
					error: ({ guildId }: { guildId: string }) => this.reports.push(`error in ${guildId}`),
				},
				blockedRoles: {
					read: async () => ({ v: 1, roles: {}, calls: [] }),
					allows: async (guildId, roleId, _, rules) => {
						const isPowerful = rules !== undefined && this.powerful.has(roleId);
						const obstacle = isPowerful ? 'role-powerful' : this.obstacles[roleId];
						if (obstacle !== undefined) this.blockedRoles.push(`${guildId} ${roleId} ${obstacle}`);
						return obstacle === undefined;
					},
				},
				clock: {
					now: () => 1_000,
					delay: async (ms) => {
						this.pauses.push(ms);
						this.onPause();
					},
				},
			}),
		);
		return drift.find(guildIds, this.stopping.signal, cursor);
	}
}

describe('a look at all members', () => {
	it('asks for the roles of those who are out of line alone', async () => {
		const world = new World();
		world.claims = ['fine', 'missing', 'too-much', 'gone'].map((id) => claimOf(id));
		world.members.set('fine', ['buyer', 'other']);
		world.members.set('missing', ['other']);
		world.members.set('too-much', ['buyer', 'supported']);
		await world.find('guild');
		expect(world.requested).toEqual(['missing in guild', 'too-much in guild']);
	});

	it('takes nothing from a member of whom a claim can’t be read, and gives what follows from the others', async () => {
		const world = new World();
		world.claims = [claimOf('too-much'), claimOf('missing')];
		world.members.set('too-much', ['buyer', 'supported']);
		world.members.set('missing', ['supported']);
		for (const { holderId } of world.claims) world.damaged.add(holderId);
		await world.find('guild');
		expect(world.requested).toEqual(['missing in guild']);
	});

	it('asks Discord for a hundred members at a time', async () => {
		const world = new World();
		world.claims = Array.from({ length: 250 }, (_, index) => claimOf(`member-${index}`));
		await world.find('guild');
		expect(world.batches).toEqual([100, 100, 50]);
	});

	it('asks for no member whose missing role is known to be out of reach, and reports it', async () => {
		const world = new World();
		world.claims = [claimOf('unsupported'), claimOf('supported', { supportedUntil: 5_000 })];
		world.members.set('unsupported', []);
		world.members.set('supported', ['buyer']);
		world.obstacles = { supported: 'role-too-high' };
		await world.find('guild');
		expect(world.requested).toEqual(['unsupported in guild']);
		expect(world.blockedRoles).toEqual(['guild supported role-too-high']);
	});

	it('asks for no member who lacks a role with unconfirmed powers, but for a holder without a purchase', async () => {
		const world = new World();
		world.claims = [claimOf('supported', { supportedUntil: 5_000 }), claimOf('unsupported')];
		world.members.set('supported', ['buyer']);
		world.members.set('unsupported', ['buyer', 'supported']);
		world.powerful.add('supported');
		await world.find('guild');
		expect(world.requested).toEqual(['unsupported in guild']);
		expect(world.blockedRoles).toEqual(['guild supported role-powerful']);
	});

	it('asks for no member while the buyer role is blocked, and reports that', async () => {
		const world = new World();
		world.claims = [claimOf('member')];
		world.members.set('member', ['buyer', 'supported']);
		world.obstacles = { buyer: 'refused' };
		await world.find('guild');
		expect([world.requested, world.blockedRoles]).toEqual([[], ['guild buyer refused']]);
	});

	it('takes what is left of a claim that a member no longer holds', async () => {
		const world = new World();
		world.former.add('former');
		world.members.set('former', ['buyer', 'other']);
		await world.find('guild');
		expect(world.requested).toEqual(['former in guild']);
	});

	it('waits and goes on where Discord does not answer, and reports it', async () => {
		const world = new World();
		world.claims = Array.from({ length: 250 }, (_, index) => claimOf(`member-${index}`));
		world.answers = false;
		await world.find('guild');
		expect(world.reports).toEqual([
			'100 unanswered in guild',
			'100 unanswered in guild',
			'50 unanswered in guild',
		]);
		expect(Math.min(...world.pauses)).toBeGreaterThan(10_000);
	});

	it('reaches all other members where the settings of one server cannot be read', async () => {
		const world = new World();
		world.damagedSettings = 'guild';
		world.claims = [claimOf('member')];
		world.members.set('member', []);
		await world.find('guild', 'another');
		expect(world.requested).toEqual(['member in another']);
		expect(world.reports).toEqual(['error in guild']);
	});

	it('passes over a server that is not set up', async () => {
		const world = new World();
		world.unset = 'guild';
		world.claims = [claimOf('member')];
		world.members.set('member', []);
		await world.find('guild', 'another');
		expect(world.requested).toEqual(['member in another']);
		expect(world.reports).toEqual([]);
	});

	it('ends where the store is away: it would be in every server', async () => {
		const world = new World();
		world.isStoreAway = true;
		world.claims = [claimOf('member')];
		await expect(world.find('guild')).rejects.toThrow(StoreUnavailableError);
		expect(world.reports).toEqual([]);
	});

	it('asks for no member whose role is known to be out of reach for taking it, and reports it', async () => {
		const world = new World();
		world.claims = [claimOf('unsupported')];
		world.members.set('unsupported', ['buyer', 'supported']);
		world.obstacles = { supported: 'role-too-high' };
		await world.find('guild');
		expect(world.requested).toEqual([]);
		expect(world.blockedRoles).toEqual(['guild supported role-too-high']);
	});

	it.each([
		['at the first note of where it is', 10_000, 100, undefined],
		['after it', 10_150, 101, 9_999],
		['in the last batch of all', 10_050, 101, 9_999],
	])(
		'is where all members before were looked at, when the process ends %s',
		async (_, members, batches, last) => {
			const world = new World();
			world.claims = Array.from({ length: members }, (_, index) => claimOf(id(index)));
			world.onPause = () => world.pauses.length === batches && world.stopping.abort();
			await world.round('guild');
			expect(world.cursor).toBe(last === undefined ? undefined : id(last));
			expect(world.asked).toHaveLength(Math.min(members, batches * 100));
		},
	);

	it('goes on after a restart where it was, and begins anew when it has come to the end', async () => {
		const world = new World();
		world.claims = Array.from({ length: 10_150 }, (_, index) => claimOf(id(index)));
		// The process ends in the second ten thousand.
		world.onPause = () => world.pauses.length > 100 && world.stopping.abort();
		await world.round('guild');
		const restarted = new World();
		restarted.claims = world.claims;
		restarted.cursor = world.cursor;
		await restarted.round('guild');
		expect(restarted.asked).toHaveLength(150);
		expect(restarted.cursor).toBeUndefined();
	});

	it('ends when the bot stops', async () => {
		const world = new World();
		world.claims = ['one', 'other'].map((id) => claimOf(id));
		world.stopping.abort();
		await world.find('guild');
		expect(world.batches).toEqual([]);
		expect(world.read).toBe(1);
	});
});

/** Members' ids in their order. */
function id(index: number): string {
	return String(1_000_000 + index);
}
