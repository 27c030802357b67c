import { textOf } from '@claimcheck/local-discord/reading';
import type { Stage } from '@claimcheck/sandbox/stage';
import type { APIMessage } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { freshCode, hasBuyerRole, verify } from './acts.js';
import { ownStage } from './own-stage.js';
import { readable } from './reading.js';

let stage: Stage;

/** The first message of the audit channel that begins so, as it stands. */
async function audited(start: string): Promise<APIMessage> {
	const found = () =>
		stage.discord.events
			.all('message-created')
			.map(({ message }) => message)
			.filter(({ channel_id }) => channel_id === stage.channels.audit)
			.map(({ id }) => stage.discord.messages.get(id).current)
			.find(({ content }) => content.startsWith(start));
	const there = found();
	if (there !== undefined) return there;
	await stage.discord.events.until(() => found() !== undefined, `No line begins with ${start}`);
	return audited(start);
}

describe('staff', () => {
	it('read of a role that can’t be given in one line, with who waits, until it is solved', async () => {
		stage = await ownStage();
		await stage.startBot();
		const { buyer, moderator, friend } = stage.people;
		stage.guild.moveRole(stage.roles.buyer.id, stage.guild.rolesFromBelow().length - 1);
		await verify(buyer, freshCode(stage));
		const line = await audited('⚠️ I can’t give');
		expect(line.content).toBe(
			`⚠️ I can’t give <@&${stage.roles.buyer.id}>: it’s above my role. 1 member is waiting. Drag my role above it.`,
		);
		expect(textOf(await moderator.press(line, 'Check again').answered())).toContain('Not fixed yet');
		expect(textOf(await friend.press(line, 'Check again').answered())).toContain('Only staff can use this');
		stage.guild.moveRole(stage.roles.buyer.id, 1);
		await stage.discord.events.until(() => hasBuyerRole(stage, buyer), 'No role');
		const solved = await audited('✅ Solved');
		expect(solved.id).toBe(line.id);
		expect(solved.components).toEqual([]);
	});

	it('read once of a server that is not served, which an administrator alone can have the bot leave', async () => {
		stage = await ownStage();
		const second = stage.secondServer();
		await stage.startBot();
		const line = await audited('⚠️ I was added to **Lantern Den**, a server I’m not set up for.');
		const { admin, moderator } = stage.people;
		expect(textOf(await moderator.press(line, 'Leave Lantern Den').answered())).toContain('administrators');
		const left = await admin.press(line, 'Leave Lantern Den').answered();
		expect(textOf(left)).toContain('I left the server');
		expect((await audited('✅ Solved')).id).toBe(line.id);
		const sent = stage.discord.events
			.all('message-created')
			.filter(({ message }) => Object.values(second.channels).includes(message.channel_id));
		expect(sent).toEqual([]);
	});
});

describe('the owner', () => {
	const ownerOf = () => stage.discord.person(stage.guild, { id: stage.guild.ownerId });

	it('of the application reads that home’s audit channel takes no messages, and why that may be', async () => {
		stage = await ownStage();
		await stage.startBot();
		const { buyer, friend } = stage.people;
		await verify(buyer, freshCode(stage));
		await audited('✅');
		// The start's own line, which would meet the fault.
		await audited('⚠️ The database is empty');
		const body = { code: 50_083, message: 'Thread is archived' };
		const route = 'POST /channels/{channel_id}/messages';
		stage.discord.faults.add(route, { kind: 'answer', status: 400, body }, 1);
		await verify(friend, freshCode(stage));
		const notice = await ownerOf().directMessage(({ content }) => content.includes('archived or locked'));
		expect(notice.content).toContain(`I can’t post in <#${stage.channels.audit}>`);
		expect(buyer.directMessages).toEqual([]);
	});

	it('of a server is greeted by direct message at the first run, once', async () => {
		stage = await ownStage();
		const fresh = { BUYER_ROLE_ID: '' };
		const bot = await stage.startBot(fresh);
		const hello = await ownerOf().directMessage();
		expect(hello.content).toBe(
			'👋 Claimcheck is here. It takes two minutes: choose a buyer role and an audit channel, then post the panel.',
		);
		expect(readable(hello)).toContain(`https://discord.com/channels/${stage.guild.id}`);
		await bot.stop();
		await (await stage.startBot(fresh)).stop();
		expect(ownerOf().directMessages).toHaveLength(1);
	});
});
