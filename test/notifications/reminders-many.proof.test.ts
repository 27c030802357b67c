import { expect, it } from 'vitest';
import { day, hour, Reminded } from './reminded.js';

it('reminders open no more new channels than a day allows where 10,000 end, and read none of them again that day', async () => {
	const world = await Reminded.open();
	const count = 10_000;
	const hours = Array.from({ length: 22 }, () => hour);
	for (let number = 0; number < count; number += 1) world.sell(number, world.now + 15 * day + number);
	await Promise.all(Array.from({ length: count }, (_, number) => world.ask(number)));
	const bot = world.process();
	for (const ms of [0, day + hour, ...hours]) {
		world.now += ms;
		await bot.pass();
	}
	expect(world.sent).toHaveLength(50);
	expect(new Set(world.sent.map(({ userId }) => userId)).size).toBe(50);
	expect(await world.keys('reminders:')).toHaveLength(count - 50);
	const { list } = world.store;
	const read: string[] = [];
	world.store.list = (prefix, after) => {
		read.push(prefix);
		return list.call(world.store, prefix, after);
	};
	await bot.reminders.pass();
	expect(read).toEqual([]);
	world.store.list = list;
	world.now += 2 * hour;
	await bot.pass();
	expect(world.sent.length).toBeGreaterThan(50);
	await world.close();
}, 120_000);
