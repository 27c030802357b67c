import { type APIMessage, ApplicationCommandType, type Client, ComponentType, Events } from 'discord.js';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { WebSocket } from 'ws';
import type { Guild } from '../../src/guild.js';
import type { LocalDiscord } from '../../src/local-discord.js';
import { type PageServer, startPage } from '../../src/page/page-server.js';
import type { PageMessage } from '../../src/page/protocol.js';
import { loginClient, startDiscord } from '../real-client.js';
import { act, nextFrame, openSocket } from './raw-page.js';

let discord: LocalDiscord;
let guild: Guild;
let client: Client<true>;
let server: PageServer;
let socket: WebSocket;
let person: { readonly userId: string; readonly guildId: string };

const rows = [
	{
		type: ComponentType.ActionRow as const,
		components: [
			{ type: ComponentType.Button as const, style: 1 as const, label: 'Keep', custom_id: 'keep' },
		],
	},
	{
		type: ComponentType.ActionRow as const,
		components: [
			{
				type: ComponentType.StringSelect as const,
				custom_id: 'why',
				options: [
					{ label: 'Mine', value: 'mine' },
					{ label: 'Theirs', value: 'theirs' },
				],
			},
		],
	},
];

beforeEach(async () => {
	discord = await startDiscord();
	guild = discord.createGuild({ name: 'Studio' });
	client = await loginClient(discord);
	const ana = discord.person(guild, { name: 'Ana' });
	person = { userId: ana.id, guildId: guild.id };
	server = await startPage(discord, { title: 'Test', people: [{ ...person, alias: 'member' }] });
	onTestFinished(() => server.close());
	socket = openSocket(server);
	await nextFrame(socket, 'world');
});

/** Waits for the next message that the page receives. */
async function nextMessage(): Promise<PageMessage> {
	return (await nextFrame(socket, 'message')).message;
}

describe('at the page', () => {
	it('a direct message is read, and its buttons and selects are used', async () => {
		client.on(Events.InteractionCreate, (interaction) => {
			if (interaction.isButton()) void interaction.reply('kept');
			if (interaction.isStringSelectMenu()) void interaction.reply(`because it is ${interaction.values[0]}`);
		});
		const coming = nextMessage();
		await (await client.users.fetch(person.userId)).send({ content: 'Was it you?', components: rows });
		const { message, guildId } = await coming;
		expect({ content: message.content, guildId }).toEqual({ content: 'Was it you?', guildId: undefined });

		const kept = nextMessage();
		expect(await act(socket, 'press', { person, messageId: message.id, customId: 'keep' })).toHaveProperty(
			'result.interactionId',
		);
		expect((await kept).message.content).toBe('kept');

		const chosen = nextMessage();
		await act(socket, 'select', { person, messageId: message.id, customId: 'why', values: ['mine'] });
		expect((await chosen).message.content).toBe('because it is mine');
	});

	it('a direct message of another person can’t be pressed', async () => {
		const ben = discord.person(guild, { name: 'Ben' });
		server.addPerson({ userId: ben.id, guildId: guild.id, alias: 'friend' });
		const coming = nextMessage();
		await (await client.users.fetch(person.userId)).send({ content: 'Was it you?', components: rows });
		const { message } = await coming;
		const other = { userId: ben.id, guildId: guild.id };
		expect(await act(socket, 'press', { person: other, messageId: message.id, customId: 'keep' })).toEqual({
			problem: 'That is somebody else’s direct conversation',
		});
	});

	it('a command is picked from a message’s menu', async () => {
		await client.application.commands.set(
			[{ type: ApplicationCommandType.Message, name: 'Quote' }],
			guild.id,
		);
		client.on(Events.InteractionCreate, (interaction) => {
			if (interaction.isMessageContextMenuCommand()) {
				void interaction.reply(`> ${interaction.targetMessage.content}`);
			}
		});
		const [channelId] = [...guild.channels.keys()];
		const written = nextMessage();
		await client.rest.post(`/channels/${channelId}/messages`, { body: { content: 'Wise words' } });
		const { message } = (await written) as { message: APIMessage };
		const quoted = nextMessage();
		await act(socket, 'message-menu', { person, name: 'Quote', messageId: message.id });
		expect((await quoted).message.content).toBe('> Wise words');
	});

	it('an option that is called as objects are is not filled in by itself', async () => {
		const option = { type: 3 as const, name: 'constructor', description: 'What' };
		await client.application.commands.set(
			[{ name: 'build', description: 'Builds', options: [option] }],
			guild.id,
		);
		const [channelId] = [...guild.channels.keys()];
		const started = { person, channelId, name: 'build', values: {} };
		expect(await act(socket, 'chat-input', started)).toHaveProperty('result.interactionId');
	});
});
