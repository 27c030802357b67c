import { describe, expect, it } from 'vitest';
import { findDrift, type OwedClaim } from '../../src/roles/drift.js';
import type { RoleObstacle } from '../../src/roles/role-api.js';
import { claimOf, generate, rules } from './owed-claims.js';

/** Members who hold roles, and claims. */
class World {
	claims: OwedClaim[] = [];
	readonly members = new Map<string, string[]>();
	readonly parked = new Set<string>();
	obstacles: Record<string, RoleObstacle> = {};
	answers = true;
	readonly requested: string[] = [];
	readonly troubles: string[] = [];
	readonly batches: number[] = [];
	readonly stopping = new AbortController();

	find(...guildIds: string[]): Promise<void> {
		const dependencies = {
			queue: {
				request: async ({ guildId, userId }: { guildId: string; userId: string }) =>
					this.requested.push(`${userId} in ${guildId}`),
				parkedGuilds: () => [...this.parked],
			},
			claims: {
				all: () => generate(this.claims),
				claimsOf: async (userId: string) => this.claims.filter(({ holderId }) => holderId === userId),
			},
			discord: {
				obstacle: (_: string, roleId: string) => this.obstacles[roleId],
				rolesOfMany: async (_: string, userIds: readonly string[]) => {
					this.batches.push(userIds.length);
					const known = [...this.members].filter(([id]) => userIds.includes(id));
					return this.answers ? new Map(known) : undefined;
				},
			},
			rulesOf: async () => rules,
			troubles: {
				note: (guildId: string, { roleId, obstacle }: { roleId: string | undefined; obstacle: string }) =>
					void this.troubles.push(`${guildId} ${roleId} ${obstacle}`),
			},
			now: () => 1_000,
			delay: async () => {},
		};
		return findDrift(dependencies, guildIds, this.stopping.signal);
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
		expect(world.troubles).toEqual(['guild supported role-too-high']);
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

	it('ends when the bot stops', async () => {
		const world = new World();
		world.claims = [claimOf('member')];
		world.stopping.abort();
		await world.find('guild');
		expect(world.batches).toEqual([]);
	});
});
