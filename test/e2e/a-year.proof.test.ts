import type { Role } from '@claimcheck/local-discord';
import type { Person } from '@claimcheck/local-discord/person';
import { textOf } from '@claimcheck/local-discord/reading';
import type { BotProcess } from '@claimcheck/sandbox/bot-process';
import { WorldClock } from '@claimcheck/sandbox/clock/world-clock';
import { Stage } from '@claimcheck/sandbox/stage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditChannel, chooseSetting, hasBuyerRole, verify } from './acts.js';
import { readable } from './reading.js';

const hour = 3_600_000;
const day = 24 * hour;
const item = 0;

// One server, one shop and a year, in its order: each test goes on where the one before it ended.
describe('a year of purchases, with the production bot and a clock that is moved', () => {
	const clock = new WorldClock();
	const startedAt = clock.now();
	let stage: Stage;
	let bot: BotProcess;
	let maya: Person;
	let tom: Person;
	let supported: Role;
	let soon: Role;
	let updates: Role;
	let mayasCode: string;
	let tomsCode: string;
	let newsId: string;

	beforeAll(async () => {
		stage = await Stage.open({ clock, isRateLimited: false });
		await stage.register();
		bot = await stage.startProcess();
		await bot.logged('Remembered the items');
	});
	afterAll(() => stage?.close());

	/** Moves the clock to a day of the year, by a few hours past it. */
	async function untilDay(days: number): Promise<void> {
		const ms = startedAt + days * day + 2 * hour - clock.now();
		if (ms > 0) await stage.advance(ms);
	}
	/** Moves the clock day by day until it is so: the bot asks the shop about a purchase when its turn comes. */
	async function dailyUntil(check: () => boolean): Promise<void> {
		for (let passed = 0; passed < 60 && !check(); passed += 1) await stage.advance(day + hour);
		expect(check()).toBe(true);
	}
	const purchases = async (person: Person) => readable(await person.chatInput('purchases').answered());
	const announced = (text: string) =>
		stage.discord.events
			.all('message-created')
			.filter(({ message }) => textOf(message).includes(text) && message.channel_id !== stage.channels.audit);
	const has = (person: Person, role: Role) => person.roleIds.includes(role.id);
	const until = (check: () => boolean) => expect.poll(check, { timeout: 20_000 }).toBe(true);
	/** A new version of Maya's item, which the next list has. */
	function release(version: string): void {
		stage.marketplace.setItems(
			stage.marketplace.items.map((it, at) => (at === item ? { ...it, version } : it)),
		);
	}

	it('begins with a server that chose everything, and two buyers', async () => {
		const { guild, people } = stage;
		maya = stage.newPerson('Maya');
		tom = stage.newPerson('Tom');
		supported = guild.addRole({ name: 'Supported' });
		soon = guild.addRole({ name: 'Support ends soon' });
		updates = guild.addRole({ name: 'Updates', isMentionable: true });
		newsId = guild.addChannel({ name: 'news' }).id;
		await chooseSetting(people.admin, 'setup-set:supported', supported.id);
		await chooseSetting(people.admin, 'setup-set:soon', soon.id);
		await chooseSetting(people.admin, 'setup-set:grace', '7');
		await chooseSetting(people.admin, 'setup-set:updates', newsId);
		await chooseSetting(people.admin, 'setup-set:mention', updates.id);
		const itemId = Number(stage.marketplace.items[item]?.id);
		const bought = { itemId, boughtAt: startedAt - day, supportedUntil: startedAt + 60 * day };
		[mayasCode, tomsCode] = [
			stage.marketplace.addPurchase(bought).code,
			stage.marketplace.addPurchase(bought).code,
		];
		for (const [person, code] of [
			[maya, mayasCode],
			[tom, tomsCode],
		] as const)
			await verify(person, code);
		await until(() => has(maya, supported) && has(tom, supported));
		expect(await purchases(maya)).not.toContain('Support ends soon');
	});

	it('a new version is announced once by two processes, and mentions the role', async () => {
		const second = await stage.startProcess();
		release('20.0.0');
		await untilDay(10);
		await until(() => announced('New version: 20.0.0').length > 0);
		await second.stop();
		await bot.stop();
		bot = await stage.startProcess();
		await untilDay(11);
		const posts = announced('New version: 20.0.0');
		expect(posts).toHaveLength(1);
		expect(posts.map(({ message }) => textOf(message)).join()).toContain(`<@&${updates.id}>`);
	});

	it('14 days before the end both get the role, and read of it in their purchases', async () => {
		await untilDay(46);
		await until(() => has(maya, soon) && has(tom, soon));
		expect(await purchases(maya)).toContain('Support ends soon');
	});

	it('the end comes on a day without a shop: the notice goes, and the role stays for the days of grace', async () => {
		stage.marketplace.faults.add('purchases/validation', 'maintenance-503');
		stage.marketplace.faults.add('items/all', 'maintenance-503');
		await untilDay(61);
		await until(() => !has(maya, soon) && !has(tom, soon));
		expect(has(maya, supported) && has(tom, supported)).toBe(true);
		expect(await purchases(maya)).toContain('Its role stays until');
		stage.marketplace.faults.clear();
		await untilDay(68);
		await until(() => !has(maya, supported) && !has(tom, supported));
		expect(hasBuyerRole(stage, maya) && hasBuyerRole(stage, tom)).toBe(true);
	});

	it('Maya renews: the role returns, and she reads nothing about it that she did not ask for', async () => {
		stage.marketplace.extendSupport(mayasCode, startedAt + 400 * day);
		await dailyUntil(() => has(maya, supported));
	});

	it('the item is renamed and Tom’s purchase refunded: the next checks find both, and staff read of the refund once', async () => {
		await untilDay(151);
		stage.marketplace.setItems(
			stage.marketplace.items.map((it, at) => (at === item ? { ...it, name: 'Aurora Reborn' } : it)),
		);
		stage.marketplace.refund(tomsCode);
		await dailyUntil(() => !hasBuyerRole(stage, tom));
		expect(auditChannel(stage).match(/no longer lists/g)).toHaveLength(1);
		await untilDay(270);
		await expect.poll(() => purchases(maya), { timeout: 20_000 }).toContain('Aurora Reborn');
		expect(announced('Aurora Reborn')).toEqual([]);
	});

	it('ends as it should: nothing was read twice', async () => {
		await bot.stop();
		bot = await stage.startProcess();
		await untilDay(365);
		expect(hasBuyerRole(stage, maya) && has(maya, supported)).toBe(true);
		expect([...maya.directMessages, ...tom.directMessages]).toEqual([]);
		expect(announced('New version: 20.0.0')).toHaveLength(1);
	});
});
