import type { Person } from '@claimcheck/local-discord/person';
import { WorldClock } from '@claimcheck/sandbox/clock/world-clock';
import type { SecondServer, Stage } from '@claimcheck/sandbox/stage';
import type { APIMessage } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decideMove } from '../../src/views/custom-ids/dispute-ids.js';
import { freshCode, hasBuyerRole, verify } from './acts.js';
import { card, fill, messagesAbout, opened, settled } from './dispute-acts.js';
import { openStage, register } from './hosted-bot.js';
import { readable } from './reading.js';

const minute = 60_000;

let stage: Stage;
let second: SecondServer;
let holder: Person;
let claimant: Person;
let code: string;

beforeEach(async () => {
	stage = await openStage();
	second = stage.secondServer();
	await register(stage, both());
	[holder, claimant] = [stage.newPerson('Maya'), stage.newPerson('Tom')];
	code = freshCode(stage);
});
afterEach(() => stage?.close());

const both = () => ({ DISCORD_GUILD_ID: `${stage.guild.id},${second.guild.id}` });

const asksHolder = (message: APIMessage) => readable(message).includes('dispute-keep');

describe('people and servers that can’t be written to', () => {
	it('see above their next answer the notice that could not be delivered', async () => {
		await stage.startBot();
		const { moderator } = stage.people;
		await verify(holder, code);
		holder.closeDms();
		claimant.closeDms();
		const { reference } = await opened(claimant, code);
		const open = await card(stage, reference, 'doesn’t accept direct messages');
		const seen = await holder.chatInput('purchases').answered();
		expect(readable(seen)).toContain('Is it yours? Staff will decide.');
		expect(readable(seen)).toContain('dispute-keep');
		await fill(moderator, open, decideMove.encode(reference), { reason: 'shown the receipt' });
		await settled(stage, reference, 'Moved to');
		await expect.poll(() => hasBuyerRole(stage, claimant)).toBe(true);
		const [lost, won] = await Promise.all([
			holder.chatInput('purchases').answered(),
			claimant.chatInput('purchases').answered(),
		]);
		expect(readable(lost)).toContain('to another account');
		expect(readable(won)).toContain('is yours');
		// Once.
		expect(readable(await claimant.chatInput('purchases').answered())).not.toContain('is yours');
		expect([...holder.directMessages, ...claimant.directMessages]).toEqual([]);
	});

	it('a home without a channel for it gives the reference, and has the card once there is one', async () => {
		const first = await stage.startBot({ AUDIT_CHANNEL_ID: '' });
		await verify(holder, code);
		const { reference, waiting } = await opened(claimant, code);
		expect(readable(waiting)).toContain('Give staff this reference');
		expect(readable(waiting)).toContain(reference);
		await holder.directMessage(asksHolder);
		expect(messagesAbout(stage, reference)).toEqual([]);
		await first.stop();
		await stage.startBot();
		await card(stage, reference, 'was asked');
		expect(messagesAbout(stage, reference)).toHaveLength(1);
	});
});

describe('a direct message that Discord refuses', () => {
	const openChannel = 'POST /users/@me/channels';
	const tries = () =>
		stage.discord.events.all('request').filter(({ call }) => call.route === openChannel).length;
	const refuse = (code: number, message: string) =>
		stage.discord.faults.add(openChannel, { kind: 'answer', status: 403, body: { code, message } });

	beforeEach(async () => {
		await stage.close();
		stage = await openStage({ clock: new WorldClock() });
		await register(stage);
		[holder, claimant] = [stage.newPerson('Maya'), stage.newPerson('Tom')];
		code = freshCode(stage);
		await stage.startProcess();
		await verify(holder, code);
	});

	it('is sent once to a holder who has left, and the staff read that they can’t be messaged', async () => {
		refuse(50_278, 'Cannot send messages to this user due to having no mutual guilds');
		const { user } = stage.guild.member(holder.id);
		stage.guild.removeMember(holder.id);
		const { reference } = await opened(claimant, code);
		await card(stage, reference, 'doesn’t accept direct messages');
		for (let n = 0; n < 3; n += 1) await stage.advance(minute);
		expect(tries()).toBe(1);
		stage.guild.addMember(user);
		expect(readable(await holder.chatInput('purchases').answered())).toContain(
			'Is it yours? Staff will decide.',
		);
	});

	it('is sent later, with all others, while the bot opens too many conversations', async () => {
		const lift = refuse(40_003, 'You are opening direct messages too fast');
		const { reference } = await opened(claimant, code);
		await card(stage, reference, 'was asked');
		await expect.poll(tries).toBe(1);
		const [other, it] = [stage.newPerson('Ada'), freshCode(stage)];
		await verify(other, it);
		const second = await opened(stage.newPerson('Ida'), it);
		await card(stage, second.reference, 'was asked');
		expect(tries()).toBe(1);
		lift();
		await stage.advance(2 * minute);
		await Promise.all([holder, other].map((person) => person.directMessage(asksHolder)));
		for (const { reference: each } of [{ reference }, second])
			expect(messagesAbout(stage, each).map(readable).join()).not.toContain('doesn’t accept direct messages');
	});
});
