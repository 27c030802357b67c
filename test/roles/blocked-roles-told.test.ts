import { describe, expect, it } from 'vitest';
import { World } from './blocked-roles-world.js';
import { settled } from './event-loop.js';

describe('blocked roles', () => {
	it('are reported once, however many members meet them, over restarts too', async () => {
		const world = new World();
		const tooHigh = { roleId: 'buyer', obstacle: 'role-too-high' } as const;
		world.visible = { buyer: 'role-too-high' };
		for (let member = 0; member < 20; member += 1) world.blockedRoles.note('guild', tooHigh);
		await world.settled();
		world.restart();
		world.blockedRoles.note('guild', tooHigh);
		await world.settled();
		expect(world.alerts).toEqual(['guild buyer role-too-high']);
		expect(world.news).toEqual(['guild buyer role-too-high']);
		expect(await world.blockedRoles.guilds()).toEqual(['guild']);
	});

	it('are reported as growing, each cause once in half a minute, when its own report is out', async () => {
		const world = new World();
		const causes = [
			{ roleId: 'buyer', obstacle: 'role-too-high' },
			{ roleId: 'item', obstacle: 'role-too-high' },
			{ roleId: 'item', obstacle: 'refused' },
		] as const;
		let deliver = (_: boolean): void => {};
		world.channel = () => new Promise((resolve) => (deliver = resolve));
		const meetAll = () => {
			for (const cause of causes) world.blockedRoles.note('guild', cause);
		};
		meetAll();
		await world.settled();
		meetAll();
		expect(world.again).toEqual([]);
		deliver(true);
		await world.settled();
		await world.settled();
		meetAll();
		meetAll();
		// Only the last of the three could be reported.
		expect(world.again).toEqual(['guild item refused']);
		world.channel = async () => true;
		world.now += 5 * 60_000;
		await world.settled();
		await world.settled();
		meetAll();
		expect(world.again.slice(1)).toEqual([
			'guild buyer role-too-high',
			'guild item role-too-high',
			'guild item refused',
		]);
		world.now += 29_999;
		meetAll();
		expect(world.again).toHaveLength(4);
		world.now += 1;
		meetAll();
		expect(world.again).toHaveLength(7);
	});

	it('are reported once where the permission is missing for several roles, and for each role that has its own', async () => {
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

	it('end nothing where the store goes while one more member meets them', async () => {
		const world = new World();
		const tooHigh = { roleId: 'buyer', obstacle: 'role-too-high' } as const;
		world.blockedRoles.note('guild', tooHigh);
		await world.settled();
		await world.settled();
		world.growing = () => Promise.reject(new Error('The database is closed'));
		world.blockedRoles.note('guild', tooHigh);
		// Unhandled, it would end the process.
		await expect(world.settled()).rejects.toThrow('The database is closed');
		expect(world.again).toHaveLength(1);
	});

	it('are reported again where the audit channel could not be written, until it could, and then no more', async () => {
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

	it('are reported by the next life where the process ended before its report', async () => {
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

	it('are reported by the next life where the clock of the one before was ahead', async () => {
		const world = new World();
		world.now += 24 * 60 * 60_000;
		world.channel = () => new Promise(() => {});
		world.blockedRoles.note('guild', { roleId: 'buyer', obstacle: 'missing-permission' });
		await world.settled();
		world.restart();
		world.channel = async () => true;
		world.now -= 24 * 60 * 60_000;
		await world.settled();
		expect(world.alerts).toHaveLength(2);
	});

	it('are over again where they are fixed before their alert is out', async () => {
		const world = new World();
		let deliver = (_: boolean): void => {};
		world.channel = () => new Promise((resolve) => (deliver = resolve));
		world.blockedRoles.note('guild', { roleId: 'buyer', obstacle: 'role-too-high' });
		await world.settled();
		world.blockedRoles.overcome('guild', ['buyer']);
		await world.settled();
		world.over.length = 0;
		deliver(true);
		await settled();
		expect(world.over).toEqual(['guild buyer role-too-high']);
	});

	it('are reported again by their own, where one of two was reported', async () => {
		const world = new World();
		world.channel = async ({ roleId }) => roleId === 'item';
		for (const roleId of ['buyer', 'item'])
			world.blockedRoles.note('guild', { roleId, obstacle: 'role-too-high' });
		await world.settled();
		world.now += 5 * 60_000;
		for (let reviews = 0; reviews < 3; reviews += 1) await world.settled();
		expect(world.alerts.slice(2)).toEqual(['guild buyer role-too-high']);
		expect(world.over).toEqual([]);
	});

	it('are reported later where the report fails', async () => {
		const world = new World();
		world.channel = async () => {
			throw new Error('No channel');
		};
		world.blockedRoles.note('guild', { roleId: 'buyer', obstacle: 'refused' });
		await expect(world.settled()).rejects.toThrow('No channel');
		world.channel = async () => true;
		world.now += 5 * 60_000;
		await world.settled();
		expect(world.alerts).toHaveLength(2);
	});
});
