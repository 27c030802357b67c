import type { Person } from '@claimcheck/local-discord/person';
import { mediaOf, textOf } from '@claimcheck/local-discord/reading';
import type { BotProcess } from '@claimcheck/sandbox/bot-process';
import type { RunningBot, Stage } from '@claimcheck/sandbox/stage';
import { type APIMessage, ChannelType, PermissionFlagsBits, REST, Routes } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verify } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { button, headline, itemIdsOn, readable, selectWith } from './reading.js';

let stage: Stage;
let bot: RunningBot;
let buyer: Person;

beforeAll(async () => {
	stage = await openStage({ marketplace: { itemCount: 60 } });
	await register(stage);
	await startBot();
	buyer = stage.people.buyer;
});
afterAll(() => stage?.close());

async function startBot(): Promise<void> {
	bot = await stage.startBot();
	await bot.logged('Loaded the items');
}

const pick = (page: APIMessage, value: string): Promise<APIMessage> =>
	buyer.selectMenu(page, selectWith(page, value), [value]).answered();
const click = (page: APIMessage, label: string): Promise<APIMessage> =>
	buyer.clickButton(page, button(page, label)).answered();

async function search(page: APIMessage, words: string): Promise<APIMessage> {
	const asked = buyer.clickButton(page, button(page, 'Search'));
	await asked.modalOpened();
	return buyer.submitModal(asked, { search: words }).answered();
}

describe('/items', () => {
	it('finds by words, in a modal and with the command, and goes back to everything', async () => {
		const [item] = stage.marketplace.items;
		const page = await buyer.chatInput('items').answered();
		const words = item?.name.toUpperCase() ?? '';
		const found = await search(page, words);
		expect(readable(found)).toContain(String(item?.id));
		expect(found.id).toBe(page.id);
		const typed = await buyer.chatInput('items', { search: words }).answered();
		expect(textOf(typed)).toBe(textOf(found));
		const nothing = await search(found, 'no such thing anywhere');
		expect(readable(nothing)).toContain('No results for “no such thing anywhere”');
		expect(itemIdsOn(await click(nothing, 'Show all'))).toHaveLength(25);
	});

	it('never searches for a purchase code, nor repeats it', async () => {
		const { code } = stage.marketplace.addPurchase();
		const page = await buyer.chatInput('items').answered();
		const answer = await search(page, code);
		expect(readable(answer)).toContain('purchase code');
		expect(readable(answer).toLowerCase()).not.toContain(code.toLowerCase());
		expect(bot.output()).not.toContain(code);
	});

	it('goes on from messages of before a restart, with everything that was chosen', async () => {
		const first = await pick(await buyer.chatInput('items').answered(), 'dear');
		const second = await click(first, 'Next');
		await bot.stop();
		await startBot();
		expect(itemIdsOn(await click(second, 'Previous'))).toEqual(itemIdsOn(first));
		expect(readable(await search(first, 'a'))).toContain('“a”');
	});
});

describe("an item's card", () => {
	async function card(person: Person = buyer, channelId?: string): Promise<APIMessage> {
		const [item] = stage.marketplace.items;
		const use = channelId === undefined ? {} : { channelId };
		return person.chatInput('item', { id: String(item?.id) }, use).answered();
	}
	const messagesIn = (channelId: string) =>
		stage.discord.events
			.all('message-created')
			.map(({ message }) => message)
			.filter((message) => message.channel_id === channelId);

	it.each([
		['picture', ['thumbnail.png', 'preview.png'], [/^Logo of /, /^Preview image of /]],
		['video', ['thumbnail.png', 'preview.mp4'], [/^Logo of /, /^Preview video of /]],
		['audio', ['thumbnail.png'], [/^Logo of /]],
	] as const)(
		'has both pictures, as a verification and a purchase have, in a channel and a thread: %s',
		async (kind, files, alts) => {
			const itemId = stage.marketplace.items.find((it) => it.kind === kind)?.id ?? 0;
			const parentId = stage.guild.addChannel({ name: 'talk' }).id;
			const thread = stage.guild.addChannel({ name: 'a-thread', type: ChannelType.PublicThread, parentId });
			for (const channelId of [parentId, thread.id]) {
				const holder = stage.newPerson('Holder');
				const { code } = stage.marketplace.addPurchase({ itemId });
				const asks = [
					['verify', { code }],
					['purchases', {}],
					['item', { id: String(itemId) }],
				] as const;
				for (const [command, values] of asks) {
					const media = mediaOf(await holder.chatInput(command, values, { channelId }).answered());
					expect(
						media.map(({ url }) => url.split('/').at(-1)),
						command,
					).toEqual(files);
					for (const [at, alt] of alts.entries()) expect(media[at]?.alt).toMatch(alt);
				}
			}
		},
	);

	it('says what one has of it, in servers where that was shown alone', async () => {
		const holder = stage.newPerson('Holder');
		const purchase = stage.marketplace.addPurchase();
		await verify(holder, purchase.code);
		const id = String(purchase.item.id);
		expect(readable(await holder.chatInput('item', { id }).answered())).toContain('✅ You own this');
		expect(readable(await buyer.chatInput('item', { id }).answered())).not.toContain('You own this');
	});

	it('is posted for everyone by a member who may write there, once, with their name', async () => {
		const { verify } = stage.channels;
		const own = await card(buyer, verify);
		const before = messagesIn(verify).length;
		const shared = buyer.clickButton(own, button(own, 'Share here'));
		const { message: posted } = await stage.discord.events.waitFor(
			'message-created',
			({ message }) => message.channel_id === verify && readable(message).includes('Shared by'),
		);
		expect(headline(await shared.answered())).toMatch(/^✅ Shared in /);
		expect(readable(posted)).toContain(`-# Shared by <@${buyer.id}>`);
		expect(posted.mentions).toEqual([]);
		expect(messagesIn(verify)).toHaveLength(before + 1);
		// Every member can look at the pictures from there, each in an answer of their own.
		const { friend } = stage.people;
		const looked = friend.clickButton(posted, button(posted, 'screenshot'));
		expect(mediaOf(await looked.answered()).length).toBeGreaterThan(0);
		expect(looked.acknowledgement?.isEphemeral).toBe(true);
	});

	it('is not posted by a member who may only read there, neither by the button nor with the command', async () => {
		const deny = PermissionFlagsBits.SendMessages;
		const overwrites = [{ id: stage.guild.id, type: 0 as const, allow: 0n, deny }];
		const rules = stage.guild.addChannel({ name: 'rules', overwrites }).id;
		const own = await card(buyer, rules);
		const refused = buyer.clickButton(own, button(own, 'Share here'));
		expect(readable(await refused.answered())).toContain('You can’t send messages');
		const [item] = stage.marketplace.items;
		const asked = buyer.chatInput('item', { id: String(item?.id), share: true }, { channelId: rules });
		expect(readable(await asked.answered())).toContain('You can’t send messages');
		expect(messagesIn(rules).some((message) => readable(message).includes('Shared by'))).toBe(false);
		// An administrator may.
		const theirs = await card(stage.people.admin, rules);
		const shared = stage.people.admin.clickButton(theirs, button(theirs, 'Share here'));
		expect(headline(await shared.answered())).toMatch(/^✅ Shared in /);
	});
});

describe('a button of an earlier version', () => {
	const id = () => stage.marketplace.items.find(({ screenshots }) => screenshots > 10)?.id ?? 0;

	/** A message with an embed, as earlier versions showed cards and lists, with a button of such a version. */
	async function pressed(customId: string): Promise<{ answer: APIMessage; isForPresserAlone: boolean }> {
		const rest = new REST({ version: '10', api: stage.discord.apiUrl }).setToken(stage.discord.token);
		const components = [{ type: 1, components: [{ type: 2, style: 2, label: 'Old', custom_id: customId }] }];
		const body = { embeds: [{ title: 'Items' }], components };
		const message = (await rest.post(Routes.channelMessages(stage.channels.verify), { body })) as APIMessage;
		const asked = buyer.clickButton(message, customId);
		const answer = await asked.answered();
		return { answer, isForPresserAlone: asked.acknowledgement?.isEphemeral ?? false };
	}

	it.each([
		['screenshots', () => `cc1:shots:${id()}:0`, '1–10 of'],
		['all of a list', () => 'cc1:items-all', '## Items · 60'],
	])('answers every presser: %s', async (_, customId, text) => {
		const { answer, isForPresserAlone } = await pressed(customId());
		expect(textOf(answer)).toContain(text);
		expect(answer.embeds).toEqual([]);
		expect(isForPresserAlone).toBe(true);
	});
});

describe('/account', () => {
	it('shows e-mail and balance to an administrator who asks, in an ephemeral message', async () => {
		const { admin } = stage.people;
		const account = await admin.chatInput('account').answered();
		const asked = admin.clickButton(account, button(account, 'Show email and balance'));
		const answer = await asked.answered();
		const shown = readable(answer);
		expect(answer.id).toBe(account.id);
		expect(shown).toMatch(/@[a-z0-9-]+\.[a-z]+/i);
		expect(shown).toContain('Balance');
		expect(bot.output()).not.toMatch(/[a-z0-9.]+@[a-z0-9-]+\.[a-z]{2,}/i);
		const hidden = await admin.clickButton(answer, button(answer, 'Hide')).answered();
		expect(readable(hidden)).not.toContain('Balance');
	});

	it('shows them no more to who is no administrator any more', async () => {
		const former = stage.newPerson('Former');
		stage.guild.giveRole(former.id, stage.roles.admin.id);
		const account = await former.chatInput('account').answered();
		stage.guild.takeRole(former.id, stage.roles.admin.id);
		const before = stage.marketplace.calls.length;
		const asked = former.clickButton(account, button(account, 'Show email and balance'));
		expect(readable(await asked.answered())).toContain('administrators');
		expect(stage.marketplace.calls.length).toBe(before);
	});
});

describe('/stats', () => {
	let killed: BotProcess;
	beforeAll(async () => {
		await bot.stop();
		killed = await stage.startProcess();
	});

	const stats = (days?: number) => stage.people.admin.chatInput('stats', days === undefined ? {} : { days });

	const verifiedOn = (answer: APIMessage) =>
		Number(/\*\*(\d+)\*\* verified/.exec(readable(answer))?.[1] ?? 0);

	/** Asks until the counting in the background has come so far. */
	async function statsWith(text: string): Promise<APIMessage> {
		for (let attempt = 0; attempt < 50; attempt += 1) {
			const answer = await stats().answered();
			if (readable(answer).includes(text)) return answer;
		}
		throw new Error(`The statistics never said "${text}"`);
	}

	it('counts what buyers have proved and what was refused, and draws it', async () => {
		const before = verifiedOn(await stats().answered());
		const supported = stage.marketplace.addPurchase();
		const code = supported.code;
		await buyer.chatInput('verify', { code }).answered();
		// The same code again is nothing new; another member's is a refusal.
		await buyer.chatInput('verify', { code }).answered();
		await stage.people.friend.chatInput('verify', { code }).answered();
		await stage.people.friend.chatInput('verify', { code: 'hello' }).answered();

		const answer = await statsWith('**2** refused');
		const shown = readable(answer);
		expect(verifiedOn(answer)).toBe(before + 1);
		expect(shown).toContain('**2** refused · in use 1 · other 1');
		expect(shown).toMatch(/\*\*\d\*\* of \d purchases have active support/);
		expect(shown).not.toContain(code);
		const [{ url = '', alt } = {}] = mediaOf(answer);
		const png = Buffer.from(await (await fetch(url)).arrayBuffer());
		expect(png.subarray(1, 4).toString()).toBe('PNG');
		expect(alt).toMatch(/^Bars by day\. Most: \d on .*: \d$/);
	});

	it('is for the asker alone, over 30 or 90 days, and turns from one to the other', async () => {
		const asked = stats(90);
		const answer = await asked.answered();
		expect(headline(answer)).toBe('Last 90 days');
		expect(asked.acknowledgement?.isEphemeral).toBe(true);
		const { admin } = stage.people;
		const turned = await admin.clickButton(answer, button(answer, '30 days')).answered();
		expect(headline(turned)).toBe('Last 30 days');
		expect(turned.id).toBe(answer.id);
	});

	it('still knows all of it after a kill and a restart', async () => {
		const before = verifiedOn(await stats().answered());
		expect(before).toBeGreaterThan(0);
		await killed.kill();
		await startBot();
		expect(verifiedOn(await stats().answered())).toBe(before);
	});

	it('is refused to who does not manage the server, also where the command was handed out', async () => {
		for (const person of [buyer, stage.people.moderator]) {
			expect(() => person.chatInput('stats')).toThrow();
			const answer = await person.chatInput('stats', {}, { force: true }).answered();
			expect(readable(answer)).toContain('Manage Server');
			expect(answer.attachments).toEqual([]);
		}
	});
});
