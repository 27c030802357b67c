import type { Person } from '@claimcheck/local-discord/person';
import type { SecondServer, Stage } from '@claimcheck/sandbox/stage';
import type { APIMessage } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acceptSeat, askForSeat, openSeats, takeSeatBack } from '../../src/views/custom-ids/seat-ids.js';
import { change, customIdOf, forge, freshCode, hasBuyerRole, press, verify } from './acts.js';
import { opened, rowsOf } from './dispute-acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline, readable } from './reading.js';
import { accept, give, haveSeats, offer, offerTo, openSeatsOf, takeBack } from './seat-acts.js';

let stage: Stage;
let other: SecondServer;
let maya: Person;
let tom: Person;
let ada: Person;
let code: string;

beforeEach(async () => {
	stage = await openStage({ isRateLimited: false });
	other = stage.secondServer();
	const both = { DISCORD_GUILD_ID: `${stage.guild.id},${other.guild.id}` };
	await register(stage, both);
	[maya, tom, ada] = ['Maya', 'Tom', 'Ada'].map((name) => stage.newPerson(name)) as [Person, Person, Person];
	code = freshCode(stage);
	await stage.startBot(both);
	await haveSeats(stage, 3);
	await verify(maya, code);
});
afterEach(() => stage?.close());

const outdated = /too old|no longer|expired|out of date/i;
const noSeat = '⛔ This seat or offer no longer exists';
const notFirst = '⛔ Only the first holder of the code can give seats';
const full = '⛔ All seats are taken';

/** The claim's holders as stored, with the giver of each seat. */
async function holders(): Promise<readonly string[]> {
	const rows = [...(await rowsOf(stage))].filter(([key]) => key.startsWith('claim:'));
	return rows.flatMap(([, value]) =>
		(value as { holders: { userId: string; givenBy?: string }[] }).holders.map(({ userId }) => userId),
	);
}

/** The purchase's hash, from the holder's own page. */
async function hashOf(holder: Person): Promise<string> {
	return customIdOf(await openSeatsOf(holder), 'purchases-one').split(':')[2] ?? '';
}

const at = (person: Person, customId: string): Promise<APIMessage> =>
	forge(stage, person, stage.channels.verify, customId);

describe('attack 69: a seat is not given', () => {
	it('to oneself, to a bot, or to a holder', async () => {
		const own = await offer(maya, maya.id);
		expect(headline(own)).toBe('⛔ You can’t give yourself a seat');
		const bot = own.author.id;
		expect(headline(await offer(maya, bot))).toBe('⛔ Bots can’t hold seats');
		await verify(ada, code);
		expect(headline(await offer(maya, ada.id))).toBe('⛔ This member already holds the purchase');
		expect(await holders()).toEqual([maya.id, ada.id]);
	});

	it('to a member who leaves before accepting', async () => {
		await offer(maya, tom.id);
		const message = await offerTo(tom);
		stage.guild.removeMember(tom.id);
		expect(headline(await press(tom, message, 'seat-take'))).toBe(
			'⛔ Only members of this server can hold seats',
		);
		expect(await holders()).toEqual([maya.id]);
	});

	it('in a chain, by a second holder, or from another server', async () => {
		const hash = await hashOf(maya);
		await give(maya, tom);
		await verify(ada, code);
		for (const person of [tom, ada]) {
			expect(readable(await person.chatInput('purchases').answered())).not.toContain('cc1:seats');
			expect(headline(await at(person, openSeats.encode(hash, 0)))).toBe(notFirst);
			expect(headline(await at(person, takeSeatBack.encode(hash, tom.id)))).toBe(notFirst);
		}
		const stranger = stage.newPerson('Onno');
		expect(readable(await at(stranger, openSeats.encode(hash, 0)))).toMatch(outdated);
		const elsewhere = stage.discord.person(other.guild, { id: maya.id });
		expect(readable(await elsewhere.chatInput('purchases').answered())).not.toContain('cc1:seats');
		const forged = await forge(stage, elsewhere, other.channels.verify, openSeats.encode(hash, 0));
		expect(headline(forged)).toBe('⛔ Seats can’t be given in this server');
		expect(await holders()).toEqual([maya.id, tom.id, ada.id]);
	});

	it('while it is locked, revoked by staff or disputed, before the offer and before its acceptance', async () => {
		const hash = await hashOf(maya);
		await offer(maya, tom.id);
		const message = await offerTo(tom);
		const { moderator } = stage.people;
		const tries = async () => [
			headline(await press(tom, message, 'seat-take')),
			headline(await at(maya, takeSeatBack.encode(hash, tom.id))),
		];
		await change(moderator, 'lock', { code, reason: 'asked to' });
		expect(await tries()).toEqual(Array(2).fill('⛔ Staff have locked it'));
		await change(moderator, 'unlock', { code, reason: 'done' });
		const revoked = await change(moderator, 'revoke', { code, reason: 'shared' });
		expect(await tries()).toEqual(Array(2).fill('⛔ No longer valid'));
		await press(moderator, revoked, 'desk-undo');
		await haveSeats(stage, 1);
		await opened(stage.newPerson('Onno'), code);
		await haveSeats(stage, 3);
		expect(await tries()).toEqual(Array(2).fill('⚖️ Staff will decide'));
		expect(headline(await offer(maya, ada.id))).toBe('⚖️ Staff will decide');
		expect(await holders()).toEqual([maya.id]);
	});

	it('twice for the last seat: of two presses one gets it, and the code has as many holders as seats', async () => {
		await offer(maya, tom.id);
		await offer(maya, ada.id);
		// An offer reserves nothing: the code takes a seat meanwhile.
		await verify(stage.newPerson('Onno'), code);
		const messages = await Promise.all([tom, ada].map(offerTo));
		const pressed = [tom, ada].map((person, index) => {
			const message = messages[index] as APIMessage;
			return person.clickButton(message, customIdOf(message, 'seat-take')).answered();
		});
		const answers = (await Promise.all(pressed)).map(headline);
		expect(answers.filter((answer) => answer === full)).toHaveLength(1);
		expect(await holders()).toHaveLength(3);
		expect([tom, ada].filter((person) => readablyHolds(answers, person))).toHaveLength(1);
		expect(readable(await openSeatsOf(maya))).not.toContain('cc1:seat-to');
	});

	const readablyHolds = (answers: readonly string[], person: Person) =>
		answers[[tom, ada].indexOf(person)]?.startsWith('✅') === true;

	it('more often than three seats are taken back in 30 days', async () => {
		for (const round of [1, 2, 3]) {
			const person = stage.newPerson(`Nr${round}`);
			await give(maya, person);
			expect(headline(await takeBack(maya, person.id))).toContain('↩️ Seat taken back from');
		}
		// The last seat that was taken back is not lost.
		await give(maya, tom);
		expect(headline(await takeBack(maya, tom.id))).toMatch(/^⏳ Too many seats changed hands/);
		// Leaving counts, so that members don't share a seat by turns.
		const sure = await press(tom, await tom.chatInput('purchases').answered(), 'purchases-ask-unlink');
		await press(tom, sure, 'purchases-let-go');
		expect(headline(await offer(maya, ada.id))).toMatch(/^⏳ Too many seats changed hands/);
		expect(await holders()).toEqual([maya.id]);
	});
});

describe('attack 70: the receiver of a seat', () => {
	it('can’t accept what was withdrawn, or is another’s, or is theirs no more', async () => {
		await offer(maya, tom.id);
		const message = await offerTo(tom);
		const id = customIdOf(message, 'seat-take');
		expect(headline(await at(ada, id))).toBe(noSeat);
		expect(headline(await at(ada, acceptSeat.encode(other.guild.id, id.split(':')[3] ?? '')))).toBe(noSeat);
		await takeBack(maya, tom.id);
		expect(headline(await press(tom, message, 'seat-take'))).toBe(noSeat);
		await offer(maya, ada.id);
		const taken = customIdOf(await offerTo(ada), 'seat-take');
		await accept(ada);
		await takeBack(maya, ada.id);
		expect(headline(await at(ada, taken))).toBe(noSeat);
		expect(await holders()).toEqual([maya.id]);
	});

	it('reads no code, moves nothing, and ends no seat but their own', async () => {
		const hash = await hashOf(maya);
		await give(maya, tom);
		await give(maya, ada);
		const { admin } = stage.people;
		await admin
			.selectMenu(await admin.chatInput('setup server').answered(), 'cc1:setup-more', ['policy'])
			.answered();
		for (const id of [askForSeat.encode(hash, ada.id), takeSeatBack.encode(hash, ada.id)])
			expect(headline(await at(tom, id))).toBe(notFirst);
		const seen = [
			await tom.chatInput('purchases').answered(),
			...tom.directMessages,
			await at(tom, `cc1:purchases-ask-unlink:${hash}`),
		];
		for (const message of seen) {
			expect(readable(message)).not.toContain(code.slice(-4));
			expect(readable(message)).not.toContain('move-own');
		}
		expect(await holders()).toEqual([maya.id, tom.id, ada.id]);
	});

	it('loses the seat with a refund, keeps it when the giver deletes their data, and is deleted as others', async () => {
		await give(maya, tom);
		await offer(maya, ada.id);
		await offerTo(ada);
		const erase = async (person: Person) => {
			const asked = await press(person, await person.chatInput('privacy').answered(), 'privacy-delete');
			await press(person, asked, 'privacy-erase');
		};
		await erase(maya);
		expect(await holders()).toEqual([tom.id]);
		const rows = [...(await rowsOf(stage)).entries()].filter(([key]) => !key.startsWith('notice:'));
		expect(JSON.stringify(rows)).not.toContain(maya.id);
		expect(headline(await press(ada, await offerTo(ada), 'seat-take'))).toBe(noSeat);
		expect(readable(await tom.chatInput('purchases').answered())).toContain(
			'a member whose data was deleted',
		);
		expect(hasBuyerRole(stage, tom)).toBe(true);
		await change(stage.people.moderator, 'revoke', { code, reason: 'refunded' });
		await expect.poll(() => hasBuyerRole(stage, tom)).toBe(false);
		await erase(tom);
		expect(await holders()).toEqual([]);
	});
});
