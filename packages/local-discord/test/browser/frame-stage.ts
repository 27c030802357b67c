import { once } from 'node:events';
import {
	ApplicationCommandOptionType,
	ButtonStyle,
	type ChatInputCommandInteraction,
	Client,
	ComponentType,
	Events,
	GatewayIntentBits,
	type Interaction,
	type MessageComponentInteraction,
	MessageFlags,
} from 'discord.js';
import { ChannelType, OverwriteType, PermissionFlagsBits } from 'discord-api-types/v10';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Guild } from '../../src/guild.js';
import { type LocalDiscord, startLocalDiscord } from '../../src/local-discord.js';
import { type PageServer, startPage } from '../../src/page/page-server.js';
import type { Person } from '../../src/person.js';

const { ViewChannel } = PermissionFlagsBits;

const commands = [
	{ name: 'hi', description: 'Greets', name_localizations: { de: 'hallo' } },
	{
		name: 'say',
		description: 'Says it',
		options: [
			{
				name: 'text',
				description: 'What',
				type: ApplicationCommandOptionType.String,
				required: true,
			} as const,
		],
	},
	{ name: 'secret', description: 'Tells you alone' },
	{ name: 'buttons', description: 'Shows buttons' },
	{ name: 'ignore', description: 'Is not answered' },
	{ name: 'write', description: 'Writes a direct message' },
];

/**
 * A small server with a bot of discord.js, and the page of the two: what the frames are tested on. Close it when done.
 */
export class FrameStage {
	readonly discord: LocalDiscord;
	readonly guild: Guild;
	readonly ana: Person;
	readonly ben: Person;
	readonly server: PageServer;
	readonly channels: { readonly news: string; readonly staff: string };
	readonly threadId: string;
	/** Presses on the button "Slow", which the bot leaves to the test. */
	readonly held: MessageComponentInteraction[] = [];
	readonly #client: Client;

	static async open(): Promise<FrameStage> {
		const discord = await startLocalDiscord({ botName: 'Helper' });
		const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: discord.apiUrl } });
		const guild = discord.createGuild({ name: 'Northlight' });
		const staffRole = guild.addRole({ name: 'Staff', color: 0xff_cc_00, position: 2 });
		const category = guild.addChannel({ name: 'Reading room', type: ChannelType.GuildCategory });
		const news = guild.addChannel({ name: 'news', parentId: category.id });
		const staff = guild.addChannel({
			name: 'staff',
			overwrites: [
				{ id: guild.id, type: OverwriteType.Role, allow: 0n, deny: ViewChannel },
				...[staffRole.id, guild.botRole.id].map((id) => ({
					id,
					type: OverwriteType.Role,
					allow: ViewChannel,
					deny: 0n,
				})),
			],
		});
		const thread = guild.addChannel({
			name: 'an old story',
			type: ChannelType.PublicThread,
			parentId: news.id,
		});
		const ana = discord.person(guild, { name: 'Ana' });
		const ben = discord.person(guild, { name: 'Ben', roleIds: [staffRole.id] });
		const other = discord.createGuild({ name: 'Lantern Den' });
		const cleo = discord.person(other, { name: 'Cleo' });
		const ready = once(client, Events.ClientReady);
		await client.login(discord.token);
		await ready;
		await client.application?.commands.set(commands);
		const server = await startPage(discord, {
			title: 'The frames',
			webRoot: `${import.meta.dirname}/../../dist/web`,
			people: [
				{ userId: ana.id, guildId: guild.id, alias: 'reader' },
				{ userId: ben.id, guildId: guild.id, alias: 'editor' },
				{ userId: cleo.id, guildId: other.id, alias: 'stranger' },
			],
		});
		const channels = { news: news.id, staff: staff.id };
		return new FrameStage({ discord, guild, ana, ben, server, channels, threadId: thread.id }, client);
	}

	private constructor(
		parts: Pick<FrameStage, 'discord' | 'guild' | 'ana' | 'ben' | 'server' | 'channels' | 'threadId'>,
		client: Client,
	) {
		({
			discord: this.discord,
			guild: this.guild,
			ana: this.ana,
			ben: this.ben,
			server: this.server,
			channels: this.channels,
			threadId: this.threadId,
		} = parts);
		this.#client = client;
		client.on(Events.InteractionCreate, (interaction) => void this.#answer(interaction));
	}

	/** Writes a message into a channel, as the bot does by itself. */
	async write(channelId: string, content: string): Promise<void> {
		const channel = await this.#client.channels.fetch(channelId);
		if (channel?.isSendable()) await channel.send(content);
	}

	async close(): Promise<void> {
		await this.#client.destroy();
		await this.server.close();
		await this.discord.close();
	}

	async #answer(interaction: Interaction): Promise<void> {
		if (interaction.isChatInputCommand()) await this.#answerCommand(interaction);
		else if (interaction.isButton() && interaction.customId === 'slow') this.held.push(interaction);
		else if (interaction.isButton() && interaction.customId === 'fast') await interaction.reply('Done');
	}

	async #answerCommand(interaction: ChatInputCommandInteraction): Promise<void> {
		switch (interaction.commandName) {
			case 'hi':
				await interaction.reply(`Hello, ${interaction.user}!`);
				break;
			case 'say':
				await interaction.reply(interaction.options.getString('text', true));
				break;
			case 'secret':
				await interaction.reply({ content: 'Nobody else reads this', flags: MessageFlags.Ephemeral });
				break;
			case 'write':
				await interaction.user.send('A letter for you');
				await interaction.reply({ content: 'Sent', flags: MessageFlags.Ephemeral });
				break;
			case 'buttons':
				await interaction.reply({ components: [buttonRow] });
				break;
		}
	}
}

const button = (customId: string, label: string) => ({
	type: ComponentType.Button as const,
	style: ButtonStyle.Secondary as const,
	custom_id: customId,
	label,
});
const buttonRow = {
	type: ComponentType.ActionRow as const,
	components: [button('fast', 'Fast'), button('slow', 'Slow'), button('deaf', 'Deaf')],
};

/** A page in the browser, and all that it said and asked for that it should not have. */
export class WatchedPage {
	readonly page: Page;
	/** Messages in the console, errors, and requests to elsewhere. */
	readonly complaints: string[] = [];

	static async open(
		browser: Browser,
		address: string,
		options: BrowserContextOptions = {},
		before: (page: Page) => Promise<void> = async () => undefined,
	): Promise<WatchedPage> {
		const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
		const page = await context.newPage();
		await before(page);
		const watched = new WatchedPage(page, new URL(address).origin);
		await page.goto(address);
		await page.locator('.device').first().waitFor();
		return watched;
	}

	private constructor(page: Page, origin: string) {
		this.page = page;
		page.on('console', (message) => this.complaints.push(message.text()));
		page.on('pageerror', (error) => this.complaints.push(String(error)));
		page.on('request', (request) => {
			if (!request.url().startsWith(origin)) this.complaints.push(`asked for ${request.url()}`);
		});
	}

	/** The frame at this place. */
	frame(index: number) {
		return this.page.locator('.frame').nth(index);
	}

	async close(): Promise<void> {
		await this.page.context().close();
	}
}
