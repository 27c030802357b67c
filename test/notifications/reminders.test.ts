import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { day, hashOf, hour, memberNumber, Reminded } from './reminded.js';

describe('reminders of the end of support', () => {
	let world: Reminded;

	beforeEach(async () => {
		world = await Reminded.open();
	});
	afterEach(() => world.close());

	/** One pass now, and one after each of these times. */
	async function live(bot: { pass(): Promise<void> }, ...times: readonly number[]): Promise<void> {
		await bot.pass();
		for (const ms of times) {
			world.now += ms;
			await bot.pass();
		}
	}

	it('go out 14 and 3 days before the end, once each, to who asked', async () => {
		world.sell(1, world.now + 15 * day);
		world.sell(2, world.now + 15 * day);
		await world.ask(1);
		await live(world.process(), day + hour, hour, 9 * day, 2 * day, day, 5 * day);
		expect(world.days).toEqual([14, 3]);
		expect(world.sent.map(({ userId }) => userId)).toEqual([memberNumber(1), memberNumber(1)]);
	});

	it('are never sent for what was ahead when the bot first started', async () => {
		world.sell(1, world.now + 10 * day);
		await world.ask(1);
		await live(world.process(), day, 6 * day + hour);
		expect(world.days).toEqual([3]);
	});

	it('are one where both are due, after a longer stop', async () => {
		world.sell(1, world.now + 15 * day);
		await world.ask(1);
		await live(world.process(), 13 * day);
		expect(world.days).toEqual([3]);
	});

	it('are sent once by two processes, and by one that is started anew in between', async () => {
		world.sell(1, world.now + 15 * day);
		await world.ask(1);
		const [one, other] = [world.process(), world.process()];
		await Promise.all([one.pass(), other.pass()]);
		world.now += 2 * day;
		await Promise.all([one.pass(), other.pass()]);
		await one.restart();
		await live(world.process(), hour);
		expect(world.days).toEqual([14]);
	});

	it.each<[string, () => void | Promise<void>]>([
		['the purchase was renewed', () => world.sell(1, world.now + 365 * day)],
		['it was revoked', () => world.sell(1, world.now + 14 * day - hour, { status: 'revoked' })],
		['it was unlinked', () => world.sell(1, world.now + 14 * day - hour, { holders: [] })],
		['reminders were turned off', () => world.choices.turnOff(memberNumber(1))],
		['the member left', () => world.leave()],
		['support has ended', () => world.wait(15 * day)],
	])('are dropped just before they are sent if %s', async (_, change) => {
		world.sell(1, world.now + 15 * day);
		await world.ask(1);
		const bot = world.process();
		await bot.pass();
		world.now += day + hour;
		// Stored, and held back for a while.
		world.says = 'too-fast';
		await bot.pass();
		world.says = 'sent';
		await change();
		world.now += 7 * hour;
		await bot.restart();
		expect(world.sent).toEqual([]);
		expect((await world.rows()).map(({ state }) => state)).toEqual(['done']);
	});

	it('stop for hours at the first refusal as too fast, in every process, while other notices go on', async () => {
		for (const number of [1, 2, 3]) {
			world.sell(number, world.now + 15 * day);
			await world.ask(number);
		}
		const bot = world.process();
		await bot.pass();
		world.now += day + hour;
		world.says = 'too-fast';
		await bot.pass();
		expect(world.log.filter((line) => line === 'too-fast')).toHaveLength(1);
		world.says = 'sent';
		world.now += 5 * hour;
		const other = world.process();
		await other.pass();
		expect(world.sent).toEqual([]);
		const free = { kind: 'free', purchase: { name: 'Aurora', ending: '3a8c' } } as const;
		await other.notices.notify(memberNumber(9), '100000000000000001', free, 'free');
		await expect.poll(() => world.sent.map(({ notice }) => notice.kind)).toEqual(['free']);
		world.now += 2 * hour;
		await other.restart();
		await other.pass();
		expect(world.days).toEqual([14, 14, 14]);
	});

	it('are off for a member whose direct messages are closed, who reads so above the next answer', async () => {
		world.sell(1, world.now + 15 * day);
		await world.ask(1);
		world.says = 'closed';
		const bot = world.process();
		await live(bot, day + hour, 11 * day);
		expect(world.log.filter((line) => line === 'closed')).toHaveLength(1);
		expect(await world.choices.read(memberNumber(1))).toBeUndefined();
		const shown = await bot.notices.takeFor(memberNumber(1));
		expect(shown.map(({ notice }) => notice.kind)).toEqual(['reminder']);
	});

	it('wait while the clock is known to be wrong, and are sent late', async () => {
		world.sell(1, world.now + 15 * day);
		await world.ask(1);
		const bot = world.process();
		await bot.pass();
		world.isClockTrusted = false;
		await live(bot, 300 * day);
		world.now -= 299 * day;
		world.isClockTrusted = true;
		await live(bot, hour);
		expect(world.days).toEqual([14]);
	});

	it('are found again, and sent once, after the clock was set back', async () => {
		world.sell(1, world.now + 15 * day);
		await world.ask(1);
		await live(world.process(), day + hour, hour, -2 * day, day + hour, hour);
		expect(world.days).toEqual([14]);
	});

	it('are at most one for a purchase and day, however often a shop moves its end', async () => {
		await world.ask(1);
		const bot = world.process();
		for (let turn = 0; turn < 30; turn += 1) {
			// Due in the next pass, now as the 14 days and now as the 3.
			world.sell(1, world.now + (turn % 2 === 0 ? 14 : 3) * day + turn * 60_000);
			await live(bot, hour);
		}
		expect(world.sent.length).toBeLessThanOrEqual(2);
		expect(world.sent.length).toBeGreaterThan(0);
	});

	it('cost no part of the day’s budget for a member whose channel is open', async () => {
		for (const number of [1, 2]) {
			world.sell(number, world.now + number * day + 14 * day);
			await world.ask(number);
		}
		world.sell(3, world.now + 16 * day, {
			holders: [{ userId: memberNumber(1), guildIds: ['100000000000000001'] }],
		});
		await live(world.process(1), day + hour, day);
		expect(world.sent.map(({ userId }) => userId)).toEqual([1, 1, 2].map(memberNumber));
	});

	it('send nothing at a budget of 0', async () => {
		world.sell(1, world.now + 15 * day);
		await world.ask(1);
		await live(world.process(0), day + hour, 11 * day);
		expect(world.sent).toEqual([]);
		expect(await world.keys('reminders:')).toEqual([]);
	});

	it('take the soonest end first where the budget is short, and are logged once a day', async () => {
		for (const number of [1, 2, 3, 4]) {
			world.sell(number, world.now + 15 * day - number * 60_000);
			await world.ask(number);
		}
		const bot = world.process(2);
		await live(bot, day, hour, hour);
		expect(world.sent.map(({ userId }) => userId)).toEqual([4, 3].map(memberNumber));
		const usedUp = () => world.log.filter((line) => JSON.stringify(line).includes('used up'));
		expect(usedUp()).toEqual([[{ perDay: 2, waiting: 2 }, expect.any(String)]]);
		await live(bot, day);
		expect(world.sent.map(({ userId }) => userId).slice(2)).toEqual([2].map(memberNumber));
		await live(bot, hour);
		expect(world.sent).toHaveLength(4);
	});

	it('are found again by the next process if one is stopped between two batches', async () => {
		const count = 60;
		for (let number = 0; number < count; number += 1) {
			world.sell(number, world.now + 15 * day + number);
			await world.ask(number);
		}
		const bot = world.process(count * 6);
		await bot.pass();
		world.now += day + hour;
		let pauses = 0;
		world.atPause = async () => {
			pauses += 1;
			await bot.reminders.stop();
		};
		await bot.reminders.pass();
		expect(pauses).toBe(1);
		world.atPause = async () => {};
		await live(world.process(count * 6));
		expect(new Set(world.sent.map(({ userId }) => userId)).size).toBe(count);
	});

	it('leave no waiting end behind once it has passed', async () => {
		for (const number of [1, 2]) {
			world.sell(number, world.now + 15 * day);
			await world.ask(number);
		}
		const bot = world.process(1);
		world.membership = 'unknown';
		await live(bot, day + hour);
		expect(await world.keys('reminders:')).toHaveLength(1);
		world.now += 20 * day;
		await bot.reminders.prune();
		expect(await world.keys('reminders:')).toEqual([]);
	});
});

describe('the choice of reminders', () => {
	it('is one row, however often it is made, and goes with the last purchase', async () => {
		const world = await Reminded.open();
		const userId = memberNumber(1);
		world.sell(1, world.now + 15 * day);
		for (let turn = 0; turn < 100; turn += 1) {
			await world.ask(1);
			if (turn % 3 === 0) await world.choices.turnOff(userId);
		}
		await world.ask(1);
		expect(await world.keys('remind')).toEqual([`remind:${userId}`]);
		await world.choices.prune();
		expect(await world.choices.read(userId)).toBeDefined();
		world.purchases.delete(hashOf(1));
		world.now += day + hour;
		await world.choices.prune();
		expect(await world.keys('remind')).toEqual([]);
		await world.close();
	});
});
