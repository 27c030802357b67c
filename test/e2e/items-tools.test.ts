import type { Person } from '@claimcheck/local-discord/person';
import { mediaOf } from '@claimcheck/local-discord/reading';
import type { BotProcess } from '@claimcheck/sandbox/bot-process';
import type { RunningBot, Stage } from '@claimcheck/sandbox/stage';
import { type APIMessage, ChannelType } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, register } from './hosted-bot.js';
import { button, headline, readable } from './reading.js';

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

	it('has both pictures, as a verification and a purchase have, in a channel and a thread', async () => {
		const itemId = stage.marketplace.items.find(({ kind }) => kind === 'video')?.id ?? 0;
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
				const files = media.map(({ url }) => url.split('/').at(-1));
				expect(files, command).toEqual(['thumbnail.png', 'preview.mp4']);
				expect(media[0]?.alt).toMatch(/^Logo of /);
				expect(media[1]?.alt).toMatch(/^Preview video of /);
			}
		}
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

	it('still knows all of it after a kill and a restart', async () => {
		const before = verifiedOn(await stats().answered());
		expect(before).toBeGreaterThan(0);
		await killed.kill();
		await startBot();
		expect(verifiedOn(await stats().answered())).toBe(before);
	});
});
