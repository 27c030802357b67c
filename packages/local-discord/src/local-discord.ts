import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { InteractionType } from 'discord-api-types/v10';
import type { Assumptions } from './assumptions.js';
import type { CommandRegistry } from './command-registry.js';
import { createWorld, gatewayUrl } from './create-world.js';
import { DiscordRoutes } from './discord-routes.js';
import type { EventLog } from './events.js';
import { Faults } from './faults.js';
import { isFromForeignPage } from './foreign-page.js';
import type { GatewayControls } from './gateway-controls.js';
import { Guild } from './guild.js';
import { announceGuildChange } from './guild-events.js';
import { guildCreatePayload } from './guild-payloads.js';
import type { Interaction, InteractionHandle } from './interaction.js';
import { interactionPayload } from './interaction-payload.js';
import { InvalidRequests } from './invalid-requests.js';
import type { LocalDiscordOptions } from './local-discord-options.js';
import type { MessageStore } from './message-store.js';
import { MissingRoutes } from './missing-routes.js';
import { defaultBot } from './permissions.js';
import { Person } from './person.js';
import { PhoneForms } from './phone-forms.js';
import type { RateLimits } from './rate-limits.js';
import type { RequestLog } from './request-log.js';
import { RestServer } from './rest-server.js';
import { Router } from './router.js';
import { applicationRoutes } from './routes/application-routes.js';
import { channelRoutes } from './routes/channel-routes.js';
import { commandRoutes } from './routes/command-routes.js';
import { guildRoutes } from './routes/guild-routes.js';
import { interactionRoutes } from './routes/interaction-routes.js';
import type { User, UserDirectory } from './users.js';
import type { Wire } from './wire.js';
import type { World } from './world.js';

// Types of the values that a local Discord accepts and returns.
export type { Clock } from './clock.js';
export type { OptionValues } from './command-options.js';
export type { RegisteredCommand } from './command-registry.js';
export type { ModalValues } from './component-input.js';
export type { EventLog, EventOf, EventType, LocalDiscordEvent } from './events.js';
export type { FaultEffect } from './faults.js';
export type { GatewayControls } from './gateway-controls.js';
export type { Guild } from './guild.js';
export type { Channel, Member, Role } from './guild-parts.js';
export type { InteractionHandle } from './interaction.js';
export type { LocalDiscordOptions } from './local-discord-options.js';
export type { StoredMessage } from './message-store.js';
export type { Overwrite } from './permissions.js';
export type { Person } from './person.js';
export type { RateLimit } from './rate-limits.js';
export type { RecordedCall } from './request-log.js';
export type { RouteKey } from './route.js';
export type { User } from './users.js';
export type { Dispatch, Exchange, Wire, WireListener } from './wire.js';

/** Cloudflare's, in front of Discord: longer than clients keep a connection by themselves. */
const keepAliveMs = 400_000;

/** Who a person is. */
export interface PersonOptions {
	/** As others see it. Default `Member` and the end of the id. */
	readonly name?: string;
	/** The user's id; a user who exists already joins this server too. */
	readonly id?: string;
	/** The roles with which a new member joins. */
	readonly roleIds?: readonly string[];
	/** Discord's locale of the person. Default `en-US`. */
	readonly locale?: string;
	/**
	 * True if the person uses Discord's phone app. It shows a form with the values of the first time that a form was
	 * opened under that `custom_id`, and submits them if they are left as they are. Default false.
	 */
	readonly usesPhone?: boolean;
}

/**
 * Starts a Discord on this machine: the REST API and the gateway that discord.js speaks, as strict as the real one,
 * with people who act on demand. Close it when done.
 */
export async function startLocalDiscord(options: LocalDiscordOptions = {}): Promise<LocalDiscord> {
	const discordRoutes = await DiscordRoutes.load();
	const server = createServer();
	server.keepAliveTimeout = keepAliveMs;
	server.listen(options.port ?? 0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	const port = typeof address === 'object' && address !== null ? address.port : 0;
	return new LocalDiscord(server, `127.0.0.1:${port}`, discordRoutes, options);
}

/** A running local Discord. Its state and its events are open to inspection. */
export class LocalDiscord {
	/** The base address of the API for the bot: discord.js's `rest.api`, such as `http://127.0.0.1:4000/api`. */
	readonly apiUrl: string;
	readonly applicationId: string;
	readonly botId: string;
	/** Past events, and waits for future ones. */
	readonly events: EventLog;
	/** Every request of the bot. */
	readonly calls: RequestLog;
	/** The traffic between the bot and this Discord: requests with their responses, and events. */
	readonly wire: Wire;
	/** Failures that a test switches on. */
	readonly faults: Faults;
	/** None until they are switched on. */
	readonly rateLimits: RateLimits;
	/** Requests that count towards a ban of the bot's IP address, and the ban. */
	readonly invalidRequests: InvalidRequests;
	/** Switches for undocumented behaviour. */
	readonly assumptions: Assumptions;
	/** Closes connections, refuses log-ins, makes outages. */
	readonly gateway: GatewayControls;
	/** The bot's registered commands. */
	readonly commands: CommandRegistry;
	/** The bot's messages. */
	readonly messages: MessageStore;
	/** The servers that the bot is in, by id. */
	readonly guilds: ReadonlyMap<string, Guild>;
	/** All users, whether or not they are in a server. */
	readonly users: UserDirectory;
	readonly #world: World;
	readonly #botPermissions: bigint;
	readonly #areMissingRoutesAllowed: boolean;
	readonly #server: Server;
	readonly #rest: RestServer;

	/** @internal */
	constructor(server: Server, host: string, discordRoutes: DiscordRoutes, options: LocalDiscordOptions) {
		this.#server = server;
		this.#botPermissions = options.botPermissions ?? defaultBot;
		this.#areMissingRoutesAllowed = options.areMissingRoutesAllowed ?? false;
		this.apiUrl = `http://${host}/api`;
		this.#world = createWorld(host, options);
		const world = this.#world;
		this.applicationId = world.applicationId;
		this.botId = world.bot.id;
		this.events = world.events;
		this.calls = world.calls;
		this.wire = world.wire;
		this.gateway = world.gateway;
		this.commands = world.commands;
		this.messages = world.messages;
		this.guilds = world.guilds;
		this.users = world.users;
		this.assumptions = world.assumptions;
		this.faults = new Faults(world.clock);
		this.rateLimits = world.rateLimits;
		this.invalidRequests = new InvalidRequests(world.clock);
		this.#rest = new RestServer({
			token: world.token,
			clock: world.clock,
			router: new Router(
				[
					...applicationRoutes(world, (calledHost) => gatewayUrl(host, calledHost)),
					...commandRoutes(world),
					...interactionRoutes(world),
					...guildRoutes(world),
					...channelRoutes(world),
				],
				discordRoutes,
			),
			faults: this.faults,
			rateLimits: this.rateLimits,
			invalidRequests: this.invalidRequests,
			calls: this.calls,
			events: this.events,
			wire: this.wire,
			attachments: world.attachments,
			channelOf: (token) => world.interactions.findByToken(token)?.channelId,
			onBug: options.onBug ?? throwOutside,
		});
		server.on('request', (request, response) => {
			if (isFromForeignPage(request)) response.writeHead(403).end();
			else void this.#rest.handle(request, response);
		});
		server.on('upgrade', (request, socket, head) => {
			if (isFromForeignPage(request)) socket.destroy();
			else world.gateway.upgrade(request, socket, head);
		});
	}

	/** The only bot token that is accepted. */
	get token(): string {
		return this.#world.token.value;
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
		world.events.emit({ type: 'guild-changed', guildId: guild.id });
		world.gateway.dispatch('GUILD_CREATE', guildCreatePayload(guild, world.bot.id), { guildId: guild.id });
		return guild;
	}

	/** Public Bot* on the page of the application: if on, any user may add the bot to a server. On at first. */
	setPublic(isPublic: boolean): void {
		this.#world.isPublic = isPublic;
	}

	/** Removes the bot from a server, as its owner may. */
	removeBot(guildId: string): void {
		this.#world.guilds.delete(guildId);
		this.#world.events.emit({ type: 'guild-changed', guildId });
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
			phoneForms: options.usesPhone ? new PhoneForms() : undefined,
			commands: world.commands,
			interactions: world.interactions,
			messages: world.messages,
			directChannelId: () => [...world.directs].find(([, other]) => other === user)?.[0],
			events: world.events,
			dispatch: (interaction, type, data, locale) =>
				this.#dispatch(interaction, { user, guild, type, data, locale }),
		});
	}

	/** Finds an interaction that a person has started. @returns undefined if there is none of this id */
	interaction(id: string): InteractionHandle | undefined {
		return this.#world.interactions.find(id);
	}

	/** The direct conversations with the bot so far. */
	directs(): { readonly channelId: string; readonly userId: string }[] {
		return [...this.#world.directs].map(([channelId, { id }]) => ({ channelId, userId: id }));
	}

	/**
	 * From now on the bot's requests wait, until the returned function is called: for changes of the world that nothing
	 * is to happen in the middle of.
	 */
	holdAnswers(): () => void {
		return this.#rest.hold();
	}

	/** The time here, in milliseconds since the epoch. */
	now(): number {
		return this.#world.clock.now();
	}

	/**
	 * Ends all connections and waits until the port is free. Waits for answers end with InteractionFailed `closed`. Then
	 * throws MissingRoutes if the bot has used what isn't built here, unless `areMissingRoutesAllowed`.
	 */
	async close(): Promise<void> {
		this.#world.interactions.close();
		this.#world.gateway.close();
		this.#server.closeAllConnections();
		this.#server.close();
		await once(this.#server, 'close');
		const { missing } = this.calls;
		if (missing.length > 0 && !this.#areMissingRoutesAllowed) throw new MissingRoutes(missing);
	}

	#dispatch(
		interaction: Interaction,
		about: { user: User; guild: Guild; type: InteractionType; data: unknown; locale: string },
	): void {
		const { applicationId, bot, gateway } = this.#world;
		const { guildId } = interaction;
		const guild = guildId === undefined ? undefined : about.guild;
		const payload = interactionPayload(interaction, { ...about, applicationId, botId: bot.id, guild });
		gateway.dispatch('INTERACTION_CREATE', payload, { guildId });
	}
}

/** A bug of the stand-in must not pass for Discord's answer: it ends the run. */
function throwOutside(error: unknown): void {
	queueMicrotask(() => {
		throw error;
	});
}
