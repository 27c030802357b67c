import type { Person } from '@claimcheck/local-discord/person';
import type { SecondServer, Stage } from '@claimcheck/sandbox/stage';
import type { APIMessage } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
	askForDecision,
	decideLeave,
	decideMove,
	keepMine,
	letGo,
	showDispute,
	withdrawDispute,
} from '../../src/views/custom-ids/dispute-ids.js';
import {
	change,
	chooseSetting,
	forge,
	freshCode,
	hasBuyerRole,
	letUnlink,
	logged,
	marketplaceCalls,
	press,
	verify,
} from './acts.js';
import { botHeaders } from './bot-headers.js';
import { card, fill, opened, refused, rowsOf, settled } from './dispute-acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline, readable } from './reading.js';

let stage: Stage;
let second: SecondServer;
let holder: Person;
let claimant: Person;
let code: string;

beforeEach(async () => {
	// The many concurrent forged messages are the test's own.
	stage = await openStage();
	second = stage.secondServer();
	await register(stage, both());
	[holder, claimant] = [stage.newPerson('Maya'), stage.newPerson('Tom')];
	code = freshCode(stage);
});
afterEach(() => stage?.close());

const both = () => ({ DISCORD_GUILD_ID: `${stage.guild.id},${second.guild.id}` });

/** The bot's direct conversation with a person. */
async function conversation(person: Person): Promise<string> {
	const response = await fetch(`${stage.discord.apiUrl}/v10/users/@me/channels`, {
		method: 'POST',
		headers: botHeaders(stage),
		body: JSON.stringify({ recipient_id: person.id }),
	});
	expect(response.status).toBe(200);
	return ((await response.json()) as { id: string }).id;
}

const asksHolder = (message: APIMessage) => readable(message).includes('dispute-keep');

describe('attack 35: another’s dispute', () => {
	it('answers only its own people, whatever button is forged', async () => {
		const bot = await stage.startBot(both());
		await chooseSetting(second.people.admin, 'setup-set:buyer', second.roles.buyer.id);
		const { moderator } = stage.people;
		const onlooker = stage.newPerson('Onno');
		await verify(holder, code);
		// Another one, whose refusal is open and unused.
		const spare = stage.newPerson('Tess');
		const { reference: unused } = await refused(spare, code);
		const { reference } = await opened(claimant, code);
		await settled(stage, reference, 'was asked');
		const before = await rowsOf(stage);
		const home = stage.channels.verify;
		const outdated = /too old|no longer|expired|old/i;

		for (const id of [reference, unused]) {
			const answer = await forge(stage, onlooker, home, withdrawDispute.encode(id));
			expect(readable(answer)).toMatch(outdated);
			// The form opens for every member: it shows nothing. What is sent by it does nothing.
			const posted = await forgedForm(onlooker, askForDecision.encode(id), { note: 'it is mine' });
			expect(readable(posted)).toMatch(outdated);
		}
		// In a direct conversation: of a holder who was not asked, of the claimant, of an onlooker.
		for (const person of [onlooker, claimant, spare]) {
			const channelId = await conversation(person);
			const { id } = stage.guild;
			const kept = await forge(stage, person, channelId, keepMine.encode(id, reference));
			expect(readable(kept)).toMatch(outdated);
			const moved = await forge(stage, person, channelId, letGo.encode(id, reference));
			expect(readable(moved)).toMatch(outdated);
		}
		// The staff's cards are for them alone.
		for (const button of [showDispute, decideMove, decideLeave]) {
			for (const person of [onlooker, claimant, holder]) {
				const answer = await forge(stage, person, home, button.encode(reference));
				expect(readable(answer)).toContain('Manage Roles');
			}
		}
		expect(await rowsOf(stage)).toEqual(before);
		expect(hasBuyerRole(stage, holder)).toBe(true);
		// It is as open as before.
		await fill(moderator, await card(stage, reference, 'was asked'), decideLeave.encode(reference), {
			reason: 'no',
		});
		await card(stage, reference, 'Stays with');
		expect(logged(bot, 'error', 'fatal')).toEqual([]);
	});

	async function forgedForm(
		person: Person,
		customId: string,
		values: Record<string, string>,
		channelId = stage.channels.verify,
	): Promise<APIMessage> {
		const response = await fetch(`${stage.discord.apiUrl}/v10/channels/${channelId}/messages`, {
			method: 'POST',
			headers: botHeaders(stage),
			body: JSON.stringify({
				content: 'old',
				components: [{ type: 1, components: [{ type: 2, style: 2, label: 'Old', custom_id: customId }] }],
			}),
		});
		const asked = person.clickButton((await response.json()) as APIMessage, customId);
		await asked.acknowledged();
		return await person.submitModal(asked, values).answered();
	}
});

describe('attack 37: what a claimant can find out about the holder', () => {
	it('is the same for a purchase that is held, locked, kept, or whose holder has left', async () => {
		const first = await stage.startBot();
		const { moderator } = stage.people;
		const cases: [string, string][] = [];
		for (const state of ['held', 'locked', 'kept', 'gone']) {
			const [has, it] = [stage.newPerson('Maya'), freshCode(stage)];
			cases.push([state, it]);
			await verify(has, it);
			await expect.poll(() => hasBuyerRole(stage, has)).toBe(true);
			if (state === 'locked') await change(moderator, 'lock', { code: it, reason: 'asked to' });
			if (state === 'kept') {
				const page = await has.chatInput('privacy').answered();
				await press(has, await press(has, page, 'privacy-delete'), 'privacy-erase');
			}
			if (state === 'gone') stage.guild.removeMember(has.id);
		}
		await first.stop();

		// A process that knows nothing of them from before.
		await stage.startBot();
		const found = [];
		for (const [state, it] of cases) {
			const wants = stage.newPerson('Tom');
			const [from, shop] = [
				stage.discord.events.all('request').length,
				marketplaceCalls(stage, 'purchases/validation'),
			];
			const { reference, start } = await refused(wants, it);
			const calls = stage.discord.events
				.all('request')
				.slice(from)
				.flatMap(({ call }) => (call.path.includes('…') ? [call.route] : []));
			found.push({
				state,
				wants,
				it,
				reference,
				start,
				calls,
				shop: marketplaceCalls(stage, 'purchases/validation') - shop,
			});
		}
		// Afterwards: what is done about an open dispute goes on beside the answers.
		const seen: Record<string, unknown> = {};
		for (const { state, wants, it, reference, start, calls, shop } of found) {
			const waiting = await fill(wants, start, askForDecision.encode(reference), { note: '' });
			const texts = [start, waiting].map((message) =>
				readable(message)
					.replaceAll(reference, 'REF')
					.replaceAll(it.slice(-4), 'CODE')
					.replaceAll(/<t:\d+/g, '<t:0')
					.replaceAll(/\*\*[^*]+ is in use\*\*/g, ''),
			);
			seen[state] = { texts, calls, shop };
		}
		for (const state of ['locked', 'kept', 'gone'])
			expect([state, seen[state]]).toEqual([state, seen['held']]);
	});
});

describe('a dispute from another server', () => {
	it('has its card where the purchase was verified, and names neither server nor claimant to the holder', async () => {
		await stage.startBot(both());
		const { moderator } = stage.people;
		const pim = second.people.member;
		await verify(holder, code);
		const { reference, waiting } = await opened(pim, code);
		expect(readable(waiting)).toContain('Staff will decide');
		const open = await settled(stage, reference, 'was asked');
		const asked = await holder.directMessage(asksHolder);
		for (const secret of [second.guild.name, second.guild.id, pim.id, 'Pim'])
			expect(readable(asked)).not.toContain(secret);
		await fill(moderator, open, decideMove.encode(reference), { reason: 'shown the receipt' });
		await settled(stage, reference, 'Moved to');
		await pim.directMessage((message) => readable(message).includes('is yours'));
		await expect.poll(() => hasBuyerRole(stage, holder)).toBe(false);
		const theirs = stage.discord.events
			.all('message-created')
			.filter(
				({ message, visibleTo }) =>
					Object.values(second.channels).includes(message.channel_id) && visibleTo === undefined,
			);
		expect(theirs.map(({ message }) => readable(message))).toEqual([]);
	});
});

describe('attack 60: a holder who moves the purchase out of a dispute', () => {
	it('can’t, not by unlinking it for a second account', async () => {
		await stage.startBot();
		const { admin, moderator } = stage.people;
		await letUnlink(admin, 0);
		const alt = stage.newPerson('Alt');
		await verify(holder, code);
		const { reference } = await opened(claimant, code);
		const open = await settled(stage, reference, 'was asked');
		const page = await holder.chatInput('purchases').answered();
		await press(holder, await press(holder, page, 'purchases-ask-unlink'), 'purchases-let-go');
		expect(readable(await verify(alt, code))).toContain('Purchase verified');
		// Its form says who loses it.
		const late = await fill(moderator, open, decideMove.encode(reference), { reason: 'shown the receipt' });
		expect(readable(late)).toContain('has changed since');
		await card(stage, reference, alt.id);
		await fill(moderator, open, decideMove.encode(reference), { reason: 'shown the receipt' });
		await settled(stage, reference, 'Moved to');
		await expect.poll(() => [hasBuyerRole(stage, alt), hasBuyerRole(stage, claimant)]).toEqual([false, true]);
	});
});

describe('attack 63: a moderator for whom a seat is kept', () => {
	it('does not decide about it, either way', async () => {
		await stage.startBot();
		const { moderator } = stage.people;
		await verify(moderator, code);
		const page = await moderator.chatInput('privacy').answered();
		await press(moderator, await press(moderator, page, 'privacy-delete'), 'privacy-erase');
		const { reference } = await opened(claimant, code);
		const open = await settled(stage, reference, 'no one');
		for (const decide of [decideLeave, decideMove]) {
			const answer = await fill(moderator, open, decide.encode(reference), { reason: 'mine' });
			expect(headline(answer)).toContain('Someone else on staff must do it');
		}
		const other = stage.discord.person(stage.guild, { name: 'Mo', roleIds: [stage.roles.moderator.id] });
		await fill(other, open, decideLeave.encode(reference), { reason: 'no receipt' });
		const left = await settled(stage, reference, 'Left unchanged');
		expect(headline(await press(moderator, left, 'desk-undo'))).toContain('Someone else on staff must do it');
	});
});
