import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { GatewayIntentBits, type InteractionType } from 'discord.js';
import { AttachmentStore } from './attachments.js';
import { type Clock, systemClock } from './clock.js';
import { CommandRegistry } from './command-registry.js';
import { EventLog } from './events.js';
import { Faults } from './faults.js';
import { Gateway } from './gateway.js';
import { Guild } from './guild.js';
import { announceGuildChange } from './guild-events.js';
import { guildCreatePayload } from './guild-payloads.js';
import type { Interaction } from './interaction.js';
import { interactionPayload } from './interaction-payload.js';
import { InteractionStore } from './interaction-store.js';
import { memberChunks } from './member-chunks.js';
import { announceMessage } from './message-events.js';
import { MessageStore } from './message-store.js';
import { Person } from './person.js';
import { RateLimits } from './rate-limits.js';
import { RequestLog } from './request-log.js';
import { RestServer } from './rest-server.js';
import { Router } from './router.js';
import { applicationFlags, applicationRoutes } from './routes/application-routes.js';
import { channelRoutes } from './routes/channel-routes.js';
import { commandRoutes } from './routes/command-routes.js';
import { guildRoutes } from './routes/guild-routes.js';
import { interactionRoutes } from './routes/interaction-routes.js';
import { SnowflakeFactory } from './snowflake.js';
import { UserDirectory, userPayload } from './users.js';
import type { World } from './world.js';

export interface LocalDiscordOptions {
	/** The only bot token that is accepted. */
	readonly token?: string;
	readonly botName?: string;
	/** Default 0: any free port. */
	readonly port?: number;
	readonly clock?: Clock;
	/** The privileged intents that are switched on for the application, as bits. Default none. */
	readonly enabledIntents?: number;
	/** Default 41,250 ms, as Discord asks for. */
	readonly heartbeatIntervalMs?: number;
	/** Told of a bug of the stand-in itself. By default it is thrown where nothing can swallow it. */
	readonly onBug?: (error: unknown) => void;
}

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
	readonly gateway: Gateway;
	readonly commands: CommandRegistry;
	readonly messages: MessageStore;
	readonly guilds: ReadonlyMap<string, Guild>;
	readonly users: UserDirectory;
	readonly #world: World;
	readonly #server: Server;

	constructor(server: Server, host: string, options: LocalDiscordOptions) {
		this.#server = server;
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
		this.rateLimits = new RateLimits(world.clock);
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

function createWorld(host: string, token: string, options: LocalDiscordOptions): World {
	const clock = options.clock ?? systemClock;
	const ids = new SnowflakeFactory(clock);
	const events = new EventLog(() => clock.now());
	const users = new UserDirectory(ids);
	const bot = users.ensure({ name: options.botName ?? 'Claimcheck', isBot: true });
	const owner = users.ensure({ name: 'Owner' });
	const enabledIntents = options.enabledIntents ?? 0;
	const guilds = new Map<string, Guild>();
	const gateway = new Gateway({
		token,
		clock,
		events,
		enabledIntents,
		heartbeatIntervalMs: options.heartbeatIntervalMs ?? 41_250,
		url: () => gatewayUrl(host),
		world: {
			ready: () => ({
				user: userPayload(bot),
				application: { id: bot.id, flags: applicationFlags({ enabledIntents }) },
			}),
			guildIds: () => [...guilds.keys()],
			guildCreate: (guildId) => {
				const guild = guilds.get(guildId);
				return guild === undefined ? undefined : guildCreatePayload(guild, bot.id);
			},
			memberChunks: (request) => {
				const guild = guilds.get(request.guild_id);
				const hasIntent = (enabledIntents & GatewayIntentBits.GuildMembers) !== 0;
				return guild === undefined ? [] : memberChunks(guild, request, hasIntent);
			},
		},
	});
	const interactions = new InteractionStore({ clock, ids, events });
	const attachments = new AttachmentStore();
	const messages = new MessageStore({
		applicationId: bot.id,
		clock,
		ids,
		attachments,
		origin: () => `http://${host}`,
		onChange: (change, message) => {
			events.emit({ type: `message-${change}`, message: message.current, visibleTo: message.visibleTo });
			interactions.messageChanged(message.id);
			announceMessage(gateway, change, message);
		},
	});
	const commands = new CommandRegistry({
		applicationId: bot.id,
		clock,
		ids,
		onRegistered: (guildId, names) => events.emit({ type: 'commands-registered', guildId, names }),
	});
	return {
		// Since 2016 an application and its bot have one id.
		applicationId: bot.id,
		applicationName: bot.displayName,
		enabledIntents,
		bot,
		owner,
		clock,
		ids,
		events,
		users,
		guilds,
		directs: new Map(),
		attachments,
		messages,
		commands,
		interactions,
		gateway,
	};
}

function gatewayUrl(host: string): string {
	return `ws://${host}/gateway`;
}

/** A bug of the stand-in must not pass for an answer of Discord's: it ends the run. */
function throwOutside(error: unknown): void {
	queueMicrotask(() => {
		throw error;
	});
}
