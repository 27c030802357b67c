import {
	ApplicationCommandType,
	ButtonStyle,
	ComponentType,
	Events,
	InteractionContextType,
	PermissionFlagsBits,
} from 'discord.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { ClientRefusal } from '../src/client-refusal.js';
import type { Guild } from '../src/guild.js';
import type { LocalDiscord } from '../src/local-discord.js';
import type { CommandUse, Person } from '../src/person.js';
import { ManualClock } from './manual-clock.js';
import { api } from './raw-api.js';
import { loginClient, startDiscord } from './real-client.js';

const { Administrator, ManageGuild, ReadMessageHistory, UseApplicationCommands, ViewChannel } =
	PermissionFlagsBits;
const minute = 60_000;

let clock: ManualClock;
let discord: LocalDiscord;
let guild: Guild;
let ana: Person;
/** The permissions of the member in each interaction that has reached the bot. */
let received: bigint[];

beforeEach(async () => {
	clock = new ManualClock();
	discord = await startDiscord({ clock });
	guild = discord.createGuild({ name: 'Studio' });
	ana = discord.person(guild, { name: 'Ana' });
	const client = await loginClient(discord);
	discord.commands.replace(guild.id, [
		{ name: 'find', description: 'Finds' },
		{ name: 'secret', description: 'For managers', default_member_permissions: String(ManageGuild) },
		{ name: 'adult', description: 'For adults', nsfw: true },
		{ type: ApplicationCommandType.User, name: 'Profile' },
	]);
	const contexts = [InteractionContextType.BotDM];
	discord.commands.replace(undefined, [{ name: 'letter', description: 'In direct messages', contexts }]);
	received = [];
	client.on(Events.InteractionCreate, (interaction) => {
		received.push(interaction.memberPermissions?.bitfield ?? 0n);
		if (interaction.isRepliable()) void interaction.reply('done');
	});
});

async function goesThrough(use: CommandUse = {}, name = 'find'): Promise<void> {
	expect((await ana.chatInput(name, {}, use).answered()).content).toBe('done');
}

function isRefused(act: () => unknown, why: string): void {
	expect(act).toThrow(ClientRefusal);
	expect(act).toThrow(why);
	expect(discord.events.all('interaction-dispatched')).toEqual([]);
}

async function messageWithControls(): Promise<{ id: string }> {
	const options = [{ label: 'One', value: 'one' }];
	const components = [
		{ type: ComponentType.Button, style: ButtonStyle.Primary, label: 'Go', custom_id: 'go' },
		{ type: ComponentType.StringSelect, custom_id: 'pick', options },
	].map((component) => ({ type: ComponentType.ActionRow, components: [component] }));
	const body = { content: 'Choose', components };
	return (await api(discord, 'POST', `/channels/${ana.channelId}/messages`, body)).body as { id: string };
}

describe('a member who is timed out', () => {
	test('can use no command, button, select or menu until the timeout is over', async () => {
		const message = await messageWithControls();
		guild.timeOut(ana.id, clock.now() + minute);
		for (const act of [
			() => ana.chatInput('find'),
			() => ana.userContextMenu('Profile', ana.id),
			() => ana.clickButton(message, 'go'),
			() => ana.selectMenu(message, 'pick', ['one']),
		]) {
			isRefused(act, 'timed out');
		}
		clock.advance(minute);
		await goesThrough();
	});

	test('keeps only two permissions, which are also the only ones that the bot is shown', async () => {
		const message = await messageWithControls();
		guild.timeOut(ana.id, clock.now() + minute);
		await goesThrough({ force: true });
		await ana.clickButton(message, 'go', { force: true }).answered();
		expect(received).toEqual([ViewChannel | ReadMessageHistory, ViewChannel | ReadMessageHistory]);
	});
});

test('nothing can be used in a channel that the member cannot see', async () => {
	const message = await messageWithControls();
	const hidden = { id: guild.id, type: 0 as const, allow: 0n, deny: ViewChannel };
	guild.setOverwrites(ana.channelId, [hidden]);
	isRefused(() => ana.chatInput('find'), 'can’t see the channel general');
	isRefused(() => ana.clickButton(message, 'go'), 'can’t see the channel');
	await goesThrough({ force: true });
});

test('commands need Use Application Commands, but buttons do not', async () => {
	const message = await messageWithControls();
	const denied = { id: guild.id, type: 0 as const, allow: 0n, deny: UseApplicationCommands };
	guild.setOverwrites(ana.channelId, [denied]);
	isRefused(() => ana.chatInput('find'), 'Use Application Commands');
	isRefused(() => ana.userContextMenu('Profile', ana.id), 'Use Application Commands');
	expect((await ana.clickButton(message, 'go').answered()).content).toBe('done');
});

test('a command for direct messages cannot be used in a server', () => {
	isRefused(() => ana.chatInput('letter'), 'direct messages');
});

test('an age-restricted command needs an age-restricted channel', async () => {
	isRefused(() => ana.chatInput('adult'), 'age-restricted');
	const channel = guild.addChannel({ name: 'adults', isAgeRestricted: true });
	await goesThrough({ channelId: channel.id }, 'adult');
});

describe('command permission overrides in a server', () => {
	const idOf = (name: string) => discord.commands.find(guild.id, 1, name)?.id ?? '';

	test('deny a command to everyone but one role', async () => {
		const role = guild.addRole({ name: 'Friend' });
		guild.commandPermissions.set(idOf('find'), [
			{ roleId: guild.id, isAllowed: false },
			{ roleId: role.id, isAllowed: true },
		]);
		isRefused(() => ana.chatInput('find'), 'may not use find');
		await goesThrough({ force: true });
		guild.giveRole(ana.id, role.id);
		await goesThrough();
	});

	test('allow a command to members without its default permissions', async () => {
		isRefused(() => ana.chatInput('secret'), 'may not use secret');
		guild.commandPermissions.set(idOf('secret'), [{ roleId: guild.id, isAllowed: true }]);
		await goesThrough({}, 'secret');
	});

	test('apply to the whole application for commands without their own', async () => {
		guild.commandPermissions.set(discord.applicationId, [{ roleId: guild.id, isAllowed: false }]);
		isRefused(() => ana.chatInput('find'), 'may not use find');
		guild.commandPermissions.set(idOf('find'), [{ roleId: guild.id, isAllowed: true }]);
		await goesThrough();
	});

	test('bind no administrator, and neither does a timeout', async () => {
		guild.commandPermissions.set(idOf('find'), [{ roleId: guild.id, isAllowed: false }]);
		guild.giveRole(ana.id, guild.addRole({ name: 'Admin', permissions: Administrator }).id);
		guild.timeOut(ana.id, clock.now() + minute);
		await goesThrough();
	});
});
