import type { Person } from '@claimcheck/local-discord/person';
import type { Stage } from '@claimcheck/sandbox/stage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { customIdOf, freshCode, hasBuyerRole, press, verify } from './acts.js';
import { doomed } from './dying-bot.js';
import { openStage, register } from './hosted-bot.js';
import { headline } from './reading.js';
import { askBack, give, haveSeats, offerTo, startOffer } from './seat-acts.js';

let stage: Stage;
let maya: Person;
let tom: Person;
let ada: Person;
let onno: Person;
let iris: Person;
let code: string;

beforeEach(async () => {
	stage = await openStage({ isRateLimited: false });
	await register(stage);
	[maya, tom, ada, onno, iris] = ['Maya', 'Tom', 'Ada', 'Onno', 'Iris'].map((name) =>
		stage.newPerson(name),
	) as [Person, Person, Person, Person, Person];
	code = freshCode(stage);
});
afterEach(() => stage?.close());

const roles = () => [maya, tom, ada, onno, iris].map((person) => hasBuyerRole(stage, person));

describe('seats that members give each other', () => {
	it('survive a kill in each step: offer, notice, acceptance, roles, taking back, leaving', async () => {
		const dying = (key: string, value: string) => stage.startProcess(doomed({ afterWrite: { key, value } }));
		const setUp = await stage.startBot();
		await haveSeats(stage, 3);
		await verify(maya, code);
		await setUp.stop();

		// Only the row that points to the offer was written: nothing is offered.
		let bot = await dying('offer:', 'hash');
		await startOffer(maya, tom.id);
		await bot.exited;
		bot = await dying('claim:', 'seat-offered');
		expect(tom.directMessages).toEqual([]);
		// The offer was written, and the receiver not yet notified.
		await startOffer(maya, tom.id);
		await bot.exited;
		bot = await dying(`grant:${stage.guild.id}:${tom.id}`, '');
		const message = await offerTo(tom);
		// The role was noted, and the seat not yet given.
		tom.clickButton(message, customIdOf(message, 'seat-take'));
		await bot.exited;
		bot = await dying('claim:', 'seat-accepted');
		expect(roles()).toEqual([true, false, false, false, false]);
		// The seat was given, and the role not yet.
		tom.clickButton(message, customIdOf(message, 'seat-take'));
		await bot.exited;
		let next = await stage.startBot();
		await expect.poll(roles, { timeout: 20_000 }).toEqual([true, true, false, false, false]);
		expect(headline(await press(tom, message, 'seat-take'))).toBe('✅ You already hold this purchase');
		// Another member takes the last seat by the code: there are as many holders as seats.
		await give(maya, ada);
		expect(headline(await verify(iris, code))).toBe('⛔ This code is in use');
		await next.stop();

		bot = await dying('claim:', 'seat-taken-back');
		const sure = await askBack(maya, tom.id);
		maya.clickButton(sure, customIdOf(sure, 'seat-free'));
		await bot.exited;
		bot = await dying('claim:', 'seat-left');
		await expect.poll(roles, { timeout: 20_000 }).toEqual([true, false, true, false, false]);
		const leave = await press(ada, await ada.chatInput('purchases').answered(), 'purchases-ask-unlink');
		ada.clickButton(leave, customIdOf(leave, 'purchases-let-go'));
		await bot.exited;
		next = await stage.startBot();
		await expect.poll(roles, { timeout: 20_000 }).toEqual([true, false, false, false, false]);
		expect(headline(await give(maya, onno))).toMatch(/^✅ You have a seat for /);
		expect(headline(await verify(iris, code))).toBe('✅ Purchase verified');
		await expect.poll(roles).toEqual([true, false, false, true, true]);
	});
});
