import type { Person } from '@claimcheck/local-discord/person';
import type { RunningBot, Stage } from '@claimcheck/sandbox/stage';
import type { APIMessage } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLine, buyerRoleGiven, freshCode, logged, verify } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { button, buttons, headline, readable } from './reading.js';

const day = 86_400_000;

describe('/purchases, with the production bot', () => {
	let stage: Stage;
	let bot: RunningBot;
	let buyer: Person;

	beforeAll(async () => {
		stage = await openStage();
		await register(stage);
		bot = await stage.startBot();
		await bot.logged('Loaded the items');
		buyer = stage.newPerson('Maya');
	});
	afterAll(() => stage?.close());

	const click = (person: Person, message: APIMessage, label: string): Promise<APIMessage> =>
		person.clickButton(message, button(message, label)).answered();

	it('tells who has none how to get there', async () => {
		const answer = await stage.newPerson('Tom').chatInput('purchases').answered();
		expect(readable(answer)).toContain('/verify');
		expect(buttons(answer)).toEqual([]);
	});

	it('names the command that leads there so that a tap opens it, as soon as its id is known', async () => {
		const asks = async () => readable(await stage.newPerson('Ida').chatInput('purchases').answered());
		const verifyId = stage.discord.commands
			.list(stage.guild.id)
			.find(({ body }) => body.name === 'verify')?.id;
		await expect.poll(asks).toContain(`</verify:${verifyId}>`);
	});

	it('shows a buyer their own purchase and nobody else’s, for the buyer alone', async () => {
		const supportedUntil = Date.now() + 30 * day;
		const { code, item } = stage.marketplace.addPurchase({ supportedUntil, licenceType: 'extended' });
		await verify(buyer, code);
		await verify(stage.newPerson('Ana'), freshCode(stage));

		const answer = await buyer.chatInput('purchases').answered();
		expect(answer.embeds).toHaveLength(1);
		expect(answer.embeds[0]?.thumbnail?.url).toBeTruthy();
		expect(readable(answer)).toContain(item.name.slice(0, 4));
		expect(readable(answer)).toContain(`<t:${Math.floor(supportedUntil / 1000)}:R>`);
		expect(readable(answer)).toContain(`<@&${stage.roles.buyer.id}>`);
		expect(readable(answer)).not.toContain(code);
		expect(stage.discord.messages.get(answer.id).visibleTo).toBe(buyer.id);
	});

	it('brings back a role that was taken by hand', async () => {
		await buyerRoleGiven(stage, buyer);
		stage.guild.takeRole(buyer.id, stage.roles.buyer.id);
		const page = await buyer.chatInput('purchases').answered();
		expect(readable(await click(buyer, page, 'Restore my roles'))).toContain('Done');
		await buyerRoleGiven(stage, buyer);
	});

	it('opens from a panel, and turns its pages, also after a restart', async () => {
		for (let n = 0; n < 4; n += 1) await verify(buyer, freshCode(stage));
		await stage.people.admin.chatInput('panel', { channel: stage.channels.verify }).answered();
		const panel = stage.discord.events
			.all('message-created')
			.map(({ message }) => message)
			.find((message) => readable(message).includes('cc1:panel-verify'));
		if (panel === undefined) throw new Error('No panel was posted');
		const page = await click(buyer, panel, 'My purchases');
		expect(page.embeds).toHaveLength(4);
		await bot.stop();
		bot = await stage.startBot();
		expect((await click(buyer, page, 'Next')).embeds).toHaveLength(1);
	});

	it('lets a buyer let go of a purchase, as far as the server’s policy goes', async () => {
		const holder = stage.newPerson('Kim');
		const code = freshCode(stage);
		await verify(holder, code);
		const before = await holder.chatInput('purchases').answered();
		expect(readable(before)).not.toContain('cc1:purchases-unlink');

		const { admin } = stage.people;
		const policy = await admin.chatInput('setup policy').answered();
		await admin.selectMenu(policy, 'cc1:policy-unlinking', ['7']).answered();
		const page = await holder.chatInput('purchases').answered();
		const [hash = ''] = /[0-9a-f]{64}/.exec(readable(page)) ?? [];
		const question = await holder.selectMenu(page, 'cc1:purchases-unlink', [hash]).answered();
		await buyerRoleGiven(stage, holder);
		expect(readable(await click(holder, question, 'Unlink'))).toContain('Done');

		await stage.discord.events.waitFor(
			'role-removed',
			({ userId, roleId }) => userId === holder.id && roleId === stage.roles.buyer.id,
		);
		expect(await auditLine(stage, `<@${holder.id}>`, 'unlinked')).not.toContain(code);
		expect(headline(await verify(stage.newPerson('Lee'), code))).toBe('This code is already in use');
		expect(headline(await verify(holder, code))).toBe('Purchase verified');
	});

	it('leaves no trouble in the log', () => {
		expect(logged(bot, 'error', 'fatal')).toEqual([]);
	});
});
