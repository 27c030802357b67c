import { OverwriteType, PermissionFlagsBits } from 'discord-api-types/v10';
import { type LocalDiscord, startLocalDiscord } from '../../src/local-discord.js';
import { type PageServer, startPage } from '../../src/page/page-server.js';
import type { Person } from '../../src/person.js';
import { api } from '../raw-api.js';
import { builtPage } from './find-chromium.js';

const commands = ['hi', 'secret', 'buttons', 'ignore'].map((name) => ({
	name,
	description: 'Does it',
	...(name === 'hi' && { name_localizations: { de: 'hallo' } }),
}));

/** A server with two people and their page, in which each test responds in the bot's name. Close it when done. */
export class SmallServer {
	readonly discord: LocalDiscord;
	readonly ana: Person;
	/** Sees the channel "staff", which Ana doesn't. */
	readonly ben: Person;
	readonly page: PageServer;

	static async open(): Promise<SmallServer> {
		const discord = await startLocalDiscord({ botName: 'Helper' });
		const guild = discord.createGuild({ name: 'Northlight' });
		const staffRole = guild.addRole({ name: 'Staff', color: 0xff_cc_00, position: 2 });
		guild.addChannel({ name: 'news' });
		const { Role: type } = OverwriteType;
		const { ViewChannel } = PermissionFlagsBits;
		const overwrites = [
			{ id: guild.id, type, allow: 0n, deny: ViewChannel },
			...[staffRole.id, guild.botRole.id].map((id) => ({ id, type, allow: ViewChannel, deny: 0n })),
		];
		guild.addChannel({ name: 'staff', overwrites });
		discord.commands.replace(guild.id, commands);
		const ana = discord.person(guild, { name: 'Ana' });
		const ben = discord.person(guild, { name: 'Ben', roleIds: [staffRole.id] });
		const page = await startPage(discord, {
			title: 'A small server',
			webRoot: builtPage,
			people: [
				{ userId: ana.id, guildId: guild.id, alias: 'reader' },
				{ userId: ben.id, guildId: guild.id, alias: 'editor' },
			],
		});
		return new SmallServer(discord, ana, ben, page);
	}

	private constructor(discord: LocalDiscord, ana: Person, ben: Person, page: PageServer) {
		this.discord = discord;
		this.ana = ana;
		this.ben = ben;
		this.page = page;
	}

	/** Posts a message in a channel of this name, in the bot's name. */
	async write(channel: string, content: string): Promise<void> {
		const [guild] = this.discord.guilds.values();
		const found = [...(guild?.channels.values() ?? [])].find(({ name }) => name === channel);
		await api(this.discord, 'POST', `/channels/${found?.id}/messages`, { content });
	}

	/** Sends the first response to an interaction. */
	async respond(id: string, type: number, data?: object): Promise<void> {
		const token = this.discord.interaction(id)?.token;
		await api(this.discord, 'POST', `/interactions/${id}/${token}/callback`, { type, data }, null);
	}

	async close(): Promise<void> {
		await this.page.close();
		await this.discord.close();
	}
}
