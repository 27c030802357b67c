import type { Interaction } from '@claimcheck/local-discord/interaction';
import type { Person } from '@claimcheck/local-discord/person';
import { buttonsOf } from '@claimcheck/local-discord/reading';
import { type APIMessage, PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { auditLine, buyerRoleGiven, freshCode, logged, verify } from './acts.js';
import { sharedStage } from './own-stage.js';
import { button, headline, readable } from './reading.js';

describe('/panel', async () => {
	let panel: APIMessage;
	/** The manager's own reply, with the preview. */
	let page: APIMessage;
	const stage = await sharedStage();
	let bot = await stage.startBot();
	const role = stage.guild.addRole({ name: 'Manager', permissions: PermissionFlagsBits.ManageGuild });
	const manager = stage.discord.person(stage.guild, { name: 'Sana', roleIds: [role.id] });

	const inChannel = () => stage.discord.messages.inChannel(stage.channels.verify);
	const now = (message: APIMessage): APIMessage => stage.discord.messages.get(message.id).current;

	async function open(person: Person, message: APIMessage, customId: string): Promise<Interaction> {
		const opened = person.clickButton(message, customId);
		await opened.acknowledged();
		return opened;
	}

	async function sendCode(person: Person, code: string): Promise<APIMessage> {
		const opened = await open(person, panel, button(now(panel), 'Verify purchase'));
		return person.submitModal(opened, { code }).answered();
	}

	it('posts a panel for a manager, visible to every member', async () => {
		page = await manager.chatInput('panel', { channel: stage.channels.verify }).answered();
		expect(readable(page)).toContain('✅ The panel is in');
		panel = inChannel().at(-1)?.current ?? expect.unreachable('Nothing was posted');
		expect(headline(panel)).toBe('Verify your purchase');
		expect(readable(panel)).toContain(`You’ll get <@&${stage.roles.buyer.id}>`);
		expect(await auditLine(stage, `<@${manager.id}>`, 'panel')).toContain(`<#${stage.channels.verify}>`);
	});

	it('lets a buyer verify with its button, visible only to the buyer', async () => {
		const buyer = stage.newPerson('Maya');
		const answer = await sendCode(buyer, ` “${freshCode(stage).toUpperCase()}” `);
		expect(headline(answer)).toBe('✅ Purchase verified');
		expect(stage.discord.messages.get(answer.id).visibleTo).toBe(buyer.id);
		await buyerRoleGiven(stage, buyer);
	});

	it('attack 35: has buttons that do nothing in another channel', async () => {
		const lobby = stage.guild.addChannel({ name: 'lobby' }).id;
		const clicks = buttonsOf(now(panel)).map(({ customId = '' }) =>
			stage.people.buyer.clickForwarded(panel, customId, lobby),
		);
		expect(clicks).not.toEqual([]);
		for (const click of clicks) {
			await click.acknowledged();
			expect(click.modal).toBeUndefined();
			expect(click.acknowledgement?.isEphemeral).toBe(true);
			expect(readable(await click.answered())).toContain('no longer available');
		}
	});

	it('is edited in place by its own modal, which is prefilled with the shown text, even after a restart', async () => {
		const opened = await open(manager, page, button(page, 'Edit panel'));
		expect(JSON.stringify(opened.modal)).toContain('Verify your purchase');
		const words = { title: 'Bought Aurora?', picture: 'https://example.com/aurora.png', alt: 'A receipt' };
		page = await manager.submitModal(opened, words).answered();
		for (const text of [words.title, words.picture, words.alt, 'paste the code from your receipt'])
			expect(readable(now(panel))).toContain(text);
		await bot.stop();
		bot = await stage.startBot();
		await manager.chatInput('panel', { channel: stage.channels.verify }).answered();
		expect(readable(now(panel))).toContain('Bought Aurora?');
		expect(inChannel()).toHaveLength(1);
		expect(logged(bot, 'error', 'fatal')).toEqual([]);
	});
});

describe('in a server where @everyone has no permissions, a bot with only those from the invite', async () => {
	const stage = await sharedStage();
	stage.guild.setRolePermissions(stage.guild.id, 0n);
	// The bot doesn't get this role, which lets people enter the server and use commands.
	const { ViewChannel, UseApplicationCommands } = PermissionFlagsBits;
	const { id } = stage.guild.addRole({ name: 'Member', permissions: ViewChannel | UseApplicationCommands });
	const { buyer, admin } = stage.people;
	stage.guild.giveRole(buyer.id, id, undefined);
	const bot = await stage.startBot();
	let page: APIMessage;

	it('posts a panel, verifies a purchase, gives the role and notifies staff without missing a permission', async () => {
		const asked = await admin.chatInput('panel', { channel: stage.channels.verify }).answered();
		page = await admin.press(asked, 'Post anyway').answered();
		expect(readable(page)).toContain('✅ The panel is in');
		expect(headline(await verify(buyer, freshCode(stage)))).toBe('✅ Purchase verified');
		await buyerRoleGiven(stage, buyer);
		expect(await auditLine(stage, `<@${buyer.id}>`)).toContain('verified');
		const refused = stage.discord.calls.list().filter(({ status }) => status === 401 || status === 403);
		expect(refused).toEqual([]);
		expect(stage.discord.invalidRequests.total).toBe(0);
		expect(logged(bot, 'error', 'fatal')).toEqual([]);
	});
	it('keeps the text of a panel, without the image, if Discord refuses the image address', async () => {
		const opened = admin.clickButton(page, button(page, 'Edit panel'));
		await opened.acknowledged();
		const body = { code: 50_035, message: 'Invalid Form Body' };
		const refusal = { kind: 'answer', status: 400, body } as const;
		stage.discord.faults.add('PATCH /channels/{channel_id}/messages/{message_id}', refusal, 1);
		const typed = { title: 'Bought Aurora?', text: 'Press it.', picture: 'https://pictures.example/a.png' };
		const done = await admin.submitModal(opened, typed).answered();
		expect(readable(done)).toContain('⚠️ Image not changed');
		const panel = JSON.stringify(stage.discord.messages.inChannel(stage.channels.verify));
		expect(panel).toContain('Press it.');
		expect(panel).not.toContain('pictures.example');
	});
});
