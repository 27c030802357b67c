import { describe, expect, it } from 'vitest';
import type { GrantTarget } from '../../src/roles/grant-outbox.js';
import { type OwedClaim, Reconciler } from '../../src/roles/reconciler.js';
import type { RoleObstacle } from '../../src/roles/role-api.js';

const rules = {
	buyerRoleId: 'buyer',
	itemRoles: {},
	categoryRoles: {},
	licenceRoles: {},
	supportedRoleId: 'supported',
};

function claimOf(holderId: string, changes: Partial<OwedClaim> = {}): OwedClaim {
	return {
		holderId,
		guildIds: ['guild'],
		status: 'active',
		item: { id: 1, category: '' },
		licenseType: '',
		supportedUntil: undefined,
		...changes,
	};
}

/** A guild with members who hold roles, and claims. */
class World {
	now = 1_000;
	claims: OwedClaim[] = [];
	readonly members = new Map<string, string[]>();
	readonly parked = new Set<string>();
	obstacles: Record<string, RoleObstacle> = {};
	readonly troubled = new Set<string>();
	exhausted = false;
	readonly requested: GrantTarget[] = [];
	readonly log: string[] = [];
	cursor: number | undefined;
	failing = false;
	readonly batches: number[] = [];

	readonly reconciler = new Reconciler({
		queue: {
			request: async (target) => this.requested.push(target),
			noteChange: (guildId) => this.log.push(`changed ${guildId}`),
			unpark: (guildId) => {
				this.parked.delete(guildId);
				this.log.push(`unpark ${guildId}`);
			},
			resume: async () => {
				this.log.push('resume');
			},
			parkedGuilds: () => [...this.parked],
		},
		claims: {
			all: () => generate(this.claims),
			claimsOf: async (userId) => this.claims.filter(({ holderId }) => holderId === userId),
			claimsWithSupportEnding: (from, until) =>
				generate(
					this.claims.filter(({ supportedUntil: end }) => end !== undefined && end >= from && end < until),
				),
		},
		discord: {
			guilds: () => ['guild'],
			refresh: async (guildId) => {
				if (this.failing) throw new Error('Discord is down');
				this.log.push(`refresh ${guildId}`);
			},
			obstacle: (_, roleId) => this.obstacles[roleId],
			rolesOfMany: async (_, userIds) => {
				this.batches.push(userIds.length);
				return new Map(
					userIds.flatMap((id) => {
						const held = this.members.get(id);
						return held === undefined ? [] : [[id, held]];
					}),
				);
			},
		},
		rulesOf: async () => rules,
		supportCursor: {
			get: async () => this.cursor,
			set: async (until) => {
				this.cursor = until;
			},
		},
		doomed: {
			standsAgainst: async () => (this.exhausted ? 'missing-permission' : undefined),
			hopeFor: () => this.log.push('hope'),
		},
		troubles: {
			guilds: async () => [...this.troubled],
			note: (guildId, { roleId, obstacle }) => {
				this.troubled.add(guildId);
				this.log.push(`${roleId} ${obstacle}`);
			},
			review: async () => {},
		},
		now: () => this.now,
		random: () => 0.5,
		delay: async () => {},
		onError: (_, what) => this.log.push(`failed: ${what}`),
	});
}

async function* generate<T>(values: readonly T[]): AsyncGenerator<T> {
	yield* values;
}

describe('a sweep', () => {
	it('asks for the roles of those who are out of line, and of nobody else', async () => {
		const world = new World();
		world.claims = ['fine', 'missing', 'too-much', 'gone'].map((id) => claimOf(id));
		world.members.set('fine', ['buyer', 'other']);
		world.members.set('missing', ['other']);
		world.members.set('too-much', ['buyer', 'supported']);
		await world.reconciler.sweep();
		expect(world.requested.map(({ userId }) => userId)).toEqual(['missing', 'too-much']);
	});

	it('asks Discord for a hundred members at a time', async () => {
		const world = new World();
		world.claims = Array.from({ length: 250 }, (_, index) => claimOf(`member-${index}`));
		await world.reconciler.sweep();
		expect(world.batches).toEqual([100, 100, 50]);
	});

	it('sees to support that has ended since the last one, also over a restart, and not to the rest', async () => {
		const world = new World();
		world.cursor = 500;
		world.claims = [
			claimOf('long-ago', { supportedUntil: 400 }),
			claimOf('just-ended', { supportedUntil: 700 }),
			claimOf('still-supported', { supportedUntil: 5_000 }),
		];
		await world.reconciler.sweep();
		expect(world.requested).toEqual([{ guildId: 'guild', userId: 'just-ended' }]);
		expect(world.cursor).toBe(1_000);
		await world.reconciler.sweep();
		expect(world.requested).toHaveLength(1);
	});

	it('asks how a parked guild stands and lets it be tried once nothing is in the way', async () => {
		const world = new World();
		world.parked.add('guild');
		world.obstacles = { buyer: 'role-too-high' };
		await world.reconciler.sweep();
		expect(world.log).toEqual(['refresh guild', 'resume']);
		world.obstacles = {};
		await world.reconciler.sweep();
		expect(world.log.slice(2)).toEqual(['refresh guild', 'unpark guild', 'resume']);
	});

	it('leaves a parked guild alone in which Discord has refused too often', async () => {
		const world = new World();
		world.parked.add('guild');
		world.exhausted = true;
		await world.reconciler.sweep();
		expect(world.log).toEqual(['refresh guild', 'resume']);
	});

	it('asks for nobody whose missing role is known to be out of reach, and tells of it', async () => {
		const world = new World();
		world.claims = [claimOf('unsupported'), claimOf('supported', { supportedUntil: 5_000 })];
		world.members.set('unsupported', []);
		world.members.set('supported', ['buyer']);
		world.obstacles = { supported: 'role-too-high' };
		await world.reconciler.sweep();
		expect(world.requested.map(({ userId }) => userId)).toEqual(['unsupported']);
		expect(world.log).toContain('supported role-too-high');
	});

	it('does the rest where one part fails', async () => {
		const world = new World();
		world.parked.add('other-guild');
		world.failing = true;
		world.claims = [claimOf('missing')];
		world.members.set('missing', []);
		await world.reconciler.sweep();
		expect(world.log).toEqual(['failed: a guild in which roles cannot be given', 'resume']);
		expect(world.requested).toEqual([{ guildId: 'guild', userId: 'missing' }]);
	});
});

describe('an event', () => {
	it('in a parked guild lets it be tried at once, where it has removed the obstacle', async () => {
		const world = new World();
		world.parked.add('guild');
		world.obstacles = { buyer: 'missing-permission' };
		await world.reconciler.guildChanged('guild');
		expect(world.log).toEqual(['hope', 'changed guild']);
		world.obstacles = {};
		await world.reconciler.guildChanged('guild');
		expect(world.log.slice(2)).toEqual(['hope', 'changed guild', 'unpark guild', 'resume']);
	});

	it('brings those in line who were not waiting, where roles could not be given before', async () => {
		const world = new World();
		world.troubled.add('guild');
		world.claims = [claimOf('lost-it'), claimOf('elsewhere', { guildIds: ['another'] })];
		world.members.set('lost-it', []);
		world.members.set('elsewhere', []);
		await world.reconciler.guildChanged('guild');
		expect(world.requested).toEqual([{ guildId: 'guild', userId: 'lost-it' }]);
	});

	it('in a guild without any trouble costs nothing', async () => {
		const world = new World();
		world.claims = [claimOf('missing')];
		world.members.set('missing', []);
		await world.reconciler.guildChanged('guild');
		expect(world.log).toEqual(['hope', 'changed guild']);
		expect(world.batches).toEqual([]);
	});

	it('that comes with many others is followed with them, and not once for each', async () => {
		const world = new World();
		world.troubled.add('guild');
		world.claims = [claimOf('member')];
		world.members.set('member', ['buyer']);
		await Promise.all(Array.from({ length: 20 }, () => world.reconciler.guildChanged('guild')));
		expect(world.batches).toEqual([1, 1]);
	});

	it('of changed rules brings everybody in line with them', async () => {
		const world = new World();
		world.claims = [claimOf('member')];
		world.members.set('member', ['former-buyer-role']);
		await world.reconciler.rulesChanged('guild');
		expect(world.requested).toEqual([{ guildId: 'guild', userId: 'member' }]);
	});

	it('of a member who comes back asks for the roles of a buyer, and of nobody else', async () => {
		const world = new World();
		world.claims = [claimOf('buyer'), claimOf('buyer-elsewhere', { guildIds: ['another'] })];
		for (const userId of ['buyer', 'buyer-elsewhere', 'stranger']) {
			await world.reconciler.memberReturned({ guildId: 'guild', userId });
		}
		expect(world.requested).toEqual([{ guildId: 'guild', userId: 'buyer' }]);
	});
});
