import { randomUUID } from 'node:crypto';
import type { Role } from '@claimcheck/local-discord';
import type { Person } from '@claimcheck/local-discord/person';
import { textOf } from '@claimcheck/local-discord/reading';
import { WorldClock } from '@claimcheck/sandbox/clock/world-clock';
import { describe, expect, it } from 'vitest';
import { auditChannel, chooseSetting, freshCode, hasBuyerRole, referenceIn, verify } from './acts.js';
import { ownStage, sharedStage } from './own-stage.js';
import { readable } from './reading.js';

const hour = 3_600_000;
const day = 24 * hour;

// One server, one shop and one year, in order: each test continues where the previous one ended.
describe('a year of purchases, with the production bot and a clock moved by hand', async () => {
	const clock = new WorldClock();
	const startedAt = clock.now();
	const stage = await sharedStage({ clock });
	let bot = await stage.startProcess();
	await bot.logged('Remembered the items');
	const { guild, people } = stage;
	const [maya, tom] = [stage.newPerson('Maya'), stage.newPerson('Tom')];
	const supported = guild.addRole({ name: 'Supported' });
	const soon = guild.addRole({ name: 'Support ends soon' });
	const updates = guild.addRole({ name: 'Updates', isMentionable: true });
	const bought = {
		itemId: Number(stage.marketplace.items[0]?.id),
		boughtAt: startedAt - day,
		supportedUntil: startedAt + 60 * day,
	};
	const mayasCode = stage.marketplace.addPurchase(bought).code;
	const tomsCode = stage.marketplace.addPurchase(bought).code;

	/** Moves the clock to a few hours into this day of the year. */
	async function untilDay(days: number): Promise<void> {
		const ms = startedAt + days * day + 2 * hour - clock.now();
		if (ms > 0) await stage.advance(ms);
	}
	/** Moves the clock day by day until the condition holds: the bot checks a purchase only when its turn comes. */
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

	it('begins with a server that has chosen every setting, and two buyers', async () => {
		await chooseSetting(people.admin, 'setup-set:supported', supported.id);
		await chooseSetting(people.admin, 'setup-set:soon', soon.id);
		await chooseSetting(people.admin, 'setup-set:grace', '7');
		await chooseSetting(people.admin, 'setup-set:updates', guild.addChannel({ name: 'news' }).id);
		await chooseSetting(people.admin, 'setup-set:mention', updates.id);
		await verify(maya, mayasCode);
		await verify(tom, tomsCode);
		await until(() => has(maya, supported) && has(tom, supported));
		expect(await purchases(maya)).not.toContain('Support ends soon');
	});

	it('a member whose code the shop cannot check stops waiting before the reply can no longer be edited', async () => {
		const person = stage.newPerson('Kim');
		stage.marketplace.faults.add('purchases/validation', 'maintenance-503');
		try {
			const asked = person.chatInput('verify', { code: freshCode(stage) });
			await asked.edited((message) => readable(message).includes('I’ll keep trying'));
			await stage.advance(day);
			await asked.edited((message) => readable(message).includes('still isn’t responding'));
			// The jump isn't mistaken for a broken clock either.
			expect(auditChannel(stage)).not.toMatch(/clock/i);
			expect(asked.failure).toBeUndefined();
		} finally {
			stage.marketplace.faults.clear();
		}
	});

	it('a new version is announced once by two processes, and mentions the role', async () => {
		const second = await stage.startProcess();
		stage.marketplace.publish(bought.itemId, { version: '20.0.0' });
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

	it('14 days before the end, both get the role, which their purchases mention', async () => {
		await untilDay(46);
		await until(() => has(maya, soon) && has(tom, soon));
		expect(await purchases(maya)).toContain('Support ends soon');
	});

	it('if support ends on a day without a shop, the notice disappears, and the role stays for the grace period', async () => {
		stage.marketplace.faults.add('purchases/validation', 'maintenance-503');
		stage.marketplace.faults.add('items/all', 'maintenance-503');
		await untilDay(61);
		await until(() => !has(maya, soon) && !has(tom, soon));
		expect(has(maya, supported) && has(tom, supported)).toBe(true);
		expect(await purchases(maya)).toContain('The support role stays until');
		stage.marketplace.faults.clear();
		await untilDay(68);
		await until(() => !has(maya, supported) && !has(tom, supported));
		expect(hasBuyerRole(stage, maya) && hasBuyerRole(stage, tom)).toBe(true);
	});

	it('Maya renews: the role returns, and she is thanked once', async () => {
		stage.marketplace.extendSupport(mayasCode, startedAt + 400 * day);
		await dailyUntil(() => has(maya, supported));
		const thanks = await maya.chatInput('purchases').followedUp();
		expect(readable(thanks)).toContain('Thank you! Support for');
		for (const person of [maya, tom]) await purchases(person);
		expect(announced('Thank you!')).toHaveLength(1);
	});

	it('the item is renamed and Tom’s purchase refunded: the next checks find both, and the refund is reported to staff once', async () => {
		await untilDay(151);
		stage.marketplace.publish(bought.itemId, { name: 'Aurora Reborn' });
		stage.marketplace.refund(tomsCode);
		await dailyUntil(() => !hasBuyerRole(stage, tom));
		expect(auditChannel(stage).match(/no longer lists/g)).toHaveLength(1);
		await untilDay(270);
		await expect.poll(() => purchases(maya), { timeout: 20_000 }).toContain('Aurora Reborn');
		expect(announced('Aurora Reborn')).toEqual([]);
	});

	it('at the end of the year, no message was sent twice', async () => {
		await bot.stop();
		bot = await stage.startProcess();
		await untilDay(365);
		expect(hasBuyerRole(stage, maya) && has(maya, supported)).toBe(true);
		expect([...maya.directMessages, ...tom.directMessages]).toEqual([]);
		expect(announced('New version: 20.0.0')).toHaveLength(1);
		expect(await purchases(maya)).not.toContain('Thank you!');
	});
});

it('a clock that is 100 days ahead at the start deletes nothing that is kept for a limited time', async () => {
	const stage = await ownStage();
	const { buyer, moderator } = stage.people;
	const first = await stage.startBot();
	const reference = referenceIn(await verify(buyer, randomUUID()));
	await first.stop();

	const shift = `const now = Date.now; Date.now = () => now() + ${100 * day}`;
	const ahead = await stage.startProcess({
		NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shift)}`,
	});
	await ahead.logged('The clock of this machine is off: nothing is revoked, no kept seat is freed');
	await stage.discord.events.until(() => auditChannel(stage).includes('clock'), 'No alert');
	// Stopping waits for the round in progress.
	await ahead.stop();

	await stage.startBot();
	const found = await moderator.chatInput('whois', { reference }).answered();
	expect(readable(found)).toContain(buyer.id);
});
