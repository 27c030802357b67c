import type { Person } from '@claimcheck/local-discord/person';
import type { RunningBot, Stage } from '@claimcheck/sandbox/stage';
import type { APIMessage } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLine, buyerRoleGiven, freshCode, logged, verify } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { button, headline, readable } from './reading.js';

describe('/privacy, with the production bot', () => {
	let stage: Stage;
	let bot: RunningBot;
	let buyer: Person;
	let code: string;

	beforeAll(async () => {
		stage = await openStage();
		await register(stage);
		bot = await stage.startBot();
		buyer = stage.newPerson('Maya');
		code = freshCode(stage);
		await verify(buyer, code);
	});
	afterAll(() => stage?.close());

	const click = (message: APIMessage, label: string): Promise<APIMessage> =>
		buyer.clickButton(message, button(message, label)).answered();

	it('shows a buyer what is stored, for the buyer alone', async () => {
		const page = await buyer.chatInput('privacy').answered();
		expect(readable(page)).toContain('Purchases: 1');
		expect(readable(page)).toContain(buyer.id);
		expect(readable(page)).not.toContain(code);
		expect(stage.discord.messages.get(page.id).visibleTo).toBe(buyer.id);
	});

	it('sends it as a file', async () => {
		const file = await click(await buyer.chatInput('privacy').answered(), 'Export');
		expect(file.attachments.map(({ filename }) => filename)).toEqual(['claimcheck-data.json']);
		expect(stage.discord.messages.get(file.id).visibleTo).toBe(buyer.id);
	});

	it('keeps everything where the buyer thinks better of it', async () => {
		const question = await click(await buyer.chatInput('privacy').answered(), 'Delete my data');
		expect(headline(question)).toBe('Delete your data?');
		expect(readable(await click(question, 'Keep it'))).toContain('Purchases: 1');
		await buyerRoleGiven(stage, buyer);
	});

	it('deletes it, takes the role, and lets nobody else have the code', async () => {
		const question = await click(await buyer.chatInput('privacy').answered(), 'Delete my data');
		expect(readable(await click(question, 'Delete everything'))).toContain('Your data is deleted');
		await stage.discord.events.waitFor(
			'role-removed',
			({ userId, roleId }) => userId === buyer.id && roleId === stage.roles.buyer.id,
		);
		await auditLine(stage, `<@${buyer.id}>`, 'deleted');
		expect(readable(await buyer.chatInput('privacy').answered())).toContain('Purchases: 0');
		expect(headline(await verify(stage.newPerson('Tom'), code))).toBe('This code is already in use');
		expect(headline(await verify(buyer, code))).toBe('Purchase verified');
	});

	it('leaves no trouble in the log', () => {
		expect(logged(bot, 'error', 'fatal')).toEqual([]);
	});
});
