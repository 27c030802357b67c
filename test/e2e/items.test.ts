import { buttonsOf, mediaOf, selectsOf } from '@claimcheck/local-discord/reading';
import type { RunningBot } from '@claimcheck/sandbox/stage';
import type { APIMessage } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { sharedStage } from './own-stage.js';
import { button, headline, readable } from './reading.js';

let bot: RunningBot;

const stage = await sharedStage({ marketplace: { itemCount: 60 } });
await startBot();
const person = stage.people.buyer;

async function startBot(): Promise<void> {
	bot = await stage.startBot({ MARKETPLACE_PER_MINUTE: '1000' });
	await bot.logged('Loaded the items');
}

async function click(page: APIMessage, label: string): Promise<APIMessage> {
	return person.clickButton(page, button(page, label)).answered();
}

/** The select that opens an item of a list. */
const listOn = (page: APIMessage) =>
	selectsOf(page).find(({ customId }) => customId.startsWith('cc1:items-open:')) ?? expect.unreachable();

describe('a catalog of sixty items', () => {
	it('works in messages from before a restart, and from memory while the marketplace is down', async () => {
		const page = await click(await person.chatInput('items').answered(), 'Next');
		const before = await person.chatInput('item', { id: '20203' }).answered();
		await bot.stop();
		await startBot();
		const next = await click(page, 'Next');
		const { customId, values } = listOn(next);
		expect(values).toEqual(listOn(await person.chatInput('items', { page: 3 }).answered()).values);
		const first = await person.selectMenu(next, customId, values.slice(0, 1)).answered();
		expect(buttonsOf(first).map(({ label }) => label)).toContain('Back');
		expect(readable(await click(before, 'Show more'))).toContain('12');

		stage.marketplace.faults.add('*', '500');
		expect(listOn(await person.chatInput('items').answered()).values).toHaveLength(10);
		const item = stage.marketplace.items.at(-1);
		const card = await person.chatInput('item', { id: String(item?.id) }).answered();
		expect(headline(card)).toContain('The shop isn’t responding');
		expect(readable(card)).toContain(item?.name);
		expect(buttonsOf(card).map(({ label }) => label)).toEqual(['Try again', 'Browse items']);
		const asked = stage.marketplace.calls.length;
		const none = await person.chatInput('item', { id: '123454321' }).answered();
		expect(headline(none)).toBe('No matching items');
		expect(stage.marketplace.calls.length).toBe(asked);
		stage.marketplace.faults.clear();
		const again = await click(card, 'Try again');
		expect(buttonsOf(again).map(({ label }) => label)).toContain('Share here');
	});
});

describe('an item’s card', () => {
	it('is posted once for everyone, with the name of the member who shared it', async () => {
		const { verify } = stage.channels;
		const id = String(stage.marketplace.items[0]?.id);
		const own = await person.chatInput('item', { id }, { channelId: verify }).answered();
		expect(headline(await click(own, 'Share here'))).toMatch(/^✅ Shared in /);
		const isPost = ({ message }: { readonly message: APIMessage }) =>
			message.channel_id === verify && readable(message).includes('Shared by');
		const { message: posted } = await stage.discord.events.waitFor('message-created', isPost);
		expect(stage.discord.events.all('message-created').filter(isPost)).toHaveLength(1);
		expect(readable(posted)).toContain(`-# Shared by <@${person.id}>`);
		expect(posted.mentions).toEqual([]);
		// From there, every member can look at the images, each in a separate reply.
		const looked = stage.people.friend.clickButton(posted, button(posted, 'Show more'));
		expect(mediaOf(await looked.answered()).length).toBeGreaterThan(0);
		expect(looked.acknowledgement?.isEphemeral).toBe(true);
	});
});
