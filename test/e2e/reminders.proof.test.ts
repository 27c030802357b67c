import type { Person } from '@claimcheck/local-discord/person';
import { WorldClock } from '@claimcheck/sandbox/clock/world-clock';
import { Stage } from '@claimcheck/sandbox/stage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { remindMe, stopReminders } from '../../src/views/custom-ids/purchase-ids.js';
import { forge, press, verify } from './acts.js';
import { readable } from './reading.js';

const hour = 3_600_000;
const day = 24 * hour;

describe('reminders, with the production bot and a clock that is moved', () => {
	let clock: WorldClock;
	let stage: Stage;

	beforeEach(async () => {
		clock = new WorldClock();
		stage = await Stage.open({ clock, isRateLimited: false });
		await stage.register();
	});
	afterEach(() => stage?.close());

	/** A buyer whose support ends in `days` days, and who asked to be reminded. */
	async function reminded(
		name: string,
		days: number,
		itemId?: number,
	): Promise<{ person: Person; code: string }> {
		const person = stage.newPerson(name);
		const supportedUntil = clock.now() + days * day;
		const bought = { boughtAt: clock.now() - day, supportedUntil, ...(itemId !== undefined && { itemId }) };
		const { code } = stage.marketplace.addPurchase(bought);
		await verify(person, code);
		await remind(person, 'purchases-remind:on');
		return { person, code };
	}
	const remind = async (person: Person, button: string): Promise<string> =>
		readable(await press(person, await person.chatInput('purchases').answered(), button));
	const reminder = (person: Person, count = 1) =>
		expect
			.poll(
				() => reminders(person).filter((message) => readable(message).includes('Stop reminders')).length,
				{
					timeout: 20_000,
				},
			)
			.toBe(count);
	const reminders = (person: Person) =>
		person.directMessages.filter((message) => readable(message).includes('Support for'));

	it('come 14 and 3 days before the end, each once, and stop at a press in the direct message', async () => {
		await stage.startProcess();
		const { person: maya } = await reminded('Maya', 20);
		const { person: tom } = await reminded('Tom', 20);
		const quiet = stage.newPerson('Quiet');
		await verify(
			quiet,
			stage.marketplace.addPurchase({ boughtAt: clock.now(), supportedUntil: clock.now() + 20 * day }).code,
		);
		await stage.advance(6 * day + 2 * hour);
		await reminder(maya);
		await reminder(tom);
		const [first] = reminders(tom);
		if (first === undefined) throw new Error('There is no reminder');
		expect(readable(await press(tom, first, 'remind-stop'))).toContain('Reminders are off');
		expect(readable(await maya.chatInput('purchases').answered())).toContain('Support ends soon');
		await stage.advance(11 * day);
		await reminder(maya, 2);
		await stage.advance(5 * day);
		expect(reminders(maya)).toHaveLength(2);
		expect(tom.directMessages).toHaveLength(1);
		expect(quiet.directMessages).toEqual([]);
	});

	it('are sent once by two processes, and by the next one after a kill in the middle of the call', async () => {
		const first = await stage.startProcess();
		const { person } = await reminded('Maya', 20);
		await stage.startProcess();
		await stage.advance(6 * day + 2 * hour);
		await reminder(person);
		await stage.advance(hour);
		expect(reminders(person)).toHaveLength(1);
		await first.kill();

		stage.discord.faults.add('POST /channels/{channel_id}/messages', { kind: 'lose-answer' }, 1);
		await stage.advance(11 * day);
		await expect.poll(() => reminders(person).length, { timeout: 20_000 }).toBe(2);
		await stage.advance(hour);
		await reminder(person, 2);
		expect(reminders(person)).toHaveLength(2);
	});

	it('are not sent for support that was renewed meanwhile, and the next answer says thank you once', async () => {
		await stage.startProcess();
		const { person, code } = await reminded('Maya', 20);
		const until = clock.now() + 300 * day;
		stage.marketplace.extendSupport(code, until);
		// Checked again in the background, as every purchase is.
		await stage.advance(3 * day);
		await expect
			.poll(async () => readable(await person.chatInput('purchases').answered()), { timeout: 20_000 })
			.toContain('Thank you! Support for');
		expect(readable(await person.chatInput('purchases').answered())).not.toContain('Thank you!');
		await stage.advance(17 * day);
		expect(reminders(person)).toEqual([]);
	});

	it('are off for who takes no direct messages, who reads so above the next answer and can ask again', async () => {
		await stage.startProcess();
		const { person } = await reminded('Maya', 20);
		person.closeDms();
		await stage.advance(6 * day + 2 * hour);
		await expect
			.poll(async () => readable(await person.chatInput('purchases').answered()), { timeout: 20_000 })
			.toContain('Reminders are off now');
		person.openDms();
		expect(await remind(person, 'purchases-remind:on')).toContain(
			'only the second if less than 14 days are left',
		);
		await stage.advance(11 * day);
		await reminder(person);
	});

	it('pause for hours at the first 40003, over a restart', async () => {
		const bot = await stage.startProcess();
		const { person } = await reminded('Maya', 20);
		const { person: tom } = await reminded('Tom', 20);
		stage.discord.rateLimits.setNewDirects({ limit: 0, windowMs: 60_000 });
		await stage.advance(6 * day + 2 * hour);
		await bot.logged('Discord lets the bot message no one new');
		stage.discord.rateLimits.setNewDirects(undefined);
		await bot.stop();
		await stage.startProcess();
		await stage.advance(3 * hour);
		expect([...reminders(person), ...reminders(tom)]).toEqual([]);
		await stage.advance(5 * hour);
		await reminder(person);
		await reminder(tom);
	});

	it('cannot be turned off by another member, and a hundred presses are one choice', async () => {
		await stage.startProcess();
		const { person } = await reminded('Maya', 20);
		const stranger = stage.newPerson('Mallory');
		let page = await person.chatInput('purchases').answered();
		await forge(stage, stranger, stage.channels.verify, remindMe.encode('off', '0'));
		await forge(stage, stranger, stage.channels.verify, stopReminders.encode(stage.guild.id));
		for (let turn = 0; turn < 50; turn += 1) {
			page = await press(person, page, 'purchases-remind:off');
			page = await press(person, page, 'purchases-remind:on');
		}
		await stage.advance(6 * day + 2 * hour);
		await reminder(person);
		expect(stranger.directMessages).toEqual([]);
	});

	it('show a name that pings or links as plain text', async () => {
		const [item, ...others] = stage.marketplace.items;
		if (item === undefined) throw new Error('Nothing is for sale');
		stage.marketplace.setItems([
			{ ...item, name: '@everyone [free](https://evil.example) <@&100000000000000001> **x**' },
			...others,
		]);
		await stage.startProcess();
		const { person } = await reminded('Maya', 20, item.id);
		await stage.advance(6 * day + 2 * hour);
		await reminder(person);
		const [message] = reminders(person);
		expect(message?.mention_everyone).toBe(false);
		expect(message?.mention_roles).toEqual([]);
		expect(message && readable(message)).not.toMatch(/(?<!\\)(?:\[free|<@&)/);
	});
});
