import { mediaOf } from '@claimcheck/local-discord/reading';
import type { RunningBot, Stage } from '@claimcheck/sandbox/stage';
import { type APIMessage, PermissionFlagsBits } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshCode, logged } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { type HostileShop, openHostileShop } from './hostile-shop.js';
import { button, buttons, headline, readable } from './reading.js';

const edit = 'PATCH /webhooks/{application_id}/{interaction_token}/messages/{message_id}';
const note = 'Some links couldn’t be shown.';
const illFormed = {
	kind: 'answer',
	status: 400,
	body: {
		code: 50_035,
		message: 'Invalid Form Body',
		errors: {
			embeds: {
				0: {
					image: { url: { _errors: [{ code: 'URL_TYPE_INVALID_URL', message: 'Not a well formed URL.' }] } },
				},
			},
		},
	},
} as const;

describe('a shop with addresses that Discord refuses', () => {
	let stage: Stage;
	let bot: RunningBot;
	let shop: HostileShop;

	beforeAll(async () => {
		stage = await openStage({ marketplace: { itemCount: 6 } });
		const addresses = [
			'http://localhost/x.png',
			'http://shop:8080',
			'https://my_shop.example.com/a.png',
			'https://discord.com@evil.example',
		];
		shop = await openHostileShop(stage, (item) => {
			const bad = addresses[Number(item['id']) % addresses.length];
			return {
				...item,
				description: `Look at https://discord.com@evil.example/${item['id']} now`,
				demo_link: bad,
				media: { thumbnail: bad, preview_image: bad, preview_video: bad, screenshots: [bad, bad] },
			};
		});
		await register(stage);
		bot = await stage.startBot({ MARKETPLACE_URL: shop.url });
		await bot.logged('Loaded the items');
	});
	afterAll(async () => {
		shop?.close();
		await stage?.close();
	});

	it('D1 and attack 41: shows its items without them, a disguised one included', async () => {
		for (const { id } of stage.marketplace.items) {
			const card = await stage.people.buyer.chatInput('item', { id: String(id) }).answered();
			expect(mediaOf(card)).toEqual([]);
			expect(buttons(card).some(({ customId }) => customId === `cc1:share:${id}`)).toBe(true);
			expect(readable(card)).not.toMatch(/localhost|shop:8080|my_shop|discord\.com@/);
			expect(readable(card)).toContain(`https://evil.example/${id} now`);
			expect(buttons(card).every(({ url }) => url === undefined)).toBe(true);
		}
	});

	it('leaves no trouble in the log', () => {
		expect(logged(bot, 'warn', 'error', 'fatal').filter(({ msg }) => msg.includes('answer'))).toEqual([]);
	});
});

describe('D1: a message that Discord refuses for one of its addresses', () => {
	let stage: Stage;
	let bot: RunningBot;

	beforeAll(async () => {
		stage = await openStage();
		await register(stage);
		bot = await stage.startBot();
		await bot.logged('Loaded the items');
	});
	afterAll(() => stage?.close());

	const itemCard = (): Promise<APIMessage> =>
		stage.people.buyer.chatInput('item', { id: String(stage.marketplace.items[0]?.id) }).answered();

	it('is sent once more without any: an item', async () => {
		stage.discord.faults.add(edit, illFormed, 1);
		const card = await itemCard();
		expect(readable(card)).toContain(note);
		expect(mediaOf(card)).toEqual([]);
		expect(button(card, 'Share here')).toBeTruthy();
		expect(readable(await itemCard())).not.toContain(note);
		await bot.logged('Discord rejected a response');
	});

	it('is sent once more without any: a panel, whose typed words are kept', async () => {
		const role = stage.guild.addRole({ name: 'Manager', permissions: PermissionFlagsBits.ManageGuild });
		const manager = stage.discord.person(stage.guild, { name: 'Sana', roleIds: [role.id] });
		const page = await manager.chatInput('panel', { channel: stage.channels.verify }).answered();
		const opened = manager.clickButton(page, button(page, 'Edit panel'));
		await opened.acknowledged();
		stage.discord.faults.add('PATCH /channels/{channel_id}/messages/{message_id}', illFormed, 1);
		const typed = { title: 'Bought Aurora?', text: 'Press it.', picture: 'https://pictures.example/a.png' };
		const done = await manager.submitModal(opened, typed).answered();
		expect(headline(done)).toContain('✅ The panel is in');
		expect(readable(done)).toContain('⚠️ Image not changed');
		expect(readable(done)).not.toContain('pictures.example');
		const panel = stage.discord.events
			.all('message-created')
			.map(({ message }) => stage.discord.messages.get(message.id).current)
			.find(({ channel_id, flags = 0 }) => channel_id === stage.channels.verify && (flags & 64) === 0);
		if (panel === undefined) throw new Error('There is no panel');
		expect(headline(panel)).toBe('Bought Aurora?');
		expect(readable(panel)).toContain('Press it.');
		expect(mediaOf(panel)).toEqual([]);
	});

	it('D6: is reported in a follow-up where every change fails, and never left thinking', async () => {
		const buyer = stage.newPerson('Mia');
		stage.discord.faults.add(edit, { kind: 'answer', status: 500, body: { message: 'Internal', code: 0 } });
		const asked = buyer.chatInput('verify', { code: freshCode(stage) });
		expect(headline(await asked.answered())).toBe('✅ Purchase verified');
		stage.discord.faults.add('POST /webhooks/{application_id}/{interaction_token}', {
			kind: 'answer',
			status: 500,
			body: { message: 'Internal', code: 0 },
		});
		const lost = buyer.chatInput('verify', { code: freshCode(stage) });
		const line = await bot.logged('A response could not be delivered');
		expect(line['interactionId']).toBe(lost.id);
		stage.discord.faults.clear();
	});
});
