import { describe, expect, it } from 'vitest';
import { StoreCorruptError } from '../../src/errors.js';
import { type DriftCursor, findDrift, type OwedClaim, type OwedMember } from '../../src/roles/drift.js';
import type { RoleObstacle } from '../../src/roles/role-api.js';
import { claimOf, generate, rules } from './owed-claims.js';

/** Members who hold roles, and claims. */
class World {
	claims: OwedClaim[] = [];
	readonly former = new Map<string, string[]>();
	readonly members = new Map<string, string[]>();
	readonly parked = new Set<string>();
	obstacles: Record<string, RoleObstacle> = {};
	powers: Record<string, bigint> = {};
	answers = true;
	damagedSettings = '';
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
			get: async () => this.cursor,
			set: async (userId) => {
				this.cursor = userId;
			},
		});
	}

	find(...guildIds: string[]): Promise<void> {
		return this.#find(guildIds, undefined);
	}

	#owed(): OwedMember[] {
		const held = new Map<string, OwedClaim[]>();
		for (const claim of this.claims) held.set(claim.holderId, [...(held.get(claim.holderId) ?? []), claim]);
		return [...new Set([...held.keys(), ...this.former.keys()])].map((userId) => ({
			userId,
			claims: held.get(userId) ?? [],
			formerGuildIds: this.former.get(userId) ?? [],
		}));
	}

	#find(guildIds: string[], cursor: DriftCursor | undefined): Promise<void> {
		const dependencies = {
			queue: {
				request: async ({ guildId, userId }: { guildId: string; userId: string }) =>
					this.requested.push(`${userId} in ${guildId}`),
				parkedGuilds: () => [...this.parked],
			},
			members: (after: string | undefined) =>
				generate(this.#owed().filter(({ userId }) => userId > (after ?? ''))),
			discord: {
				obstacle: (_: string, roleId: string) => this.obstacles[roleId],
				powers: (_: string, roleId: string) => this.powers[roleId] ?? 0n,
				rolesOfMany: async (_: string, userIds: readonly string[]) => {
					this.batches.push(userIds.length);
					this.asked.push(...userIds);
					const known = [...this.members].filter(([id]) => userIds.includes(id));
					return this.answers ? new Map(known) : undefined;
				},
			},
			rulesOf: async (guildId: string) => {
				if (guildId === this.damagedSettings) throw new StoreCorruptError('damaged');
				return rules;
			},
			onUnanswered: (guildId: string, members: number) =>
				void this.reports.push(`${members} unanswered in ${guildId}`),
			onError: (_: unknown, guildId: string) => void this.reports.push(`error in ${guildId}`),
			blockedRoles: {
				note: (guildId: string, { roleId, obstacle }: { roleId: string | undefined; obstacle: string }) =>
					void this.blockedRoles.push(`${guildId} ${roleId} ${obstacle}`),
			},
			now: () => 1_000,
			delay: async (ms: number) => {
				this.pauses.push(ms);
				this.onPause();
			},
		};
		return findDrift(dependencies, guildIds, this.stopping.signal, cursor);
	}
}

describe('a look at everybody', () => {
	it('asks for the roles of those who are out of line, and of nobody else', async () => {
		const world = new World();
		world.claims = ['fine', 'missing', 'too-much', 'gone'].map((id) => claimOf(id));
		world.members.set('fine', ['buyer', 'other']);
		world.members.set('missing', ['other']);
		world.members.set('too-much', ['buyer', 'supported']);
		await world.find('guild');
		expect(world.requested).toEqual(['missing in guild', 'too-much in guild']);
	});

	it('keeps to the guilds that it is told of', async () => {
		const world = new World();
		world.claims = [claimOf('member', { guildIds: ['guild', 'another', 'left'] })];
		world.members.set('member', []);
		await world.find('guild', 'another');
		expect(world.requested).toEqual(['member in guild', 'member in another']);
	});

	it('asks Discord for a hundred members at a time', async () => {
		const world = new World();
		world.claims = Array.from({ length: 250 }, (_, index) => claimOf(`member-${index}`));
		await world.find('guild');
		expect(world.batches).toEqual([100, 100, 50]);
	});

	it('asks for nobody whose missing role is known to be out of reach, and tells of it', async () => {
		const world = new World();
		world.claims = [claimOf('unsupported'), claimOf('supported', { supportedUntil: 5_000 })];
		world.members.set('unsupported', []);
		world.members.set('supported', ['buyer']);
		world.obstacles = { supported: 'role-too-high' };
		await world.find('guild');
		expect(world.requested).toEqual(['unsupported in guild']);
		expect(world.blockedRoles).toEqual(['guild supported role-too-high']);
	});

	it('asks for nobody who lacks a role with unconfirmed powers, and for who has it without a purchase', async () => {
		const world = new World();
		world.claims = [claimOf('supported', { supportedUntil: 5_000 }), claimOf('unsupported')];
		world.members.set('supported', ['buyer']);
		world.members.set('unsupported', ['buyer', 'supported']);
		world.powers = { supported: 1n };
		await world.find('guild');
		expect(world.requested).toEqual(['unsupported in guild']);
		expect(world.blockedRoles).toEqual(['guild supported role-powerful']);
	});

	it('takes nothing from anybody where Discord gives no answer, and asks nothing in a parked guild', async () => {
		const world = new World();
		world.claims = [claimOf('member')];
		world.answers = false;
		await world.find('guild');
		world.parked.add('guild');
		await world.find('guild');
		expect(world.requested).toEqual([]);
		expect(world.batches).toEqual([1]);
	});

	it('takes what is left of a claim that a member no longer holds', async () => {
		const world = new World();
		world.former.set('former', ['guild']);
		world.members.set('former', ['buyer', 'other']);
		await world.find('guild');
		expect(world.requested).toEqual(['former in guild']);
	});

	it('looks at a member with several claims once', async () => {
		const world = new World();
		world.claims = Array.from({ length: 150 }, () => claimOf('member'));
		await world.find('guild');
		expect(world.asked).toEqual(['member']);
	});

	it('waits and goes on where Discord does not answer, and tells of it', async () => {
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

	it('reaches everybody else where the settings of one server cannot be read', async () => {
		const world = new World();
		world.damagedSettings = 'guild';
		world.claims = [claimOf('member', { guildIds: ['guild', 'another'] })];
		world.members.set('member', []);
		await world.find('guild', 'another');
		expect(world.requested).toEqual(['member in another']);
		expect(world.reports).toEqual(['error in guild']);
	});

	it('goes on after a restart where it was, and begins anew when it has come to the end', async () => {
		const world = new World();
		const id = (index: number): string => String(1_000_000 + index);
		world.claims = Array.from({ length: 10_150 }, (_, index) => claimOf(id(index)));
		// The process ends in the second ten thousand.
		world.onPause = () => world.pauses.length > 100 && world.stopping.abort();
		await world.round('guild');
		expect(world.cursor).toBe(id(9_999));
		const restarted = new World();
		restarted.claims = world.claims;
		restarted.cursor = world.cursor;
		await restarted.round('guild');
		expect(restarted.asked).toHaveLength(150);
		expect(restarted.cursor).toBeUndefined();
	});

	it('ends when the bot stops', async () => {
		const world = new World();
		world.claims = [claimOf('member')];
		world.stopping.abort();
		await world.find('guild');
		expect(world.batches).toEqual([]);
	});
});
