import { describe, expect, it } from 'vitest';
import { BlockedRoles } from '../../src/roles/blocked-roles.js';
import type { RoleObstacle } from '../../src/roles/role-api.js';
import { memoryStore } from './memory-store.js';

class World {
	readonly store = memoryStore();
	now = 1_000_000;
	readonly news: string[] = [];
	readonly alerts: string[] = [];
	/** Whether the people were reached. */
	channel: () => Promise<boolean> = async () => true;
	/** What the gateway has told. */
	visible: Record<string, RoleObstacle> = {};
	powers: Record<string, bigint> = {};
	buyerRoleId = 'buyer';
	readonly again: string[] = [];
	readonly over: string[] = [];
	/** What becomes of an alert that grows. */
	growing: () => Promise<void> = async () => {};
	readonly errors: unknown[] = [];
	blockedRoles = this.#newTroubles();

	restart(): void {
		this.blockedRoles = this.#newTroubles();
	}

	/** What was noted has been dealt with. */
	async settled(): Promise<void> {
		await this.blockedRoles.review('guild');
		if (this.errors.length > 0) throw this.errors.shift();
	}

	#newTroubles(): BlockedRoles {
		return new BlockedRoles({
			store: this.store,
			discord: {
				obstacle: (_, roleId) => this.visible[roleId],
				powers: (_, roleId) => this.powers[roleId] ?? 0n,
			},
			rulesOf: async () => ({
				buyerRoleId: this.buyerRoleId,
				itemRoles: { '7': 'item' },
				categoryRoles: {},
				licenceRoles: {},
				supportedRoleId: undefined,
			}),
			onNew: (guildId, { roleId, obstacle }) => this.news.push(`${guildId} ${roleId} ${obstacle}`),
			tell: (guildId, { roleId, obstacle }) => {
				this.alerts.push(`${guildId} ${roleId} ${obstacle}`);
				return this.channel();
			},
			onAgain: async (guildId, { roleId }) => {
				this.again.push(`${guildId} ${roleId}`);
				await this.growing();
			},
			onOver: (guildId, { roleId, obstacle }) => void this.over.push(`${guildId} ${roleId} ${obstacle}`),
			now: () => this.now,
			onError: (error) => void this.errors.push(error),
		});
	}
}

describe('the blockedRoles with roles', () => {
	it('are told once, however many members meet them, over restarts too', async () => {
		const world = new World();
		const tooHigh = { roleId: 'buyer', obstacle: 'role-too-high' } as const;
		world.visible = { buyer: 'role-too-high' };
		for (let member = 0; member < 20; member += 1) world.blockedRoles.note('guild', tooHigh);
		await world.settled();
		world.restart();
		world.blockedRoles.note('guild', tooHigh);
		await world.settled();
		expect(world.alerts).toEqual(['guild buyer role-too-high']);
		expect(await world.blockedRoles.guilds()).toEqual(['guild']);
	});

	it('are over for a role with unconfirmed powers when it has none any more, and told anew when it has again', async () => {
		const world = new World();
		const powerful = { roleId: 'item', obstacle: 'role-powerful' } as const;
		for (const powers of [4n, 0n, 4n]) {
			world.powers = { item: powers };
			if (powers !== 0n) world.blockedRoles.note('guild', powerful);
			await world.settled();
			expect(await world.blockedRoles.guilds()).toEqual(powers === 0n ? [] : ['guild']);
		}
		expect(world.alerts).toEqual(['guild item role-powerful', 'guild item role-powerful']);
	});

	it('are told once where the permission is missing for several roles, and for each role that has its own', async () => {
		const world = new World();
		for (const roleId of ['buyer', 'item']) {
			world.blockedRoles.note('guild', { roleId, obstacle: 'missing-permission' });
			world.blockedRoles.note('guild', { roleId, obstacle: 'role-too-high' });
		}
		await world.settled();
		expect(world.alerts).toEqual([
			'guild buyer missing-permission',
			'guild buyer role-too-high',
			'guild item role-too-high',
		]);
	});

	it('are not forgotten because another role can be given', async () => {
		const world = new World();
		world.blockedRoles.note('guild', { roleId: 'item', obstacle: 'role-too-high' });
		world.blockedRoles.overcome('guild', ['buyer']);
		world.blockedRoles.note('guild', { roleId: 'item', obstacle: 'role-too-high' });
		await world.settled();
		expect(world.alerts).toHaveLength(1);
	});

	it('end nothing where the store goes while one more member meets them', async () => {
		const world = new World();
		const tooHigh = { roleId: 'buyer', obstacle: 'role-too-high' } as const;
		world.blockedRoles.note('guild', tooHigh);
		await world.settled();
		await world.settled();
		world.growing = () => Promise.reject(new Error('The store is closed'));
		world.blockedRoles.note('guild', tooHigh);
		// Unhandled, it would end the process.
		await expect(world.settled()).rejects.toThrow('The store is closed');
		expect(world.again).toHaveLength(1);
	});

	it.each([
		['the role could be given', (world: World) => world.blockedRoles.overcome('guild', ['buyer'])],
		['the gateway tells that it is over', (world: World) => (world.visible = {})],
	])('are told anew after %s', async (_, end) => {
		const world = new World();
		world.visible = { buyer: 'role-too-high' };
		world.blockedRoles.note('guild', { roleId: 'buyer', obstacle: 'role-too-high' });
		await world.settled();
		end(world);
		await world.settled();
		expect(await world.blockedRoles.guilds()).toEqual([]);
		world.blockedRoles.note('guild', { roleId: 'buyer', obstacle: 'role-too-high' });
		await world.settled();
		expect(world.alerts).toHaveLength(2);
	});

	it('are over, and of no interest to anybody, where the role has been replaced by another', async () => {
		const world = new World();
		const gone = { roleId: 'buyer', obstacle: 'role-missing' } as const;
		world.blockedRoles.note('guild', gone);
		await world.settled();
		world.buyerRoleId = 'customer';
		await world.settled();
		expect(await world.blockedRoles.guilds()).toEqual([]);
		// Found by a look at the members that began before the change.
		world.blockedRoles.note('guild', gone);
		await world.settled();
		expect(world.alerts).toHaveLength(1);
	});

	it('are known at once to whoever asks, while they are still being stored', async () => {
		const world = new World();
		world.blockedRoles.note('guild', { roleId: 'item', obstacle: 'role-too-high' });
		expect(await world.blockedRoles.guilds()).toEqual(['guild']);
	});

	it('stay where Discord refuses a call although the gateway tells of nothing', async () => {
		const world = new World();
		world.blockedRoles.note('guild', { roleId: 'buyer', obstacle: 'missing-permission' });
		await world.settled();
		expect(await world.blockedRoles.guilds()).toEqual(['guild']);
	});

	it('are told again where the audit channel could not be written, until it could, and then no more', async () => {
		const world = new World();
		world.channel = async () => false;
		world.blockedRoles.note('guild', { roleId: 'buyer', obstacle: 'missing-permission' });
		await world.settled();
		world.now += 5 * 60_000;
		await world.settled();
		world.channel = async () => true;
		world.now += 5 * 60_000;
		await world.settled();
		await world.settled();
		world.now += 5 * 60_000;
		await world.settled();
		expect(world.alerts).toHaveLength(3);
		expect(world.news).toHaveLength(1);
	});

	it('are told by the next life where the process has ended before it had told of them', async () => {
		const world = new World();
		world.channel = () => new Promise(() => {});
		world.blockedRoles.note('guild', { roleId: 'buyer', obstacle: 'missing-permission' });
		await world.settled();
		world.restart();
		world.channel = async () => true;
		expect(await world.blockedRoles.guilds()).toEqual(['guild']);
		await world.settled();
		expect(world.alerts).toHaveLength(1);
		world.now += 5 * 60_000;
		await world.settled();
		expect(world.alerts).toHaveLength(2);
	});
});
