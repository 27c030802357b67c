import { textOf } from '@claimcheck/local-discord/reading';
import { type APIMessage, PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { chooseSetting, press } from './acts.js';
import { sharedStage } from './own-stage.js';
import { headline, readable } from './reading.js';

describe('announcements of items and versions, by the production bot', async () => {
	const stage = await sharedStage();
	const channelId = stage.guild.addChannel({ name: 'news' }).id;
	let bot = await stage.startBot();
	await bot.logged('Remembered the items: new ones can be announced from now on');
	await chooseSetting(stage.people.admin, 'setup-set:updates', channelId);

	/** Everything that was announced, in order. */
	const announced = (): APIMessage[] =>
		stage.discord.events
			.all('message-created')
			.map(({ message }) => message)
			.filter((message) => message.channel_id === channelId && textOf(message) !== '');
	const about =
		(name: string) =>
		({ message }: { readonly message: APIMessage }) =>
			message.channel_id === channelId && textOf(message).includes(name);

	/** The shop's items, some of them changed, plus new ones. */
	function publish(changes: Readonly<Record<number, object>>, ...names: readonly string[]): void {
		const [first] = stage.marketplace.items;
		if (first === undefined) throw new Error('The shop has no items');
		const changed = stage.marketplace.items.map((item, at) => ({ ...item, ...changes[at] }));
		const added = names.map((name, at) => ({ ...first, id: 90_000 + changed.length + at, name }));
		stage.marketplace.setItems([...changed, ...added]);
	}

	/** Restarts the bot, which then reads the list again. */
	async function restart(): Promise<void> {
		await bot.stop();
		bot = await stage.startBot();
	}

	const nameAt = (at: number) => stage.marketplace.items[at]?.name ?? '';

	it('are posted once each, over restarts, but not for the items of the first list', async () => {
		publish({ 0: { version: '9.0.0' } });
		await restart();
		const { message } = await stage.discord.events.waitFor('message-created', about('New version: 9.0.0'));
		expect(textOf(message)).toContain(nameAt(0));
		expect(announced()).toHaveLength(1);
		expect(readable(await press(stage.people.buyer, message, 'update'))).toContain(nameAt(0));
	});

	it('share one message if they come together, which mentions only the role, whatever the names say', async () => {
		const role = stage.guild.addRole({ name: 'News', isMentionable: true });
		await chooseSetting(stage.people.admin, 'setup-set:mention', role.id);
		const hostile = ['@everyone', `<@&${stage.roles.admin.id}>`, '[a](https://evil.example)', '# **big**'];
		const names = [...hostile, ...Array.from({ length: 21 }, (_, at) => `Lantern ${at}`)];
		publish({}, ...names);
		await restart();
		const { message } = await stage.discord.events.waitFor('message-created', about('and 13 more'));
		expect(message.mention_everyone).toBe(false);
		expect(message.mention_roles).toEqual([role.id]);
		expect(textOf(message)).toContain('\\[a](');
		expect(announced()).toHaveLength(2);
		const list = await press(stage.people.buyer, message, 'update-list');
		expect(readable(list)).toContain('cc1:items-open');
	});

	it('attack: can’t be sent by a manager to a channel where they may not post themselves', async () => {
		const { ManageGuild, ManageRoles, ViewChannel, SendMessages } = PermissionFlagsBits;
		const role = stage.guild.addRole({ name: 'Manager', permissions: ManageGuild | ManageRoles });
		const manager = stage.discord.person(stage.guild, { name: 'Rook', roleIds: [role.id] });
		const bits = ViewChannel | SendMessages;
		const closed = { id: stage.guild.id, type: 0, allow: 0n, deny: bits } as const;
		const forBot = { id: stage.discord.applicationId, type: 1, allow: bits, deny: 0n } as const;
		const quiet = stage.guild.addChannel({ name: 'quiet', overwrites: [closed, forBot] });
		const page = await chooseSetting(manager, 'setup-set:updates', quiet.id);
		expect(readable(page)).not.toContain('Saved.');
		expect(headline(page)).not.toContain('✅');
	});
});
