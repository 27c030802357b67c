import type { Person } from '@claimcheck/local-discord/person';
import { buttonsOf, textOf } from '@claimcheck/local-discord/reading';
import type { Stage } from '@claimcheck/sandbox/stage';
import { describe, expect, it } from 'vitest';
import {
	auditChannel,
	auditLine,
	auditMessage,
	buyerRoleGiven,
	chooseSetting,
	forge,
	freshCode,
	giveItem,
	hasBuyerRole,
	letUnlink,
	logged,
	openSettings,
	press,
	rowsOf,
	sendAsBot,
	verify,
} from './acts.js';
import { register } from './hosted-bot.js';
import { ownStage, sharedStage } from './own-stage.js';
import { headline, readable } from './reading.js';

const force = { force: true };
const refusal = 'I’m not set up for this server.';
const unserved = 'The bot is in a server that it is not set up for';

/** Every row except notes of the bot's own rounds, which can come at any time, and its reports to operators. */
const lasting = /^(?!reconciler:|recheck:|alert:operator:|meta:backup|meta:account)/;

/** The bot's requests to that server since then, except those about its own commands. */
const callsIn = (stage: Stage, guildId: string, from = 0): unknown[] =>
	stage.discord.events
		.all('request')
		.slice(from)
		.filter(({ call }) => call.path.includes(guildId) && !call.route?.endsWith('/commands'))
		.map(({ call }) => call.route);

// In order: each test continues with the bot that the previous one left.
describe('a second server', async () => {
	const stage = await sharedStage();
	const second = stage.secondServer();
	const both = { DISCORD_GUILD_ID: `${stage.guild.id},${second.guild.id}` };
	await register(stage, both);
	let bot = await stage.startBot();
	await bot.logged(unserved);
	await bot.logged('Remembered the items');

	it('attack 49: an empty store with registered commands is reported before it is used', async () => {
		const line = await bot.logged('The database is empty, but commands are already registered');
		expect(line.level).toBe('warn');
		const order = bot.lines.map((text) => (JSON.parse(text) as { msg: string }).msg);
		const [reported = -1, ready = -1] = ['The database is empty', 'Ready'].map((start) =>
			order.findIndex((msg) => msg.startsWith(start)),
		);
		expect(reported).toBeLessThan(ready);
		expect(await auditLine(stage, 'The database is empty')).toContain('DATABASE_URL');
	});

	it('attack 1: gets each command and old component refused, with nothing stored and the shop not asked', async () => {
		const { admin, moderator, member } = second.people;
		const code = freshCode(stage);
		const before = await rowsOf(stage, lasting);
		const asked = stage.marketplace.calls.length;
		const acts: [Person, string, Record<string, string | number>][] = [
			[member, 'verify', { code }],
			[moderator, 'whois', { code }],
			[admin, 'setup server', {}],
		];
		for (const [person, name, options] of acts) {
			const asking = person.chatInput(name, options, force);
			expect([name, readable(await asking.answered())]).toEqual([name, expect.stringContaining(refusal)]);
			expect(asking.acknowledgement?.isEphemeral).toBe(true);
		}
		for (const id of ['cc1:panel-verify', 'anything']) {
			expect(readable(await forge(stage, admin, second.channels.verify, id))).toContain(refusal);
		}
		expect(await rowsOf(stage, lasting)).toEqual(before);
		expect(stage.marketplace.calls.length).toBe(asked);
		expect(callsIn(stage, second.guild.id)).toEqual([]);
		const [report, ...more] = bot.lines.filter((line) => line.includes(unserved));
		expect(more).toEqual([]);
		for (const part of [second.guild.id, second.guild.name]) expect(report).toContain(part);
		// Home is notified once, however often members ask there.
		expect(await auditLine(stage, second.guild.name)).toContain('a server I’m not set up for');
		expect(auditChannel(stage).split('a server I’m not set up for')).toHaveLength(2);
		expect(logged(bot, 'error', 'fatal')).toEqual([]);
		expect(headline(await verify(stage.people.buyer, code))).toBe('✅ Purchase verified');
	});

	it('is left if an administrator of home wants it, and reported again if it invites the bot again', async () => {
		const third = stage.discord.createGuild({ name: 'Third', owner: { name: 'Sly' } });
		const line = await auditMessage(stage, '⚠️ I was added to', '**Third**, a server I’m not set up for.');
		const { admin, moderator } = stage.people;
		expect(textOf(await moderator.press(line, 'Leave Third').answered())).toContain('administrators');
		expect(textOf(await admin.press(line, 'Leave Third').answered())).toContain('I left the server');
		expect((await auditMessage(stage, '✅ Solved', 'Third')).id).toBe(line.id);
		stage.discord.guilds.set(third.id, third);
		stage.discord.gateway.releaseGuild(third.id);
		await auditMessage(stage, '⚠️ I was added to', '**Third**, a server I’m not set up for.');
	});

	it('leaves home unchanged, and explains a button and a command that another version left there', async () => {
		const buyer = stage.newPerson('Ines');
		for (const customId of ['items.v0.7', 'x'.repeat(100)]) {
			const answer = await forge(stage, buyer, stage.channels.verify, customId);
			expect(headline(answer)).toBe('This is no longer available.');
			// It offers a next step, as every refusal does.
			const [next] = buttonsOf(answer);
			expect(next?.label).toBe('Show my purchases');
			const shown = await buyer.clickButton(answer, next?.customId ?? '').answered();
			expect(headline(shown)).toBe('No purchases yet');
		}
		const path = `/applications/${stage.discord.applicationId}/guilds/${stage.guild.id}/commands`;
		await sendAsBot(stage, 'POST', path, { name: 'old-command', description: 'Of another version' });
		expect(headline(await buyer.chatInput('old-command').answered())).toBe(
			'This command was changed or removed. Wait a minute, then type / again.',
		);
	});

	it('shares its claims with home once it is listed: staff act on all, gifts count, and unlinking applies to both', async () => {
		await bot.stop();
		const { gateway } = stage.discord;
		gateway.withholdGuild(second.guild.id);
		const before = gateway.identifyCount;
		const starting = stage.startBot(both);
		await expect.poll(() => gateway.identifyCount).toBeGreaterThan(before);
		const { admin, member } = second.people;
		// Discord holds the role back at first, which must not delay a response: three seconds would be too late.
		const asked = [stage.people.friend, member].map((person) => person.chatInput('purchases').answered());
		expect((await Promise.all(asked)).map(headline)).toEqual([
			'No purchases yet',
			'I’m starting up. Try again in a few seconds.',
		]);
		bot = await starting;
		await bot.logged('Loaded the items');
		gateway.releaseGuild(second.guild.id);
		await expect
			.poll(async () => headline(await member.chatInput('purchases').answered()))
			.toBe('No purchases yet');
		await chooseSetting(admin, 'setup-set:buyer', second.roles.buyer.id);
		const [buyer, code] = [stage.newPerson('Maya'), freshCode(stage)];
		const there = stage.discord.person(second.guild, { id: buyer.id });
		await verify(buyer, code);
		await buyerRoleGiven(stage, buyer);
		await expect.poll(() => there.roleIds, { timeout: 60_000 }).toContain(second.roles.buyer.id);
		expect(readable(await admin.chatInput('whois', { code }).answered())).toContain(buyer.id);
		// A manager of a listed server changes the policy of both.
		await letUnlink(admin, 0);
		expect(readable(await openSettings(stage.people.admin, 'policy'))).toContain('cc1:policy-free');
		const page = await there.chatInput('purchases').answered();
		await press(there, await press(there, page, 'purchases-ask-unlink'), 'purchases-let-go');
		await expect.poll(() => there.roleIds, { timeout: 60_000 }).not.toContain(second.roles.buyer.id);
		await expect.poll(() => hasBuyerRole(stage, buyer), { timeout: 60_000 }).toBe(false);

		const item = String(stage.marketplace.items[0]?.id);
		await giveItem(admin, there, { item, reason: 'ours' });
		await buyerRoleGiven(stage, buyer);
	});

	it('attack 54: gets no calls from recheck, rejoin, drift or outbox once it is unlisted, and loses no role', async () => {
		const { member } = second.people;
		await verify(member, freshCode(stage));
		await stage.discord.events.waitFor('role-added', ({ userId }) => userId === member.id, 30_000);
		// A member's role is still pending when the server is dropped.
		second.guild.moveRole(second.roles.buyer.id, 9);
		const waiting = stage.discord.person(second.guild, { name: 'Waits' });
		await verify(waiting, freshCode(stage));
		await bot.stop();
		second.guild.moveRole(second.roles.buyer.id, 1);

		const from = stage.discord.events.all('request').length;
		bot = await stage.startBot({ RECHECK_DAYS: '1' });
		await bot.logged(unserved);
		second.guild.addRole({ name: 'Something new' });
		second.guild.removeMember(member.id);
		const back = stage.discord.person(second.guild, { id: member.id, roleIds: [second.roles.buyer.id] });
		const buyer = stage.newPerson('Buyer');
		await verify(buyer, freshCode(stage));
		await buyerRoleGiven(stage, buyer);
		await bot.stop();
		expect(callsIn(stage, second.guild.id, from)).toEqual([]);
		expect(back.roleIds).toContain(second.roles.buyer.id);
		expect(waiting.roleIds).not.toContain(second.roles.buyer.id);
		expect([...(await rowsOf(stage, lasting)).keys()]).toContain(`sync:${second.guild.id}:${waiting.id}`);

		const again = stage.discord.events.waitFor('role-added', ({ userId }) => userId === waiting.id, 60_000);
		bot = await stage.startBot(both);
		await again;
	});

	it('keeps only its commands once the bot is removed from the server', async () => {
		const guest = stage.discord.person(second.guild, { name: 'Guest' });
		stage.discord.removeBot(second.guild.id);
		const left = await guest.chatInput('purchases').answered();
		expect(headline(left)).toBe(
			'Only my commands are in this server. Someone who manages it has to invite me too.',
		);
		expect(readable(left)).toContain(`client_id=${stage.discord.applicationId}&scope=bot`);
		expect(logged(bot, 'error', 'fatal')).toEqual([]);
	});

	it('is reported to the application’s owner if home’s audit channel accepts no messages', async () => {
		const { buyer, friend } = stage.people;
		const body = { code: 50_083, message: 'Thread is archived' };
		const route = 'POST /channels/{channel_id}/messages';
		stage.discord.faults.add(route, { kind: 'answer', status: 400, body }, 1);
		await verify(friend, freshCode(stage));
		const owner = stage.discord.person(stage.guild, { id: stage.guild.ownerId });
		const notice = await owner.directMessage(({ content }) => content.includes('archived or locked'));
		expect(notice.content).toContain(`I can’t post in <#${stage.channels.audit}>`);
		expect(buyer.directMessages).toEqual([]);
	});
});

describe('the only server', () => {
	const none = { DISCORD_GUILD_ID: '' };

	it('is waited for if the bot is in none', async () => {
		const stage = await ownStage();
		stage.discord.removeBot(stage.guild.id);
		const patient = await stage.startBot(none);
		const own = stage.discord.createGuild({ name: 'At last' });
		expect(await patient.logged('The served servers are known')).toMatchObject({ servers: [own.id] });
		await register(stage, { DISCORD_GUILD_ID: own.id });
		const buyer = stage.discord.person(own, { name: 'Buyer' });
		expect(headline(await verify(buyer, freshCode(stage)))).toBe('✅ Purchase verified');
	});
});
