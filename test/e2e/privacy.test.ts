import type { Person } from '@claimcheck/local-discord/person';
import { textOf } from '@claimcheck/local-discord/reading';
import type { RunningBot, Stage } from '@claimcheck/sandbox/stage';
import { type APIMessage, ComponentType } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLine, freshCode, logged, verify } from './acts.js';
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
		expect(textOf(page)).toContain('1 purchase**');
		expect(readable(page)).not.toContain(code);
		expect(stage.discord.messages.get(page.id).visibleTo).toBe(buyer.id);
	});

	it('sends it as a file', async () => {
		const file = await click(await buyer.chatInput('privacy').answered(), 'Download my data');
		expect(file.attachments.map(({ filename }) => filename)).toEqual(['claimcheck-data.json']);
		expect(readable(file)).toContain(`"type":${ComponentType.File}`);
		const content = await (await fetch(file.attachments[0]?.url ?? '')).text();
		expect(content).toContain(buyer.id);
		expect(content).not.toContain(code);
		expect(stage.discord.messages.get(file.id).visibleTo).toBe(buyer.id);
	});

	it('deletes it, takes the role, and lets no other member have the code', async () => {
		const question = await click(await buyer.chatInput('privacy').answered(), 'Delete my data');
		expect(textOf(await click(question, 'Delete everything'))).toContain('✅ Deleted');
		await stage.discord.events.waitFor(
			'role-removed',
			({ userId, roleId }) => userId === buyer.id && roleId === stage.roles.buyer.id,
		);
		await auditLine(stage, `<@${buyer.id}>`, 'deleted');
		expect(textOf(await buyer.chatInput('privacy').answered())).not.toContain('purchase**');
		expect(headline(await verify(stage.newPerson('Tom'), code))).toContain('in use');
		expect(headline(await verify(buyer, code))).toContain('Purchase verified');
	});

	it('leaves no trouble in the log', () => {
		expect(logged(bot, 'error', 'fatal')).toEqual([]);
	});
});
