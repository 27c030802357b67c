import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { InteractionType } from 'discord-api-types/v10';
import type { CommandRegistry } from './command-registry.js';
import { createWorld, gatewayUrl, type LocalDiscordOptions } from './create-world.js';
import type { EventLog } from './events.js';
import { Faults } from './faults.js';
import type { Gateway } from './gateway.js';
import { Guild } from './guild.js';
import { announceGuildChange } from './guild-events.js';
import { guildCreatePayload } from './guild-payloads.js';
import type { Interaction } from './interaction.js';
import { interactionPayload } from './interaction-payload.js';
import { InvalidRequests } from './invalid-requests.js';
import type { MessageStore } from './message-store.js';
import { INVITED } from './permissions.js';
import { Person } from './person.js';
import { RateLimits } from './rate-limits.js';
import { RequestLog } from './request-log.js';
import { RestServer } from './rest-server.js';
import { Router } from './router.js';
import { applicationRoutes } from './routes/application-routes.js';
import { channelRoutes } from './routes/channel-routes.js';
import { commandRoutes } from './routes/command-routes.js';
import { guildRoutes } from './routes/guild-routes.js';
import { interactionRoutes } from './routes/interaction-routes.js';
import type { Unknowns } from './unknowns.js';
import type { UserDirectory } from './users.js';
import type { World } from './world.js';

export interface PersonOptions {
	readonly name?: string;
	/** The user's id; a user who exists already joins this server too. */
	readonly id?: string;
	readonly roleIds?: readonly string[];
	/** Discord's locale of the person. Default `en-US`. */
	readonly locale?: string;
}

/**
 * Starts a Discord on this machine: the REST interface and the gateway that discord.js speaks, as strict as the real
 * one, with people who can be made to act. Close it in the end.
 */
export async function startLocalDiscord(options: LocalDiscordOptions = {}): Promise<LocalDiscord> {
	const server = createServer();
	server.listen(options.port ?? 0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	const port = typeof address === 'object' && address !== null ? address.port : 0;
	return new LocalDiscord(server, `127.0.0.1:${port}`, options);
}

/** A running local Discord. What it holds and what happens in it is open to see. */
export class LocalDiscord {
	/** What the bot takes for Discord's API: `DISCORD_API_URL`. */
	readonly apiUrl: string;
	readonly token: string;
	readonly applicationId: string;
	readonly botId: string;
	readonly events: EventLog;
	readonly calls = new RequestLog();
	readonly faults = new Faults();
	readonly rateLimits: RateLimits;
	/** What counts towards a ban of the bot's address. */
	readonly invalidRequests: InvalidRequests;
	/** What isn't known of Discord, to be switched. */
	readonly unknowns: Unknowns;
	readonly gateway: Gateway;
	readonly commands: CommandRegistry;
	readonly messages: MessageStore;
	readonly guilds: ReadonlyMap<string, Guild>;
	readonly users: UserDirectory;
	readonly #world: World;
	readonly #botPermissions: bigint;
	readonly #server: Server;

	constructor(server: Server, host: string, options: LocalDiscordOptions) {
		this.#server = server;
		this.#botPermissions = options.botPermissions ?? INVITED;
		this.apiUrl = `http://${host}/api`;
		this.token = options.token ?? 'local-discord-bot-token';
		this.#world = createWorld(host, this.token, options);
		const world = this.#world;
		this.applicationId = world.applicationId;
		this.botId = world.bot.id;
		this.events = world.events;
		this.gateway = world.gateway;
		this.commands = world.commands;
		this.messages = world.messages;
		this.guilds = world.guilds;
		this.users = world.users;
		this.unknowns = world.unknowns;
		this.rateLimits = new RateLimits(world.clock);
		this.invalidRequests = new InvalidRequests(world.clock);
		const rest = new RestServer({
			token: this.token,
			clock: world.clock,
			router: new Router([
				...applicationRoutes(world, () => gatewayUrl(host)),
				...commandRoutes(world),
				...interactionRoutes(world),
				...guildRoutes(world),
				...channelRoutes(world),
			]),
			faults: this.faults,
			rateLimits: this.rateLimits,
			invalidRequests: this.invalidRequests,
			calls: this.calls,
			events: this.events,
			attachments: world.attachments,
			onBug: options.onBug ?? throwOutside,
		});
		server.on('request', (request, response) => void rest.handle(request, response));
		server.on('upgrade', (request, socket, head) => this.gateway.upgrade(request, socket, head));
	}

	/**
	 * Makes a server with one channel, `general`, which the bot has already joined. It belongs to the owner of the
	 * application, or to the user that is named.
	 */
	createGuild(options: {
		readonly name: string;
		readonly locale?: string;
		readonly owner?: { readonly id?: string; readonly name?: string };
	}): Guild {
		const world = this.#world;
		const guild = new Guild({
			name: options.name,
			locale: options.locale ?? 'en-US',
			owner: options.owner === undefined ? world.owner : world.users.ensure(options.owner),
			bot: world.bot,
			botPermissions: this.#botPermissions,
			clock: world.clock,
			ids: world.ids,
			onChange: (changed, change) => {
				if (!world.guilds.has(changed.id)) return;
				announceGuildChange(
					{ gateway: world.gateway, events: world.events, botId: world.bot.id },
					changed,
					change,
				);
			},
		});
		guild.addChannel({ name: 'general' });
		world.guilds.set(guild.id, guild);
		world.gateway.dispatch('GUILD_CREATE', guildCreatePayload(guild, world.bot.id), { guildId: guild.id });
		return guild;
	}

	/** Removes the bot from a server, as its owner may. */
	removeBot(guildId: string): void {
		this.#world.guilds.delete(guildId);
		this.#world.gateway.dispatch('GUILD_DELETE', { id: guildId }, { guildId });
	}

	/** A member of the server to act as; joins it if need be. */
	person(guild: Guild, options: PersonOptions = {}): Person {
		const world = this.#world;
		const user = world.users.ensure(options);
		if (!guild.members.has(user.id)) guild.addMember(user, options.roleIds);
		return new Person({
			user,
			guild,
			locale: options.locale ?? 'en-US',
			commands: world.commands,
			interactions: world.interactions,
			messages: world.messages,
			dispatch: (interaction, type, data, locale) => this.#dispatch(guild, interaction, type, data, locale),
		});
	}

	/** Ends all connections and waits. */
	async close(): Promise<void> {
		this.#world.interactions.close();
		this.gateway.close();
		this.#server.closeAllConnections();
		this.#server.close();
		await once(this.#server, 'close');
	}

	#dispatch(
		guild: Guild,
		interaction: Interaction,
		type: InteractionType,
		data: unknown,
		locale: string,
	): void {
		const { applicationId, bot, gateway } = this.#world;
		const details = { applicationId, botId: bot.id, guild, type, data, locale };
		gateway.dispatch('INTERACTION_CREATE', interactionPayload(interaction, details), { guildId: guild.id });
	}
}

/** A bug of the stand-in must not pass for an answer of Discord's: it ends the run. */
function throwOutside(error: unknown): void {
	queueMicrotask(() => {
		throw error;
	});
}
