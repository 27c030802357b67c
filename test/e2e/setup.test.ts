import type { Person } from '@claimcheck/local-discord/person';
import { accentOf } from '@claimcheck/local-discord/reading';
import type { Stage } from '@claimcheck/sandbox/stage';
import { PermissionFlagsBits } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditLine, chooseSetting, openSettings, press, verify } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline, readable } from './reading.js';

const { ManageGuild, ManageRoles, ViewChannel } = PermissionFlagsBits;
const green = 0x2e_a0_43;

describe('/setup, with the production bot', () => {
	let stage: Stage;
	let manager: Person;

	beforeEach(async () => {
		stage = await openStage();
		await register(stage);
		const role = stage.guild.addRole({
			name: 'Manager',
			permissions: ManageGuild | ManageRoles,
			position: 8,
		});
		manager = stage.discord.person(stage.guild, { name: 'Sana', roleIds: [role.id] });
	});
	afterEach(() => stage?.close());

	const choose = async (select: string, ...values: string[]): Promise<string> =>
		readable(await chooseSetting(manager, select, ...values));
	const main = () => manager.chatInput('setup server').answered();

	async function rolesAfterVerifying(wish?: Parameters<Stage['marketplace']['addPurchase']>[0]) {
		const buyer = stage.newPerson('Buyer');
		const answer = await verify(buyer, stage.marketplace.addPurchase(wish).code);
		expect(headline(answer)).toContain('Purchase verified');
		return buyer;
	}

	async function given(person: Person, roleId: string): Promise<void> {
		await stage.discord.events.waitFor(
			'role-added',
			(event) => event.userId === person.id && event.roleId === roleId,
		);
	}

	/** A channel that only the bot sees. */
	function privateChannel(name: string) {
		const denied = { id: stage.guild.id, type: 0, allow: 0n, deny: ViewChannel } as const;
		const allowed = { ...denied, id: stage.guild.botRole.id, allow: ViewChannel, deny: 0n };
		return stage.guild.addChannel({ name, overwrites: [denied, allowed] });
	}

	it('leads from nothing to a panel that every member sees, step by step, and is green then', async () => {
		await stage.startBot({ BUYER_ROLE_ID: '', AUDIT_CHANNEL_ID: '' });
		expect(readable(await main())).toContain('Set up this server · 0 of 4');
		const vip = stage.guild.addRole({ name: 'VIP' });
		const audit = privateChannel('own-audit');

		const first = await chooseSetting(manager, 'setup-set:buyer', vip.id);
		expect(readable(first)).toContain('Saved.');
		expect(readable(first)).toContain('· 2 of 4');
		expect(await choose('setup-set:audit', audit.id)).toContain('· 3 of 4');
		const done = await chooseSetting(manager, 'setup-panel', stage.channels.verify);
		expect(readable(done)).toContain(`Ready: buyers can verify in <#${stage.channels.verify}>`);
		expect(readable(done)).toContain(`/${stage.guild.id}/${stage.channels.verify}`);
		expect(accentOf(done)).toBe(green);

		const posted = await stage.discord.events.waitFor(
			'message-created',
			({ message }) => message.channel_id === stage.channels.verify,
		);
		expect(readable(posted.message)).toContain('Verify purchase');
		const buyer = await rolesAfterVerifying();
		await given(buyer, vip.id);
	});

	it('chooses the roles and the audit channel of the server, over the environment’s, with immediate effect', async () => {
		await stage.startBot();
		const vip = stage.guild.addRole({ name: 'VIP' });
		const supported = stage.guild.addRole({ name: 'Supported' });
		const channel = privateChannel('other-audit');

		await choose('setup-set:audit', channel.id);
		await choose('setup-set:supported', supported.id);
		const page = await choose('setup-set:buyer', vip.id);
		for (const id of [vip.id, channel.id]) expect(page).toContain(id);
		expect(readable(await openSettings(manager, 'active'))).toContain(`"id":"${supported.id}"`);
		expect(page).not.toContain('⛔');

		const buyer = await rolesAfterVerifying({ supportedUntil: Date.now() + 86_400_000 });
		await given(buyer, vip.id);
		await given(buyer, supported.id);
		expect(buyer.roleIds).not.toContain(stage.roles.buyer.id);
		const notice = await stage.discord.events.waitFor(
			'message-created',
			({ message }) => message.channel_id === channel.id && message.content.includes(`<@&${vip.id}>`),
		);
		expect(notice.message.content).toContain(`<@${manager.id}>`);
	});

	it('gives roles of their own for an item, a category and a license type, and takes such a rule back', async () => {
		const bot = await stage.startBot();
		await bot.logged('Loaded the items');
		const [item] = stage.marketplace.items;
		if (item === undefined) throw new Error('Nothing is for sale');
		const { forItem, forCategory, forLicence } = {
			forItem: stage.guild.addRole({ name: 'Item' }),
			forCategory: stage.guild.addRole({ name: 'Category' }),
			forLicence: stage.guild.addRole({ name: 'License' }),
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

		const list = await openSettings(manager, 'rules');
		const shorter = await manager.selectMenu(list, 'cc1:setup-remove:0', [`item:${item.id}`]).answered();
		expect(readable(shorter)).toContain('Saved.');
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
		const options = { item: String(item.id), role: forItem.id };
		const asked = await manager.chatInput('setup item', options).answered();
		expect(readable(asked)).toContain('Matches 1 of 1 buyer here.');
		expect(readable(await main())).not.toContain(forItem.id);
		await press(manager, asked, 'setup-use');
		await given(early, forItem.id);
	});

	it('makes BUYER_ROLE_ID needless once a buyer role is chosen', async () => {
		const none = { BUYER_ROLE_ID: '', AUDIT_CHANNEL_ID: '' };
		const first = await stage.startBot();
		const asked = await chooseSetting(manager, 'setup-set:audit', stage.channels.audit);
		if (readable(asked).includes('setup-use')) await press(manager, asked, 'setup-use');
		const vip = stage.guild.addRole({ name: 'VIP' });
		await choose('setup-set:buyer', vip.id);
		await first.stop();

		await stage.startBot(none);
		const buyer = await rolesAfterVerifying();
		await given(buyer, vip.id);
		await auditLine(stage, `<@${buyer.id}>`, 'verified');
	});
});
