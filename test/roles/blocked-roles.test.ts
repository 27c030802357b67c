import { describe, expect, it } from 'vitest';
import { compareAndSet } from '../storage/compare-and-set.js';
import { World } from './blocked-roles-world.js';

describe('what is in the way of roles', () => {
	it('are over for a role with unconfirmed powers when it has none any more, and reported anew when it has again', async () => {
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

	it('follow from the result of a grant, and end with it', async () => {
		const world = new World();
		const tooHigh = { roleId: 'item', obstacle: 'role-too-high' } as const;
		const granted = { kind: 'granted', added: [], removed: [], withheld: [] } as const;
		world.blockedRoles.follow('guild', { kind: 'blocked', roleId: 'buyer', obstacle: 'refused' });
		world.blockedRoles.follow('guild', { ...granted, withheld: [tooHigh] });
		world.blockedRoles.follow('guild', { kind: 'member-left' });
		await world.settled();
		expect(world.news).toEqual(['guild buyer refused', 'guild item role-too-high']);
		world.blockedRoles.follow('guild', { ...granted, added: ['buyer'] });
		await world.settled();
		expect(world.over).toEqual(['guild buyer refused']);
		world.blockedRoles.follow('guild', { ...granted, removed: ['item'] });
		await world.settled();
		expect(world.over).toEqual(['guild buyer refused', 'guild item role-too-high']);
	});

	it('are known from memory, those of the whole server for each of its roles', async () => {
		const world = new World();
		expect(world.blockedRoles.known('guild', 'item')).toBeUndefined();
		world.blockedRoles.note('guild', { roleId: 'item', obstacle: 'role-too-high' });
		await world.settled();
		expect(world.blockedRoles.known('guild', 'item')).toBe('role-too-high');
		expect(world.blockedRoles.known('guild', 'buyer')).toBeUndefined();
		world.blockedRoles.note('guild', { roleId: 'item', obstacle: 'guild-gone' });
		await world.settled();
		expect(world.blockedRoles.known('guild', 'buyer')).toBe('guild-gone');
	});

	it('say that no role is chosen until one is', async () => {
		const world = new World();
		world.isSetUp = false;
		world.blockedRoles.note('guild', { roleId: undefined, obstacle: 'role-missing' });
		world.blockedRoles.note('guild', { roleId: 'item', obstacle: 'role-missing' });
		await world.settled();
		expect(world.news).toEqual(['guild undefined role-missing']);
		expect(await world.blockedRoles.guilds()).toEqual(['guild']);
		world.isSetUp = true;
		await world.settled();
		expect(world.over).toEqual(['guild undefined role-missing']);
	});

	it('are none of a member who left, also where the settings are deleted meanwhile', async () => {
		const world = new World();
		world.isSetUp = false;
		world.blockedRoles.follow('guild', { kind: 'member-left' });
		expect(await world.blockedRoles.guilds()).toEqual([]);
		expect(world.news).toEqual([]);
	});

	it('say no more that none is chosen where one could be given', async () => {
		const world = new World();
		world.isSetUp = false;
		world.blockedRoles.note('guild', { roleId: undefined, obstacle: 'role-missing' });
		expect(await world.blockedRoles.guilds()).toEqual(['guild']);
		world.isSetUp = true;
		world.blockedRoles.overcome('guild', ['buyer']);
		expect(await world.blockedRoles.guilds()).toEqual([]);
	});

	it('are not forgotten because another role can be given', async () => {
		const world = new World();
		world.blockedRoles.note('guild', { roleId: 'item', obstacle: 'role-too-high' });
		world.blockedRoles.overcome('guild', ['buyer']);
		world.blockedRoles.note('guild', { roleId: 'item', obstacle: 'role-too-high' });
		await world.settled();
		expect(world.alerts).toHaveLength(1);
	});

	it.each([
		['the role could be given', (world: World) => world.blockedRoles.overcome('guild', ['buyer'])],
		['the gateway tells that it is over', (world: World) => (world.visible = {})],
	])('are reported anew after %s', async (_, end) => {
		const world = new World();
		world.visible = { buyer: 'role-too-high' };
		world.blockedRoles.note('guild', { roleId: 'buyer', obstacle: 'role-too-high' });
		await world.settled();
		expect(world.over).toEqual([]);
		end(world);
		await world.settled();
		expect(await world.blockedRoles.guilds()).toEqual([]);
		expect(world.over).toEqual(['guild buyer role-too-high']);
		expect(world.rows.keys()).toEqual([]);
		world.blockedRoles.note('guild', { roleId: 'buyer', obstacle: 'role-too-high' });
		await world.settled();
		expect(world.alerts).toHaveLength(2);
	});

	it('are over, and of no interest, where the role has been replaced by another', async () => {
		const world = new World();
		const missing = { roleId: 'buyer', obstacle: 'role-missing' } as const;
		world.blockedRoles.note('guild', missing);
		await world.settled();
		world.buyerRoleId = 'customer';
		await world.settled();
		expect(await world.blockedRoles.guilds()).toEqual([]);
		// Found by a look at the members that began before the change.
		world.blockedRoles.note('guild', missing);
		await world.settled();
		expect(world.alerts).toHaveLength(1);
	});

	it('are known immediately to every reader, while they are still being stored', async () => {
		const world = new World();
		world.blockedRoles.note('guild', { roleId: 'item', obstacle: 'role-too-high' });
		expect(await world.blockedRoles.guilds()).toEqual(['guild']);
	});

	it('stay where Discord refuses a call although the gateway reports nothing', async () => {
		const world = new World();
		world.blockedRoles.note('guild', { roleId: 'buyer', obstacle: 'missing-permission' });
		await world.settled();
		expect(await world.blockedRoles.guilds()).toEqual(['guild']);
	});

	it('are noted again by the next member where the store was away', async () => {
		const world = new World();
		const { transact } = world.store;
		world.store.transact = () => Promise.reject(new Error('The store is away'));
		world.blockedRoles.note('guild', { roleId: 'buyer', obstacle: 'refused' });
		expect(await world.blockedRoles.guilds()).toEqual([]);
		expect(world.errors).toHaveLength(1);
		world.store.transact = transact;
		world.blockedRoles.note('guild', { roleId: 'buyer', obstacle: 'refused' });
		expect(await world.blockedRoles.guilds()).toEqual(['guild']);
	});

	it('cost no write where nothing has changed, and no read where none is known', async () => {
		const world = new World();
		world.blockedRoles.note('guild', { roleId: 'buyer', obstacle: 'refused' });
		await world.settled();
		await world.settled();
		world.writes.length = 0;
		await world.settled();
		expect(world.writes).toEqual([]);
		world.blockedRoles.overcome('guild', ['buyer']);
		await world.settled();
		expect(await world.blockedRoles.guilds()).toEqual([]);
		world.reads.length = 0;
		world.blockedRoles.overcome('guild', ['buyer']);
		world.blockedRoles.overcome('another', []);
		expect(await world.blockedRoles.guilds()).toEqual([]);
		expect(world.reads).toEqual([]);
	});

	it('are none in a row that is damaged', async () => {
		const world = new World();
		await compareAndSet(world.rows, 'role-troubles:guild', undefined, 'damaged');
		expect(await world.blockedRoles.guilds()).toEqual([]);
		expect(world.blockedRoles.known('guild', 'buyer')).toBeUndefined();
	});

	it('are as this process has found them, also where those of the life before are still being read', async () => {
		const world = new World();
		await compareAndSet(world.rows, 'role-troubles:guild', undefined, {
			v: 1,
			troubles: [{ roleId: 'buyer', obstacle: 'refused', visible: false }],
		});
		world.store.list = async function* (prefix) {
			for await (const row of world.rows.list(prefix)) {
				world.blockedRoles.overcome('guild', ['buyer']);
				await world.settled();
				yield row;
			}
		};
		expect(await world.blockedRoles.guilds()).toEqual([]);
	});
});
