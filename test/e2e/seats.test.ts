import type { Person } from '@claimcheck/local-discord/person';
import type { Stage } from '@claimcheck/sandbox/stage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditChannel, auditLine, freshCode, hasBuyerRole, press, verify } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline, readable } from './reading.js';
import { give, haveSeats, offer, offerTo, openSeatsOf, takeBack } from './seat-acts.js';

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
	it('are accepted in a direct message, taken back, left, and seen by staff', async () => {
		await stage.startBot();
		await haveSeats(stage, 3);
		await verify(maya, code);
		const offered = await offer(maya, tom.id);
		expect(headline(offered)).toBe('✅ Seat offered: @unknown (tom)');
		const message = await offerTo(tom);
		expect(readable(message)).toContain(`<@${maya.id}> offers you a seat`);
		expect(headline(await press(tom, message, 'seat-take'))).toMatch(/^✅ You have a seat for /);
		await expect.poll(roles).toEqual([true, true, false, false, false]);

		// The receiver sees nothing of the code, in no answer and no message.
		const own = await tom.chatInput('purchases').answered();
		expect(readable(own)).toContain(`Seat given by <@${maya.id}>`);
		for (const seen of [own, ...tom.directMessages]) {
			expect(readable(seen)).not.toContain(code.slice(-4));
			expect(readable(seen)).not.toMatch(/cc1:(seats|move-own)/);
		}
		const file = await press(tom, await tom.chatInput('privacy').answered(), 'privacy-export');
		expect(JSON.stringify(file)).not.toContain(code.slice(-4));

		await give(maya, ada);
		expect(readable(await openSeatsOf(maya))).not.toContain('cc1:seat-to');
		expect(headline(await takeBack(maya, tom.id))).toBe('↩️ Seat taken back from @unknown (tom)');
		await expect.poll(roles).toEqual([true, false, true, false, false]);
		await expect.poll(() => tom.directMessages.map(readable).join()).toMatch(/seat for .* took it back/);

		// Leaves their own seat, whatever home's policy about unlinking.
		const sure = await press(ada, await ada.chatInput('purchases').answered(), 'purchases-ask-unlink');
		expect(readable(sure)).toContain('The seat will be free');
		expect(headline(await press(ada, sure, 'purchases-let-go'))).toBe('✅ Unlinked');
		await expect.poll(roles).toEqual([true, false, false, false, false]);
		await give(maya, onno);

		await auditLine(stage, `<@${maya.id}>`, 'offered', `<@${tom.id}>`);
		await auditLine(stage, `<@${tom.id}>`, 'accepted a seat', `<@${maya.id}>`);
		await auditLine(stage, `<@${maya.id}>`, 'took back the seat', `<@${tom.id}>`);
		await auditLine(stage, `<@${ada.id}>`, 'gave up the seat', `<@${maya.id}>`);
		expect(auditChannel(stage)).not.toContain(code);

		const { moderator } = stage.people;
		const page = await moderator.chatInput('whois', { member: onno.id }).answered();
		const about = await press(moderator, page, 'desk-open');
		expect(readable(about)).toContain(`given by <@${maya.id}>`);
		const history = readable(await press(moderator, about, 'desk-history'));
		for (const line of ['seat offered: ', 'seat accepted: ', 'seat removed again: ', 'left the given seat'])
			expect(history).toContain(line);
	});

	it('are offered above the next answer to a member who takes no direct messages', async () => {
		await stage.startBot();
		await haveSeats(stage, 2);
		await verify(maya, code);
		tom.closeDms();
		const closed = stage.discord.events.waitFor(
			'request',
			({ call }) => call.route?.includes('/channels') === true,
		);
		await offer(maya, tom.id);
		await closed;
		let shown = await tom.chatInput('purchases').answered();
		await expect
			.poll(async () => {
				if (!readable(shown).includes('cc1:seat-take')) shown = await tom.chatInput('purchases').answered();
				return readable(shown);
			})
			.toContain('offers you a seat');
		expect(headline(await press(tom, shown, 'seat-take'))).toMatch(/^✅ You have a seat for /);
		await expect.poll(roles).toEqual([true, true, false, false, false]);
	});
});
