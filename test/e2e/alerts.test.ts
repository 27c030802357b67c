import { linksOf, textOf } from '@claimcheck/local-discord/reading';
import type { Stage } from '@claimcheck/sandbox/stage';
import type { APIMessage } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freshCode, hasBuyerRole, verify } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { readable } from './reading.js';

let stage: Stage;

beforeEach(async () => {
	stage = await openStage();
	await register(stage);
});
afterEach(() => stage?.close());

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

describe('a role that can’t be given', () => {
	it('is one line in the audit channel with who waits, which staff can have looked at again, until it is solved', async () => {
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
});

describe('what only who runs the bot can mend', () => {
	it('reaches the owner of the application where home’s audit channel takes no messages', async () => {
		await stage.startBot();
		const owner = stage.discord.person(stage.guild, { id: stage.guild.ownerId });
		stage.guild.deleteChannel(stage.channels.audit);
		await verify(stage.people.buyer, freshCode(stage));
		const notice = await owner.directMessage(({ content }) => content.includes('audit channel was deleted'));
		expect(notice.components).toEqual([]);
		expect(stage.people.buyer.directMessages).toEqual([]);
	});

	it.each([
		['an archived thread', 400, 50083],
		['AutoMod', 400, 200000],
	])('does not call the audit channel deleted if %s refuses the lines', async (_, status, code) => {
		await stage.startBot();
		const owner = stage.discord.person(stage.guild, { id: stage.guild.ownerId });
		const route = 'POST /channels/{channel_id}/messages';
		await verify(stage.people.buyer, freshCode(stage));
		await audited('✅');
		// The start's own line, which would meet the fault.
		await audited('⚠️ The database is empty');
		stage.discord.faults.add(route, { kind: 'answer', status, body: { code, message: 'No' } }, 1);
		await verify(stage.people.friend, freshCode(stage));
		const notice = await owner.directMessage(({ content }) => content.includes('archived or locked'));
		expect(notice.content).toContain(`<#${stage.channels.audit}> doesn’t take my messages`);
		expect(notice.content).not.toContain('deleted');
	});
});

describe('a server that is not served', () => {
	it('is reported at home once, and can be left from there by an administrator alone', async () => {
		const second = stage.secondServer();
		await stage.startBot();
		const line = await audited('⚠️ I was added to **Lantern Den**, a server I’m not set up for.');
		const { admin, moderator } = stage.people;
		expect(textOf(await moderator.press(line, 'Leave Lantern Den').answered())).toContain('administrators');
		const left = await admin.press(line, 'Leave Lantern Den').answered();
		expect(textOf(left)).toMatch(/I left the server\*\*\n\*\*Public Bot\*\* is still on/);
		expect(linksOf(left).map(({ label }) => label)).toEqual(['Open Developer Portal']);
		expect((await audited('✅ Solved')).id).toBe(line.id);
		const sent = stage.discord.events
			.all('message-created')
			.filter(({ message }) => Object.values(second.channels).includes(message.channel_id));
		expect(sent).toEqual([]);
	});
});

describe('the first run', () => {
	const fresh = { BUYER_ROLE_ID: '' };

	it('greets the server’s owner by direct message, once', async () => {
		const owner = stage.discord.person(stage.guild, { id: stage.guild.ownerId });
		const bot = await stage.startBot(fresh);
		const hello = await owner.directMessage();
		expect(hello.content).toBe(
			'👋 Claimcheck is here. It takes two minutes: choose a buyer role and an audit channel, then post the panel.',
		);
		expect(readable(hello)).toContain(`https://discord.com/channels/${stage.guild.id}`);
		await bot.stop();
		await (await stage.startBot(fresh)).stop();
		expect(owner.directMessages).toHaveLength(1);
	});

	it('greets in the system channel where the owner takes no direct messages', async () => {
		const owner = stage.discord.person(stage.guild, { id: stage.guild.ownerId });
		owner.closeDms();
		stage.guild.change({ systemChannelId: stage.channels.verify });
		await stage.startBot(fresh);
		const { message } = await stage.discord.events.waitFor(
			'message-created',
			({ message: { channel_id } }) => channel_id === stage.channels.verify,
		);
		expect(message.content).toMatch(/^👋 .* Start with \S?\/setup server\S*\.$/);
	});
});
