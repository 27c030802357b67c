import { textOf } from '@claimcheck/local-discord/reading';
import type { RunningBot, Stage } from '@claimcheck/sandbox/stage';
import type { APIMessage } from 'discord.js';
import { PermissionFlagsBits } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseSetting, openSettings, press, verify } from './acts.js';
import { runClaims } from './claims-run.js';
import { openStage, register } from './hosted-bot.js';
import { headline, readable } from './reading.js';

const createMessage = 'POST /channels/{channel_id}/messages';

describe('new items and versions, with the production bot', () => {
	let stage: Stage;
	let bot: RunningBot;
	let channelId: string;

	beforeEach(async () => {
		stage = await openStage();
		await register(stage);
		channelId = stage.guild.addChannel({ name: 'news' }).id;
		bot = await stage.startBot();
		await bot.logged('Remembered the items: new ones can be announced from now on');
		await chooseSetting(stage.people.admin, 'setup-set:updates', channelId);
	});
	afterEach(() => stage?.close());

	/** Everything that was announced, in its order. */
	const announced = (): APIMessage[] =>
		stage.discord.events
			.all('message-created')
			.map(({ message }) => message)
			.filter((message) => message.channel_id === channelId);
	const about =
		(name: string) =>
		({ message }: { readonly message: APIMessage }) =>
			message.channel_id === channelId && textOf(message).includes(name);

	/** The shop's items, some of them changed, and further ones. */
	function publish(changes: Readonly<Record<number, object>>, ...names: readonly string[]): void {
		const [first] = stage.marketplace.items;
		if (first === undefined) throw new Error('The shop has no items');
		const changed = stage.marketplace.items.map((item, at) => ({ ...item, ...changes[at] }));
		const added = names.map((name, at) => ({ ...first, id: 90_000 + changed.length + at, name }));
		stage.marketplace.setItems([...changed, ...added]);
	}

	/** The next life of the bot, which reads the list anew. */
	async function restart(): Promise<void> {
		await bot.stop();
		bot = await stage.startBot();
	}

	const nameAt = (at: number) => stage.marketplace.items[at]?.name ?? '';

	it('are announced once each, over restarts, and the items of the first list are none', async () => {
		publish({ 0: { version: '9.0.0' } });
		await restart();
		const { message } = await stage.discord.events.waitFor('message-created', about('New version: 9.0.0'));
		expect(textOf(message)).toContain(nameAt(0));
		// A version that is lower, or was there before, is no news.
		publish({ 0: { version: '8.0.0' } });
		await restart();
		publish({ 0: { version: '9.0.0' } }, 'Lantern');
		await restart();
		await stage.discord.events.waitFor('message-created', about('Lantern'));
		await restart();
		publish({}, 'Beacon');
		await restart();
		const last = (await stage.discord.events.waitFor('message-created', about('Beacon'))).message;
		expect(announced()).toHaveLength(3);
		expect(headline(last)).toContain('New item');

		const page = await press(stage.people.buyer, last, 'update');
		expect(readable(page)).toContain('Beacon');
	});

	it('are not announced again after a backup is restored from before their announcement', async () => {
		await bot.stop();
		expect((await runClaims(stage, 'backup', 'before.sqlite')).code).toBe(0);
		bot = await stage.startBot();
		publish({ 0: { version: '9.0.0' } }, 'Lantern');
		await restart();
		await stage.discord.events.waitFor('message-created', about('Lantern'));
		await bot.stop();
		expect((await runClaims(stage, 'restore', 'before.sqlite', '--yes')).code).toBe(0);
		publish({}, 'Beacon');
		bot = await stage.startBot();
		await stage.discord.events.waitFor('message-created', about('Beacon'));
		expect(announced()).toHaveLength(2);
	});

	it.each(['hang', 'lose-answer'] as const)(
		'are announced once by a bot that is killed between row and post (%s)',
		async (kind) => {
			await bot.stop();
			publish({}, 'Lantern');
			stage.discord.faults.add(createMessage, { kind });
			const killed = await stage.startProcess();
			await (kind === 'hang'
				? stage.discord.events.waitFor('request', ({ call }) => call.route === createMessage)
				: stage.discord.events.waitFor('message-created', about('Lantern')));
			await killed.kill();
			stage.discord.faults.clear();
			bot = await stage.startBot();
			await stage.discord.events.waitFor('message-created', about('Lantern'));
			publish({}, 'Beacon');
			await restart();
			await stage.discord.events.waitFor('message-created', about('Beacon'));
			expect(announced().filter((message) => textOf(message).includes('Lantern'))).toHaveLength(1);
		},
	);

	it('that come together are one message, which mentions only the role, whatever their names say', async () => {
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
		expect(announced()).toHaveLength(1);
		const list = await press(stage.people.buyer, message, 'update-list');
		expect(readable(list)).toContain('cc1:items-open');
	});

	it('can’t be announced in a deleted channel, of which the settings say so', async () => {
		stage.guild.deleteChannel(channelId);
		publish({}, 'Lantern');
		await restart();
		await bot.logged('The updates channel does not accept messages');
		const page = await openSettings(stage.people.admin, 'updates');
		expect(textOf(page)).toContain('doesn’t exist in this server');
		// Dropped news doesn't follow in the next announcement.
		channelId = stage.guild.addChannel({ name: 'news again' }).id;
		await chooseSetting(stage.people.admin, 'setup-set:updates', channelId);
		publish({}, 'Beacon');
		await restart();
		const { message } = await stage.discord.events.waitFor('message-created', about('Beacon'));
		expect(textOf(message)).not.toContain('Lantern');
	});

	it('mention a role that members choose in Discord, and which the bot neither gives nor takes', async () => {
		const { buyer, admin } = stage.people;
		const role = stage.guild.addRole({ name: 'News' });
		const deny = PermissionFlagsBits.MentionEveryone;
		stage.guild.setOverwrites(channelId, [{ id: stage.guild.id, type: 0, allow: 0n, deny }]);
		const page = await chooseSetting(admin, 'setup-set:mention', role.id);
		expect(textOf(page)).toContain('can’t mention');
		stage.guild.giveRole(buyer.id, role.id);
		await verify(buyer, stage.marketplace.addPurchase().code);
		await expect.poll(() => buyer.roleIds).toContain(stage.roles.buyer.id);
		const data = await buyer.chatInput('privacy').answered();
		await press(buyer, await press(buyer, data, 'privacy-delete'), 'privacy-erase');
		await expect.poll(() => buyer.roleIds).toEqual([role.id]);
		const refused = await chooseSetting(admin, 'setup-set:mention', stage.guild.id);
		expect(headline(refused)).toMatch(/^⛔/);
		stage.guild.deleteRole(role.id);
		expect(textOf(await openSettings(admin, 'updates'))).toContain('can’t mention');
	});

	it('attack: a manager can’t let the bot post where they can’t post themselves', async () => {
		const { ManageGuild, ManageRoles, ViewChannel, SendMessages } = PermissionFlagsBits;
		const role = stage.guild.addRole({ name: 'Manager', permissions: ManageGuild | ManageRoles });
		const manager = stage.newPerson('Rook');
		stage.guild.giveRole(manager.id, role.id);
		const forBot = {
			id: stage.discord.applicationId,
			type: 1,
			allow: ViewChannel | SendMessages,
			deny: 0n,
		} as const;
		const closed = { id: stage.guild.id, type: 0, allow: 0n, deny: ViewChannel | SendMessages } as const;
		const quiet = stage.guild.addChannel({ name: 'quiet', overwrites: [closed, forBot] });
		const page = await chooseSetting(manager, 'setup-set:updates', quiet.id);
		expect(headline(page)).not.toContain('✅');
		publish({}, 'Lantern');
		await restart();
		await stage.discord.events.waitFor('message-created', about('Lantern'));
	});
});
