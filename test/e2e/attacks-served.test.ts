import { join } from 'node:path';
import type { Person } from '@claimcheck/local-discord/person';
import type { SecondServer, Stage } from '@claimcheck/sandbox/stage';
import { type APIMessage, ButtonStyle, ComponentType } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readServed } from '../../src/guilds/served-guilds.js';
import { openStore } from '../../src/storage/open.js';
import type { Store } from '../../src/storage/store.js';
import {
	auditChannel,
	auditLine,
	buyerRoleGiven,
	chooseSetting,
	freshCode,
	giveRole,
	hasBuyerRole,
	letUnlink,
	logged,
	openSettings,
	press,
	verify,
} from './acts.js';
import { botHeaders } from './bot-headers.js';
import { openStage, register } from './hosted-bot.js';
import { headline, readable } from './reading.js';

const force = { force: true };
const elsewhere = 'I’m not set up for this server.';
const unserved = 'The bot is in a server that it is not set up for';

let stage: Stage;
let second: SecondServer;

beforeEach(async () => {
	stage = await openStage();
	second = stage.secondServer();
});
afterEach(() => stage?.close());

const both = () => ({ DISCORD_GUILD_ID: `${stage.guild.id},${second.guild.id}` });

async function withStore<Result>(use: (store: Store) => Promise<Result>): Promise<Result> {
	const store = await openStore(stage.environment()['DATABASE_URL'] ?? '', () => {}, { create: true });
	try {
		return await use(store);
	} finally {
		await store.close();
	}
}

/** The bot's notes of its own rounds, whenever those come, and of its reports to operators. */
const ownNotes = ['reconciler:', 'recheck:', 'alert:operator:', 'meta:backup', 'meta:account'];

/** Every row but those. */
const rows = () =>
	withStore(async (store) => {
		const found = new Map<string, unknown>();
		for await (const pair of store.list('')) {
			if (pair.corrupt || ownNotes.some((note) => pair.key.startsWith(note))) continue;
			found.set(pair.key, pair.value);
		}
		return found;
	});

/** Posts a message with a button as the bot, as another version of it may have done. */
async function postButton(channelId: string, customId: string): Promise<APIMessage> {
	const button = { type: ComponentType.Button, style: ButtonStyle.Primary, label: 'Go', custom_id: customId };
	const answer = await fetch(`${stage.discord.apiUrl}/v10/channels/${channelId}/messages`, {
		method: 'POST',
		headers: botHeaders(stage),
		body: JSON.stringify({
			content: 'Here',
			components: [{ type: ComponentType.ActionRow, components: [button] }],
		}),
	});
	expect(answer.status).toBe(200);
	return (await answer.json()) as APIMessage;
}

/** The bot's requests and acts there since then; that it reads its own commands is no business of the server's. */
const callsIn = (guildId: string, from = 0): unknown[] =>
	stage.discord.events
		.all('request')
		.slice(from)
		.filter(({ call }) => call.path.includes(guildId) && !call.route?.endsWith('/commands'))
		.map(({ call }) => call.route);

/** How many messages were ever written in the server's own channels. */
const messagesIn = (server: SecondServer): number =>
	stage.discord.events
		.all('message-created')
		.filter(({ message }) => Object.values(server.channels).includes(message.channel_id)).length;

describe('a server that is not served', () => {
	it('attack 1: each command and each old component is refused there, from memory', async () => {
		await register(stage, { DISCORD_GUILD_ID: `${stage.guild.id},${second.guild.id}` });
		const bot = await stage.startBot();
		const { admin, moderator, member } = second.people;
		await bot.logged(unserved);
		await bot.logged('Remembered the items');
		const code = freshCode(stage);
		const before = await rows();
		const asked = stage.marketplace.calls.length;
		const item = String(stage.marketplace.items[0]?.id);
		const acts: [Person, string, Record<string, string | number>][] = [
			[member, 'verify', { code }],
			[member, 'purchases', {}],
			[member, 'privacy', {}],
			[member, 'item', { id: item }],
			[member, 'items', {}],
			[moderator, 'whois', { member: member.id }],
			[moderator, 'whois', { code }],
			[admin, 'account', {}],
			[admin, 'setup server', {}],
			[admin, 'setup seats', { license: 'Regular', members: 50 }],
			[admin, 'panel', { channel: second.channels.verify }],
			[admin, 'stats', {}],
			[admin, 'doctor', {}],
		];
		for (const [person, name, options] of acts) {
			const asking = person.chatInput(name, options, force);
			expect([name, readable(await asking.answered())]).toEqual([name, expect.stringContaining(elsewhere)]);
			expect(asking.acknowledgement?.isEphemeral).toBe(true);
		}
		for (const id of ['cc1:panel-verify', 'cc1:account-private', 'cc1:desk-undo:x:1', 'anything']) {
			const message = await postButton(second.channels.verify, id);
			expect(readable(await admin.clickButton(message, id).answered())).toContain(elsewhere);
		}
		expect(await rows()).toEqual(before);
		expect(stage.marketplace.calls.length).toBe(asked);
		expect(callsIn(second.guild.id)).toEqual([]);
		const reports = bot.lines.filter((line) => line.includes(unserved));
		expect(reports).toHaveLength(1);
		expect(reports[0]).toContain(second.guild.id);
		expect(reports[0]).toContain(second.guild.name);
		// Home is notified once, however often members ask there.
		expect(await auditLine(stage, second.guild.name)).toContain('a server I’m not set up for');
		expect(auditChannel(stage).split('a server I’m not set up for')).toHaveLength(2);
		expect(logged(bot, 'error', 'fatal')).toEqual([]);
		// The code is as good as before.
		expect(headline(await verify(stage.people.buyer, code))).toBe('✅ Purchase verified');
	});

	it('attack 54: recheck, rejoin, drift and outbox make no call there, and take no role', async () => {
		await register(stage, both());
		const first = await stage.startBot(both());
		const { admin, member } = second.people;
		await chooseSetting(admin, 'setup-set:buyer', second.roles.buyer.id);
		const code = freshCode(stage);
		await verify(member, code);
		await stage.discord.events.waitFor('role-added', ({ userId }) => userId === member.id, 30_000);
		// One whose role waits there while the server is dropped.
		second.guild.moveRole(second.roles.buyer.id, 9);
		const waiting = stage.discord.person(second.guild, { name: 'Waits' });
		await verify(waiting, freshCode(stage));
		await first.stop();
		second.guild.moveRole(second.roles.buyer.id, 1);

		stage.discord.calls.clear();
		const from = stage.discord.events.all('request').length;
		const messages = messagesIn(second);
		const bot = await stage.startBot({ RECHECK_DAYS: '1' });
		await bot.logged(unserved);
		second.guild.addRole({ name: 'Something new' });
		second.guild.removeMember(member.id);
		const back = stage.discord.person(second.guild, { id: member.id, roleIds: [second.roles.buyer.id] });
		const buyer = stage.newPerson('Buyer');
		await verify(buyer, freshCode(stage));
		await buyerRoleGiven(stage, buyer);
		await bot.stop();
		expect(callsIn(second.guild.id, from)).toEqual([]);
		expect(messagesIn(second)).toBe(messages);
		expect(back.roleIds).toContain(second.roles.buyer.id);
		expect(waiting.roleIds).not.toContain(second.roles.buyer.id);
		expect([...(await rows()).keys()]).toContain(`sync:${second.guild.id}:${waiting.id}`);

		// Served again, roles are brought in line.
		const again = stage.discord.events.waitFor('role-added', ({ userId }) => userId === waiting.id, 60_000);
		await stage.startBot(both());
		await again;
	});

	it('is warned of at the start and by doctor, where any user can add the bot', async () => {
		await register(stage);
		const bot = await stage.startBot();
		await bot.logged('Anyone can add this bot to a server');
		const third = stage.discord.createGuild({ name: 'Late', owner: { name: 'Late owner' } });
		const isReported = () => bot.lines.some((line) => line.includes(unserved) && line.includes(third.id));
		await expect.poll(isReported, { timeout: 60_000 }).toBe(true);
		const page = readable(await stage.people.admin.chatInput('doctor').answered());
		expect(page).toContain('I’m in 2 servers I’m not set up for');
		expect(page).toContain(third.id);
		expect(page).toContain('Public Bot');
	});
});

describe('the only server', () => {
	const none = { DISCORD_GUILD_ID: '' };

	it('is served without being named if it is the application owner’s, and noted', async () => {
		stage.discord.removeBot(second.guild.id);
		await register(stage, { DISCORD_GUILD_ID: stage.guild.id });
		await (await stage.startBot(none)).stop();
		expect(await withStore((store) => readServed(store))).toEqual([stage.guild.id]);
		// Noted: a server that comes later changes nothing.
		stage.discord.createGuild({ name: 'Later', owner: { name: 'Somebody' } });
		await stage.startBot(none);
		expect(headline(await verify(stage.people.buyer, freshCode(stage)))).toBe('✅ Purchase verified');
	});

	it('has to be named where the bot is in several servers, or in a stranger’s alone: 78', async () => {
		const several = await stage.spawnBot(none);
		expect((await several.exited).code).toBe(78);
		for (const { id, name } of [stage.guild, second.guild])
			expect(several.stderr).toContain(`“${name}” (${id})`);
		expect((await stage.register(none)).exit.code).toBe(78);
		stage.discord.removeBot(stage.guild.id);
		const foreign = await stage.spawnBot(none);
		expect((await foreign.exited).code).toBe(78);
		expect(foreign.stderr).toContain('does not belong to the owner');
		expect(stage.discord.gateway.identifyCount).toBe(0);
	});

	it('is waited for where the bot is in none, and a stranger’s first invitation ends it with 78', async () => {
		stage.discord.removeBot(second.guild.id);
		stage.discord.removeBot(stage.guild.id);
		const bot = await stage.startProcess(none);
		expect(bot.output()).toContain('The bot isn’t in any server yet');
		stage.secondServer({ name: 'Of a stranger' });
		expect((await bot.exited).code).toBe(78);

		for (const id of stage.discord.guilds.keys()) stage.discord.removeBot(id);
		const patient = await stage.startBot(none);
		const own = stage.discord.createGuild({ name: 'At last' });
		expect(await patient.logged('The served servers are known')).toMatchObject({ servers: [own.id] });
		await register(stage, { DISCORD_GUILD_ID: own.id });
		const buyer = stage.discord.person(own, { name: 'Buyer' });
		expect(headline(await verify(buyer, freshCode(stage)))).toBe('✅ Purchase verified');
	});
});

describe('a second listed server', () => {
	it('has one stock of claims with the first: its staff act on them, and unlinking is one act', async () => {
		await register(stage, both());
		await stage.startBot(both());
		const { admin } = stage.people;
		await chooseSetting(second.people.admin, 'setup-set:buyer', second.roles.buyer.id);
		const { buyer } = stage.people;
		const there = stage.discord.person(second.guild, { id: buyer.id });
		const code = freshCode(stage);
		expect(headline(await verify(buyer, code))).toBe('✅ Purchase verified');
		await buyerRoleGiven(stage, buyer);
		await expect.poll(() => there.roleIds, { timeout: 60_000 }).toContain(second.roles.buyer.id);

		// Staff of the second server see a claim that was verified in the first, and lock it.
		const moderator = second.people.admin;
		const page = await moderator.chatInput('whois', { code }).answered();
		expect(readable(page)).toContain(buyer.id);

		// Whoever manages a listed server changes the policy of both.
		await letUnlink(second.people.admin, 0);
		expect(readable(await openSettings(admin, 'policy'))).toContain('cc1:policy-free');

		const asked = await press(there, await there.chatInput('purchases').answered(), 'purchases-ask-unlink');
		expect(headline(await press(there, asked, 'purchases-let-go'))).toContain('Unlinked');
		await expect.poll(() => there.roleIds, { timeout: 60_000 }).not.toContain(second.roles.buyer.id);
		await expect.poll(() => hasBuyerRole(stage, buyer), { timeout: 60_000 }).toBe(false);
	});
});

describe('a second bot on the token', () => {
	it('attack 51: many answers of another process raise one alarm', async () => {
		await register(stage);
		const bots = [await stage.startBot(), await stage.startBot()];
		const alarm = 'Another bot is responding with this token';
		for (let n = 0; n < 40 && !bots.some((bot) => bot.output().includes(alarm)); n += 1) {
			await stage.people.buyer.chatInput('items').answered();
		}
		await Promise.race(bots.map((bot) => bot.logged(alarm)));
		expect(await auditLine(stage, 'Another bot is also responding with my token')).toContain('reset it');
		for (const bot of bots) {
			expect(bot.lines.filter((line) => line.includes(alarm)).length).toBeLessThanOrEqual(1);
		}
	});
});

describe('a store', () => {
	it('attack 49: empty, under commands that are registered, is reported before it is used', async () => {
		await register(stage);
		const first = await stage.startBot();
		await verify(stage.people.buyer, freshCode(stage));
		await first.stop();
		const before = stage.discord.gateway.identifyCount;
		const wrong = await stage.startBot({
			DATABASE_URL: `sqlite://${join(stage.folder, 'elsewhere', 'wrong.sqlite')}`,
		});
		const line = await wrong.logged('The database is empty, but commands are already registered');
		expect(line.level).toBe('warn');
		const order = wrong.lines.map((text) => (JSON.parse(text) as { msg: string }).msg);
		expect(order.findIndex((msg) => msg.startsWith('The database is empty'))).toBeLessThan(
			order.indexOf('Ready'),
		);
		expect(stage.discord.gateway.identifyCount).toBe(before + 1);
		expect(await auditLine(stage, 'The database is empty')).toContain('DATABASE_URL');
		await wrong.stop();
		const right = await stage.startBot();
		expect(right.output()).not.toContain('The database is empty');
	});
});

describe('a server without a buyer role', () => {
	it('records the purchase, says that the staff must choose one, and gives it once they have', async () => {
		await register(stage);
		await stage.startBot({ BUYER_ROLE_ID: '' });
		const { buyer, admin } = stage.people;
		const answer = readable(await verify(buyer, freshCode(stage)));
		expect(answer).toContain(
			'You’ll get your role as soon as staff choose one for buyers. They’ve been notified.',
		);
		await auditLine(stage, 'no buyer role is chosen');
		expect(stage.discord.calls.list(giveRole)).toEqual([]);
		await chooseSetting(admin, 'setup-set:buyer', stage.roles.buyer.id);
		await buyerRoleGiven(stage, buyer);
	});
});
