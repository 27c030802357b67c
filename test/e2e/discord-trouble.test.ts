import type { FaultEffect } from '@claimcheck/local-discord';
import type { Person } from '@claimcheck/local-discord/person';
import { mediaOf } from '@claimcheck/local-discord/reading';
import { PermissionFlagsBits } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerRoute, buyerRoleGiven, freshCode, logged, verify } from './acts.js';
import { sharedStage } from './own-stage.js';
import { button, headline, readable } from './reading.js';

const editAnswer = 'PATCH /webhooks/{application_id}/{interaction_token}/messages/{message_id}';
const editMessage = 'PATCH /channels/{channel_id}/messages/{message_id}';

let buyer: Person;

const stage = await sharedStage();
const bot = await stage.startBot();
await bot.logged('Loaded the items');
const role = stage.guild.addRole({ name: 'Manager', permissions: PermissionFlagsBits.ManageGuild });
const manager = stage.discord.person(stage.guild, { name: 'Sana', roleIds: [role.id] });
beforeEach(() => {
	buyer = stage.newPerson('Maya');
});
afterEach(() => stage.discord.faults.clear());

describe('an acknowledgement that Discord does not take', () => {
	it('costs the answer and never the claim if Discord never takes it', async () => {
		const internal = { kind: 'answer', status: 500, body: { message: 'Internal', code: 0 } } as const;
		stage.discord.faults.add(answerRoute, internal, 2);
		const code = freshCode(stage);
		buyer.chatInput('verify', { code });
		await buyerRoleGiven(stage, buyer);
		stage.discord.faults.clear();
		expect(headline(await verify(stage.newPerson('Tom'), code))).toBe('⛔ This code is in use');
		expect(headline(await verify(buyer, code))).toBe('✅ Already verified');
		expect(logged(bot, 'error', 'fatal')).toEqual([]);
	});
});

describe('a message that Discord refuses for one of its addresses', () => {
	const url = { _errors: [{ code: 'URL_TYPE_INVALID_URL', message: 'Not a well formed URL.' }] };
	const errors = { embeds: { 0: { image: { url } } } };
	const body = { code: 50_035, message: 'Invalid Form Body', errors };
	const illFormed: FaultEffect = { kind: 'answer', status: 400, body };

	it('is sent once more without any: an item', async () => {
		const note = 'Some links couldn’t be shown.';
		const itemCard = () => buyer.chatInput('item', { id: String(stage.marketplace.items[0]?.id) }).answered();
		stage.discord.faults.add(editAnswer, illFormed, 1);
		const card = await itemCard();
		expect(readable(card)).toContain(note);
		expect(mediaOf(card)).toEqual([]);
		expect(readable(await itemCard())).not.toContain(note);
		await bot.logged('Discord rejected a response');
	});

	it('is sent once more without any: a panel, whose typed words are kept', async () => {
		const page = await manager.chatInput('panel', { channel: stage.channels.verify }).answered();
		const opened = manager.clickButton(page, button(page, 'Edit panel'));
		await opened.acknowledged();
		stage.discord.faults.add(editMessage, illFormed, 1);
		const typed = { title: 'Bought Aurora?', text: 'Press it.', picture: 'https://pictures.example/a.png' };
		const done = await manager.submitModal(opened, typed).answered();
		expect(headline(done)).toContain('✅ The panel is in');
		expect(readable(done)).toContain('⚠️ Image not changed');
		const [panel] = stage.discord.messages.inChannel(stage.channels.verify).map(({ current }) => current);
		if (panel === undefined) throw new Error('There is no panel');
		expect(readable(panel)).toContain('Press it.');
		expect(mediaOf(panel)).toEqual([]);
	});
});
