import type { Person } from '@claimcheck/local-discord/person';
import type { RunningBot, SecondServer, Stage } from '@claimcheck/sandbox/stage';
import type { APIMessage } from 'discord.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askForDecision, withdrawDispute } from '../../commands/purchases/dispute.js';
import { decideLeave, decideMove, showDispute } from '../../src/ui/messages/dispute-card.js';
import { keepMine, letGo } from '../../src/ui/messages/notices.js';
import {
	change,
	chooseSetting,
	customIdOf,
	forge,
	forgePress,
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
let bot: RunningBot;
let moderator: Person;
let holder: Person;
let claimant: Person;
let code: string;

beforeAll(async () => {
	stage = await openStage();
	second = stage.secondServer();
	const both = { DISCORD_GUILD_ID: `${stage.guild.id},${second.guild.id}` };
	await register(stage, both);
	bot = await stage.startBot(both);
	await chooseSetting(second.people.admin, 'setup-set:buyer', second.roles.buyer.id);
	moderator = stage.people.moderator;
});
afterAll(() => stage?.close());
beforeEach(async () => {
	[holder, claimant] = [stage.newPerson('Maya'), stage.newPerson('Tom')];
	code = freshCode(stage);
	await verify(holder, code);
});

const asksHolder = (message: APIMessage) => readable(message).includes('dispute-keep');
const roles = () => [hasBuyerRole(stage, holder), hasBuyerRole(stage, claimant)];

describe('a dispute, by four people', () => {
	it('goes from the refusal to the move and back, and neither side learns who the other is', async () => {
		const { reference, waiting } = await opened(claimant, code);
		expect(readable(waiting)).toContain('Staff will decide');
		expect(readable(waiting)).not.toContain(holder.id);

		const asked = await holder.directMessage(asksHolder);
		expect(readable(asked)).not.toContain(claimant.id);
		expect(readable(asked)).not.toContain('Tom');
		const open = await card(stage, reference, 'Requested by');
		for (const part of [holder.id, claimant.id, 'I lost my old account.'])
			expect(readable(open)).toContain(part);
		expect(readable(open)).toMatch(/Paid \$[\d,.]+/);
		expect(readable(open)).not.toContain(code);

		expect(readable(await press(holder, asked, 'dispute-keep'))).toContain('Noted.');
		await card(stage, reference, 'It’s mine');
		const answer = await fill(moderator, open, customIdOf(open, 'case-move'), {
			reason: `shown the receipt, ${code}`,
		});
		// The card itself, and no message beside it.
		expect(answer.id).toBe(open.id);
		const decided = await card(stage, reference, 'Moved to');
		expect(readable(decided)).toContain(`**Original holder** <@${holder.id}>`);
		expect(readable(decided)).toContain('shown the receipt');
		expect(readable(decided)).not.toContain(code);
		await claimant.directMessage((message) => readable(message).includes('is yours'));
		await holder.directMessage((message) => readable(message).includes('to another account'));
		await expect.poll(roles).toEqual([false, true]);

		await press(moderator, decided, 'desk-undo');
		const again = await card(stage, reference, 'Undone by');
		for (const part of ['It’s mine', 'I lost my old account.', 'Requested by'])
			expect(readable(again)).toContain(part);
		await expect.poll(roles).toEqual([true, false]);
		const lastNotice = (person: Person) =>
			stage.discord.messages.get(person.directMessages.at(-1)?.id ?? '').current;
		for (const person of [holder, claimant])
			await expect.poll(() => readable(lastNotice(person))).toContain('undid their decision');
		await fill(moderator, again, customIdOf(again, 'case-leave'), { reason: 'no receipt' });
		await card(stage, reference, 'Stays with');
	});

	it('is asked of a holder above their next answer if they take no direct messages', async () => {
		holder.closeDms();
		const { reference } = await opened(claimant, code);
		await card(stage, reference, 'doesn’t accept direct messages');
		const seen = await holder.chatInput('purchases').answered();
		expect(readable(seen)).toContain('Is it yours? Staff will decide.');
		expect(readable(seen)).toContain('dispute-keep');
	});

	it('can be withdrawn', async () => {
		const { reference, waiting } = await opened(claimant, code);
		await card(stage, reference, 'Requested by');
		await press(claimant, waiting, 'dispute-withdraw');
		await card(stage, reference, 'Withdrawn by');
	});

	it('has its card where the purchase was verified, and names neither server nor claimant to the holder', async () => {
		const { member } = second.people;
		const { reference } = await opened(member, code);
		await card(stage, reference, 'Requested by');
		const asked = await holder.directMessage(asksHolder);
		for (const secret of [second.guild.name, second.guild.id, member.id, 'Pim'])
			expect(readable(asked)).not.toContain(secret);
		const theirs = stage.discord.events
			.all('message-created')
			.filter(
				({ message, visibleTo }) =>
					Object.values(second.channels).includes(message.channel_id) && visibleTo === undefined,
			);
		expect(theirs.map(({ message }) => readable(message)).join()).not.toContain(reference);
	});
});

describe('attack 35: another’s dispute', () => {
	/** The bot's direct conversation with a person. */
	async function conversation(person: Person): Promise<string> {
		const response = await fetch(`${stage.discord.apiUrl}/v10/users/@me/channels`, {
			method: 'POST',
			headers: botHeaders(stage),
			body: JSON.stringify({ recipient_id: person.id }),
		});
		return ((await response.json()) as { id: string }).id;
	}

	it('answers only its own people, whatever button is forged', async () => {
		const [onlooker, spare] = [stage.newPerson('Onno'), stage.newPerson('Tess')];
		const { reference: unused } = await refused(spare, code);
		const { reference } = await opened(claimant, code);
		await settled(stage, reference, 'was asked');
		const before = await rowsOf(stage);
		const home = stage.channels.verify;
		const outdated = /too old|no longer|expired|old/i;

		for (const id of [reference, unused]) {
			const answer = await forge(stage, onlooker, home, withdrawDispute.encode(id));
			expect(readable(answer)).toMatch(outdated);
			// The form opens for every member: it shows nothing, and what is sent by it does nothing.
			const form = await forgePress(stage, onlooker, home, askForDecision.encode(id));
			await form.acknowledged();
			const sent = await onlooker.submitModal(form, { note: 'it is mine' }).answered();
			expect(readable(sent)).toMatch(outdated);
		}
		for (const person of [onlooker, claimant, spare]) {
			const channelId = await conversation(person);
			for (const act of [keepMine, letGo]) {
				const answer = await forge(stage, person, channelId, act.encode(stage.guild.id, reference));
				expect(readable(answer)).toMatch(outdated);
			}
		}
		for (const button of [showDispute, decideMove, decideLeave])
			for (const person of [onlooker, claimant, holder]) {
				const answer = await forge(stage, person, home, button.encode(reference));
				expect(readable(answer)).toContain('Manage Roles');
			}
		expect(await rowsOf(stage)).toEqual(before);
		expect(hasBuyerRole(stage, holder)).toBe(true);
		expect(logged(bot, 'error', 'fatal')).toEqual([]);
	});
});

describe('attack 37: what a claimant can find out about the holder', () => {
	it('is the same for a purchase that is held, locked, kept, or whose holder has left', async () => {
		const seen: Record<string, unknown> = {};
		for (const state of ['held', 'locked', 'kept', 'gone']) {
			const [has, wants, it] = [stage.newPerson('Maya'), stage.newPerson('Tom'), freshCode(stage)];
			await verify(has, it);
			if (state === 'locked') await change(moderator, 'lock', { code: it, reason: 'asked to' });
			if (state === 'kept') {
				const page = await has.chatInput('privacy').answered();
				await press(has, await press(has, page, 'privacy-delete'), 'privacy-erase');
			}
			if (state === 'gone') stage.guild.removeMember(has.id);
			const asked = marketplaceCalls(stage, 'purchases/validation');
			const { reference, start } = await refused(wants, it);
			const shop = marketplaceCalls(stage, 'purchases/validation') - asked;
			const waiting = await fill(wants, start, askForDecision.encode(reference), { note: '' });
			const texts = [start, waiting].map((message) =>
				readable(message)
					.replaceAll(reference, 'REF')
					.replaceAll(it.slice(-4), 'CODE')
					.replaceAll(/<t:\d+/g, '<t:0')
					.replaceAll(/\*\*[^*]+ is in use\*\*/g, ''),
			);
			seen[state] = { texts, shop };
		}
		for (const state of ['locked', 'kept', 'gone'])
			expect([state, seen[state]]).toEqual([state, seen['held']]);
	});
});

describe('a holder who lets a disputed purchase go', () => {
	it('gives it to the claimant with one press, as the card and the audit line say, and staff can undo it', async () => {
		await letUnlink(stage.people.admin, 0);
		await expect.poll(roles).toEqual([true, false]);
		const { reference } = await opened(claimant, code);
		await settled(stage, reference, 'was asked');
		const asked = await holder.directMessage((message) => readable(message).includes('dispute-let-go'));
		expect(readable(asked)).toContain('This account will lose');
		expect(headline(await press(holder, asked, 'dispute-let-go'))).toBe('✅ Moved');
		await expect.poll(roles).toEqual([false, true]);
		const moved = await card(stage, reference, `Moved to <@${claimant.id}> (tom`);
		await claimant.directMessage((message) => readable(message).includes('is yours'));
		const lines = () =>
			stage.discord.events
				.all('message-created')
				.filter(({ message }) => message.channel_id === stage.channels.audit)
				.map(({ message }) => readable(message));
		await expect.poll(lines).toContainEqual(expect.stringMatching(`<@${holder.id}>.* moved `));
		await press(moderator, moved, 'desk-undo');
		await card(stage, reference, 'Undone by');
		await expect.poll(roles).toEqual([true, false]);
	});
});
