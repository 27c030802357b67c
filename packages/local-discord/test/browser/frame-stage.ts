import { once } from 'node:events';
import {
	ButtonStyle,
	type ChatInputCommandInteraction,
	Client,
	ComponentType,
	Events,
	GatewayIntentBits,
	type MessageComponentInteraction,
	MessageFlags,
} from 'discord.js';
import { OverwriteType, PermissionFlagsBits } from 'discord-api-types/v10';
import { type LocalDiscord, startLocalDiscord } from '../../src/local-discord.js';
import { type PageServer, startPage } from '../../src/page/page-server.js';
import type { Person } from '../../src/person.js';
import { builtPage } from './find-chromium.js';

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

/** How the bot responds to its commands; `ignore` is left without a response. */
const answers: Readonly<Record<string, (interaction: ChatInputCommandInteraction) => unknown>> = {
	hi: (interaction) => interaction.reply(`Hello, ${interaction.user}!`),
	secret: (interaction) =>
		interaction.reply({ content: 'Nobody else reads this', flags: MessageFlags.Ephemeral }),
	buttons: (interaction) => interaction.reply({ components: [buttonRow] }),
	ignore: () => undefined,
	async write(interaction) {
		await interaction.user.send('A letter for you');
		await interaction.reply({ content: 'Sent', flags: MessageFlags.Ephemeral });
	},
};

/**
 * A small server with a bot of discord.js, and the page of the two: what the frames are tested on. Close it when done.
 */
export class FrameStage {
	readonly discord: LocalDiscord;
	readonly ana: Person;
	readonly ben: Person;
	readonly server: PageServer;
	readonly channels: { readonly news: string; readonly staff: string };
	/** Presses on the button "Slow", which the bot leaves to the test. */
	readonly held: MessageComponentInteraction[] = [];
	readonly #client: Client;

	static async open(): Promise<FrameStage> {
		const discord = await startLocalDiscord({ botName: 'Helper' });
		const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: discord.apiUrl } });
		const guild = discord.createGuild({ name: 'Northlight' });
		const staffRole = guild.addRole({ name: 'Staff', color: 0xff_cc_00, position: 2 });
		const news = guild.addChannel({ name: 'news' }).id;
		const { Role: type } = OverwriteType;
		const { ViewChannel } = PermissionFlagsBits;
		const overwrites = [
			{ id: guild.id, type, allow: 0n, deny: ViewChannel },
			...[staffRole.id, guild.botRole.id].map((id) => ({ id, type, allow: ViewChannel, deny: 0n })),
		];
		const staff = guild.addChannel({ name: 'staff', overwrites }).id;
		const ana = discord.person(guild, { name: 'Ana' });
		const ben = discord.person(guild, { name: 'Ben', roleIds: [staffRole.id] });
		const ready = once(client, Events.ClientReady);
		await client.login(discord.token);
		await ready;
		await client.application?.commands.set(
			Object.keys(answers).map((name) => ({
				name,
				description: 'Does it',
				...(name === 'hi' && { name_localizations: { de: 'hallo' } }),
			})),
		);
		const server = await startPage(discord, {
			title: 'The frames',
			webRoot: builtPage,
			people: [
				{ userId: ana.id, guildId: guild.id, alias: 'reader' },
				{ userId: ben.id, guildId: guild.id, alias: 'editor' },
			],
		});
		return new FrameStage({ discord, ana, ben, server, channels: { news, staff } }, client);
	}

	private constructor(
		parts: Pick<FrameStage, 'discord' | 'ana' | 'ben' | 'server' | 'channels'>,
		client: Client,
	) {
		({
			discord: this.discord,
			ana: this.ana,
			ben: this.ben,
			server: this.server,
			channels: this.channels,
		} = parts);
		this.#client = client;
		client.on(Events.InteractionCreate, (interaction) => {
			if (interaction.isChatInputCommand()) void answers[interaction.commandName]?.(interaction);
			else if (!interaction.isButton()) return;
			else if (interaction.customId === 'slow') this.held.push(interaction);
			else if (interaction.customId === 'fast') void interaction.reply('Done');
		});
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
}
