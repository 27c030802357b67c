import type { InteractionHandle } from '@claimcheck/local-discord/interaction';
import type { Person } from '@claimcheck/local-discord/person';
import type { RunningBot, Stage } from '@claimcheck/sandbox/stage';
import { type APIMessage, ButtonStyle, OverwriteType, PermissionFlagsBits } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
	auditChannel,
	auditLine,
	buyerRoleGiven,
	chooseSetting,
	freshCode,
	logged,
	marketplaceCalls,
	verify,
} from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { button, headline, readable } from './reading.js';

const { ViewChannel } = PermissionFlagsBits;

const styleOf = (message: APIMessage, label: string): number =>
	Number(new RegExp(`"style":(\\d),"label":"${label}"`).exec(JSON.stringify(message))?.[1]);

describe('/panel, with the production bot', () => {
	let stage: Stage;
	let bot: RunningBot;
	let manager: Person;
	let panel: APIMessage;
	/** The manager's own answer, with the preview. */
	let page: APIMessage;

	beforeAll(async () => {
		stage = await openStage();
		await register(stage);
		bot = await stage.startBot();
		const role = stage.guild.addRole({ name: 'Manager', permissions: PermissionFlagsBits.ManageGuild });
		manager = stage.discord.person(stage.guild, { name: 'Sana', roleIds: [role.id] });
	});
	afterAll(() => stage?.close());

	const inChannel = (): APIMessage[] =>
		stage.discord.events
			.all('message-created')
			.filter(({ message }) => message.channel_id === stage.channels.verify)
			.map(({ message }) => message)
			.filter((message) => stage.discord.messages.get(message.id).visibleTo === undefined);
	const now = (message: APIMessage): APIMessage => stage.discord.messages.get(message.id).current;

	/** Clicks a button that opens a modal and waits for it. */
	async function open(person: Person, message: APIMessage, customId: string): Promise<InteractionHandle> {
		const opened = person.clickButton(message, customId);
		await opened.acknowledged();
		return opened;
	}

	async function sendCode(person: Person, code: string): Promise<APIMessage> {
		const opened = await open(person, panel, button(now(panel), 'Verify purchase'));
		return person.submitModal(opened, { code }).answered();
	}

	it('posts a panel for a manager, where every member can see it', async () => {
		page = await manager.chatInput('panel', { channel: stage.channels.verify }).answered();
		expect(readable(page)).toContain('✅ The panel is in');
		const posted = inChannel().at(-1);
		if (posted === undefined) throw new Error('Nothing was posted');
		panel = posted;
		expect(headline(panel)).toBe('Verify your purchase');
		expect(readable(panel)).toContain(`You’ll get <@&${stage.roles.buyer.id}>`);
		expect(readable(page)).toContain(panel.id);
		expect(await auditLine(stage, `<@${manager.id}>`, 'panel')).toContain(`<#${stage.channels.verify}>`);
	});

	it('refuses the audit channel, and asks before it posts where not everyone sees it', async () => {
		const { audit } = stage.channels;
		const refused = await stage.people.admin.chatInput('panel', { channel: audit }).answered();
		expect(readable(refused)).toContain(`⛔ <#${audit}> is your audit channel`);
		expect(readable(refused)).not.toMatch(/everyone’s|Allow @everyone/);
		const everyone = { id: stage.guild.id, type: OverwriteType.Role, allow: 0n, deny: ViewChannel } as const;
		const forBot = { ...everyone, id: stage.guild.botRole.id, allow: ViewChannel, deny: 0n };
		const staffOnly = stage.guild.addChannel({ name: 'staff-only', overwrites: [everyone, forBot] });
		const asked = await stage.people.admin.chatInput('panel', { channel: staffOnly.id }).answered();
		expect(readable(asked)).toContain(`⚠️ Not everyone can see <#${staffOnly.id}>.`);
		expect(styleOf(asked, 'Choose another')).toBe(ButtonStyle.Primary);
		expect(styleOf(asked, 'Post anyway')).toBe(ButtonStyle.Secondary);
		const posted = await stage.people.admin.press(asked, 'Post anyway').answered();
		expect(readable(posted)).toContain('✅ The panel is in');
		const log = await chooseSetting(stage.people.admin, 'setup-set:audit', staffOnly.id);
		expect(readable(log)).toContain(`⛔ The panel is in <#${staffOnly.id}>`);
		expect(styleOf(log, 'Choose another')).toBe(ButtonStyle.Primary);
	});

	it('lets a buyer verify with its button, for the buyer alone to see', async () => {
		const buyer = stage.newPerson('Maya');
		const answer = await sendCode(buyer, ` “${freshCode(stage).toUpperCase()}” `);
		expect(headline(answer)).toBe('✅ Purchase verified');
		expect(stage.discord.messages.get(answer.id).visibleTo).toBe(buyer.id);
		await buyerRoleGiven(stage, buyer);
	});

	it('says what a code looks like where another text was pasted, without asking the shop', async () => {
		const hasty = stage.newPerson('Noa');
		const before = marketplaceCalls(stage, 'purchases/validation');
		for (const [pasted, title] of [
			['12345678', '✏️ That’s an order number'],
			['Order number: 12345678', '✏️ That’s an order number'],
			['ABCD-1234-EFGH-5678', '✏️ That’s a license key'],
			['Aurora Theme  1x $29.00', '✏️ That’s not a purchase code'],
			[freshCode(stage).slice(0, -2), '✏️ 2 characters missing'],
			[`${freshCode(stage)} ${freshCode(stage)}`, '✏️ That’s two codes'],
		] as const) {
			const answer = await sendCode(hasty, pasted);
			expect(headline(answer), pasted).toBe(title);
			expect(readable(answer)).toContain('This didn’t count as a try.');
		}
		expect(marketplaceCalls(stage, 'purchases/validation')).toBe(before);
		expect(headline(await sendCode(hasty, freshCode(stage).replaceAll('-', ' ')))).toBe(
			'✅ Purchase verified',
		);
		const receipt = `#10293  Aurora Theme  1x $29.00  ${freshCode(stage)}  2026-03-01`;
		expect(headline(await sendCode(hasty, receipt))).toBe('✅ Purchase verified');
	});

	it('counts a wrong code like /verify does, and notifies staff of the limit once', async () => {
		const guesser = stage.newPerson('Guy');
		const wrong = (n: number) => `00000000-0000-4000-8000-00000000010${n}`;
		for (let n = 1; n <= 3; n += 1)
			expect(headline(await sendCode(guesser, wrong(n)))).toBe('⛔ The shop doesn’t recognize this code');
		for (let n = 4; n <= 5; n += 1)
			expect(headline(await verify(guesser, wrong(n)))).toBe('⛔ The shop doesn’t recognize this code');
		const before = marketplaceCalls(stage, 'purchases/validation');
		expect(headline(await sendCode(guesser, freshCode(stage)))).toBe('⏳ Too many tries');
		expect(headline(await verify(guesser, freshCode(stage)))).toBe('⏳ Too many tries');
		expect(marketplaceCalls(stage, 'purchases/validation')).toBe(before);
		await auditLine(stage, `<@${guesser.id}>`, 'has to wait');
		const limited = auditChannel(stage)
			.split('\n')
			.filter((line) => line.includes(`<@${guesser.id}>`) && line.includes('has to wait'));
		expect(limited).toHaveLength(1);
	});

	it('is changed in place by its own modal, which begins with what is shown', async () => {
		const opened = await open(manager, page, button(page, 'Edit panel'));
		expect(JSON.stringify(opened.modal)).toContain('Verify your purchase');
		const words = { title: 'Bought Aurora?', picture: 'https://example.com/aurora.png', alt: 'A receipt' };
		page = await manager.submitModal(opened, words).answered();
		expect(readable(page)).toContain('✅ The panel is in');
		expect(readable(now(panel))).toContain('Bought Aurora?');
		expect(readable(now(panel))).toContain('https://example.com/aurora.png');
		expect(readable(now(panel))).toContain('A receipt');
		expect(readable(now(panel))).toContain('Press the button and paste the code from your receipt');
		expect(inChannel()).toHaveLength(1);
	});

	it('is not for members who may not manage the server, however they come to it', async () => {
		const buyer = stage.newPerson('Tom');
		const asked = await buyer
			.chatInput('panel', { channel: stage.channels.audit }, { force: true })
			.answered();
		expect(readable(asked)).toContain('Manage Server');
		const forModerator = stage.people.moderator.chatInput(
			'panel',
			{ channel: stage.channels.audit },
			{ force: true },
		);
		expect(readable(await forModerator.answered())).toContain('Manage Server');
		expect(() => buyer.chatInput('panel', { channel: stage.channels.audit })).toThrow('may not use panel');
		expect(inChannel()).toHaveLength(1);
	});

	it('works on after a restart of the bot, and is still the one that is changed', async () => {
		await bot.stop();
		bot = await stage.startBot();
		const buyer = stage.newPerson('Ana');
		expect(headline(await sendCode(buyer, freshCode(stage)))).toBe('✅ Purchase verified');
		const again = await manager.chatInput('panel', { channel: stage.channels.verify }).answered();
		expect(readable(again)).toContain('✅ The panel is in');
		expect(readable(now(panel))).toContain('Bought Aurora?');
		expect(inChannel()).toHaveLength(1);
	});

	it('says where the code is, and turns that answer into what becomes of it', async () => {
		const buyer = stage.newPerson('Kim');
		const answer = await buyer.clickButton(panel, button(now(panel), 'Where is my code?')).answered();
		expect(headline(answer)).toBe('Where is my code?');
		expect(stage.discord.messages.get(answer.id).visibleTo).toBe(buyer.id);
		const opened = await open(buyer, answer, button(answer, 'Verify purchase'));
		const turned = await buyer.submitModal(opened, { code: freshCode(stage) }).answered();
		expect(turned.id).toBe(answer.id);
		expect(headline(turned)).toBe('✅ Purchase verified');
	});

	it('that was deleted is reported, and posted again with its words', async () => {
		stage.discord.messages.delete(panel.id);
		const opened = await open(manager, page, button(page, 'Edit panel'));
		const deleted = await manager
			.submitModal(opened, { title: 'Bought it?', picture: 'https://example.com/aurora.png', alt: '' })
			.answered();
		expect(headline(deleted)).toBe('⚠️ The panel was deleted');
		const again = await manager.clickButton(deleted, button(deleted, 'Post again')).answered();
		expect(headline(again)).toContain('✅ The panel is in');
		const [, id = ''] = new RegExp(`${stage.channels.verify}/(\\d+)`).exec(readable(again)) ?? [];
		expect(readable(stage.discord.messages.get(id).current)).toContain('Bought it?');
	});

	it('leaves no trouble in the log', () => {
		expect(logged(bot, 'error', 'fatal')).toEqual([]);
	});
});

describe('a panel that Discord does not take immediately', () => {
	it.each([
		{ name: 'HTTP 500', effect: { kind: 'answer', status: 500, body: { message: 'x', code: 0 } } as const },
		{ name: 'a response that got lost', effect: { kind: 'lose-answer' } as const },
	])('is posted once, and is the one that is changed from then on: $name', async ({ effect }) => {
		const stage = await openStage();
		try {
			await register(stage);
			await stage.startBot();
			const { admin } = stage.people;
			const post = () => admin.chatInput('panel', { channel: stage.channels.verify }).answered();
			stage.discord.faults.addForEach('*', effect);
			expect(readable(await post())).toContain('✅ The panel is in');
			expect(readable(await post())).toContain('✅ The panel is in');
			const panels = stage.discord.messages
				.inChannel(stage.channels.verify)
				.filter(({ current }) => headline(current) === 'Verify your purchase');
			expect(panels).toHaveLength(1);
		} finally {
			await stage.close();
		}
	});
});
