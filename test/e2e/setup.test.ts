import type { Person } from '@claimcheck/local-discord/person';
import type { Stage } from '@claimcheck/sandbox/stage';
import { PermissionFlagsBits } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditLine, verify } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline, readable } from './reading.js';

describe('/setup, with the production bot', () => {
	let stage: Stage;
	let manager: Person;

	beforeEach(async () => {
		stage = await openStage();
		await register(stage);
		const { ManageGuild, ManageRoles } = PermissionFlagsBits;
		const role = stage.guild.addRole({
			name: 'Manager',
			permissions: ManageGuild | ManageRoles,
			position: 8,
		});
		manager = stage.discord.person(stage.guild, { name: 'Sana', roleIds: [role.id] });
	});
	afterEach(() => stage?.close());

	/** Opens the page, picks in one of its selects and waits for the page as it is then. */
	async function choose(person: Person, customId: string, ...ids: string[]): Promise<string> {
		const page = await person.chatInput('setup server').answered();
		return readable(await person.selectMenu(page, customId, ids).answered());
	}

	async function rolesAfterVerifying(wish?: Parameters<Stage['marketplace']['addPurchase']>[0]) {
		const buyer = stage.newPerson('Buyer');
		const answer = await verify(buyer, stage.marketplace.addPurchase(wish).code);
		expect(headline(answer)).toBe('✅ Purchase verified');
		return buyer;
	}

	async function given(person: Person, roleId: string): Promise<void> {
		await stage.discord.events.waitFor(
			'role-added',
			(event) => event.userId === person.id && event.roleId === roleId,
		);
	}

	it('chooses the roles and the audit channel of the server, over the environment’s, with effect at once', async () => {
		await stage.startBot();
		const vip = stage.guild.addRole({ name: 'VIP' });
		const supported = stage.guild.addRole({ name: 'Supported' });
		const denied = { id: stage.guild.id, type: 0, allow: 0n, deny: PermissionFlagsBits.ViewChannel } as const;
		const allowed = { ...denied, id: stage.guild.botRole.id, allow: denied.deny, deny: 0n };
		const channel = stage.guild.addChannel({ name: 'other-audit', overwrites: [denied, allowed] });

		await choose(manager, 'cc1:setup-audit', channel.id);
		await choose(manager, 'cc1:setup-role:supported', supported.id);
		const page = await choose(manager, 'cc1:setup-role:buyer', vip.id);
		for (const id of [vip.id, supported.id, channel.id]) expect(page).toContain(`"id":"${id}"`);
		expect(page).not.toContain('❌');

		const buyer = await rolesAfterVerifying({ supportedUntil: Date.now() + 86_400_000 });
		await given(buyer, vip.id);
		await given(buyer, supported.id);
		expect(buyer.roleIds).not.toContain(stage.roles.buyer.id);
		const told = await stage.discord.events.waitFor(
			'message-created',
			({ message }) => message.channel_id === channel.id && message.content.includes(`<@&${vip.id}>`),
		);
		expect(told.message.content).toContain(`<@${manager.id}>`);
	});

	it('gives roles of their own for an item, a category and a licence type, and takes such a rule back', async () => {
		await stage.startBot();
		const [item] = stage.marketplace.items;
		if (item === undefined) throw new Error('Nothing is for sale');
		const { forItem, forCategory, forLicence } = {
			forItem: stage.guild.addRole({ name: 'Item' }),
			forCategory: stage.guild.addRole({ name: 'Category' }),
			forLicence: stage.guild.addRole({ name: 'Licence' }),
		};
		const suggested = await manager
			.autocomplete('setup item', { name: 'item', value: item.name.slice(0, 6) }, { role: forItem.id })
			.suggested();
		expect(suggested.map(({ value }) => value)).toContain(String(item.id));
		await manager.chatInput('setup item', { item: String(item.id), role: forItem.id }).answered();
		await manager.chatInput('setup category', { category: item.category, role: forCategory.id }).answered();
		await manager.chatInput('setup license', { license: 'extended', role: forLicence.id }).answered();

		const first = await rolesAfterVerifying({ itemId: item.id, licenceType: 'extended' });
		for (const role of [stage.roles.buyer, forItem, forCategory, forLicence]) await given(first, role.id);

		const list = await manager.chatInput('setup roles').answered();
		const shorter = await manager.selectMenu(list, 'cc1:setup-remove:0', [`item:${item.id}`]).answered();
		expect(readable(shorter)).not.toContain(forItem.id);
		const second = await rolesAfterVerifying({ itemId: item.id, licenceType: 'regular' });
		await given(second, forCategory.id);
		expect(second.roleIds).not.toContain(forItem.id);
		expect(second.roleIds).not.toContain(forLicence.id);
	});

	it('gives a new role to those who have verified before, too', async () => {
		await stage.startBot();
		const { item, code } = stage.marketplace.addPurchase();
		const early = stage.newPerson('Early');
		await verify(early, code);
		await given(early, stage.roles.buyer.id);
		const forItem = stage.guild.addRole({ name: 'Item' });
		await manager.chatInput('setup item', { item: String(item.id), role: forItem.id }).answered();
		await given(early, forItem.id);
	});

	it('shows what would not work, until it is mended', async () => {
		await stage.startBot();
		const legend = stage.guild.addRole({ name: 'Legend', position: 5 });
		const page = await choose(manager, 'cc1:setup-role:buyer', legend.id);
		expect(page).toContain('is above the bot’s own role');

		stage.guild.moveRole(legend.id, 1);
		const again = await manager.chatInput('setup server').answered();
		const mended = await manager.clickButton(again, 'cc1:setup').answered();
		expect(readable(mended)).not.toContain('❌');
	});

	it('hands out power over the server only after it has asked', async () => {
		await stage.startBot();
		const staff = stage.guild.addRole({ name: 'Staff', permissions: PermissionFlagsBits.BanMembers });
		const question = await choose(manager, 'cc1:setup-role:buyer', staff.id);
		expect(question).toContain('Every buyer would get: **Ban Members**');
		const buyer = await rolesAfterVerifying();
		await given(buyer, stage.roles.buyer.id);
		expect(buyer.roleIds).not.toContain(staff.id);
	});

	it('is nothing for members who may not manage the server, also where it has been handed to them', async () => {
		await stage.startBot();
		const { moderator, admin } = stage.people;
		const refused = await moderator.chatInput('setup server', {}, { force: true }).answered();
		expect(refused.content).toContain('Manage Server');
		expect(readable(await admin.chatInput('setup server').answered())).toContain('Buyer role');
	});

	it('makes BUYER_ROLE_ID needless once a buyer role is chosen', async () => {
		const none = { BUYER_ROLE_ID: '', AUDIT_CHANNEL_ID: '' };
		const first = await stage.startBot();
		const page = await manager.chatInput('setup server').answered();
		const asked = await manager.selectMenu(page, 'cc1:setup-audit', [stage.channels.audit]).answered();
		const use = /"custom_id":"(cc1:setup-use:[^"]+)"/.exec(readable(asked))?.[1] ?? '';
		await manager.clickButton(asked, use).answered();
		const vip = stage.guild.addRole({ name: 'VIP' });
		await choose(manager, 'cc1:setup-role:buyer', vip.id);
		await first.stop();

		await stage.startBot(none);
		const buyer = await rolesAfterVerifying();
		await given(buyer, vip.id);
		await auditLine(stage, `<@${buyer.id}>`, 'verified');
	});
});
