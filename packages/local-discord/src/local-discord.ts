import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { DiscordRoutes } from './discord-routes.js';
import { isFromForeignPage } from './foreign-page.js';
import { Guild } from './guild.js';
import { guildCreatePayload } from './guild-payloads.js';
import type { Interaction } from './interaction.js';
import type { LocalDiscordOptions } from './local-discord-options.js';
import { MissingRoutes } from './missing-routes.js';
import { Person } from './person.js';
import { PhoneForms } from './phone-forms.js';
import { RestServer } from './rest-server.js';
import { Router } from './router.js';
import { applicationRoutes } from './routes/application-routes.js';
import { channelRoutes } from './routes/channel-routes.js';
import { commandRoutes } from './routes/command-routes.js';
import { guildRoutes } from './routes/guild-routes.js';
import { interactionRoutes } from './routes/interaction-routes.js';
import { World } from './world.js';

// Types of the values that a local Discord accepts and returns.
export type { Clock } from './clock.js';
export type { OptionValues } from './command-options.js';
export type { LocalDiscordEvent } from './events.js';
export type { FaultEffect } from './faults.js';
export type { Guild } from './guild.js';
export type { Role } from './guild-parts.js';
export type { Interaction } from './interaction.js';
export type { LocalDiscordOptions } from './local-discord-options.js';
export type { Overwrite } from './permissions.js';

/** The timeout of Cloudflare, in front of Discord: longer than clients keep a connection open. */
const keepAliveMs = 400_000;

/** A person's name, id and roles. */
export interface PersonOptions {
	/** The name that others see. Default: `Member` and the end of the id. */
	readonly name?: string;
	/** The user's id; an existing user joins this server too. */
	readonly id?: string;
	/** The roles with which a new member joins. */
	readonly roleIds?: readonly string[];
	/** Discord's locale of the person. Default `en-US`. */
	readonly locale?: string;
	/**
	 * True if the person uses Discord's phone app. It fills in a form with the values from the first time that a form
	 * with its `custom_id` was opened, and submits them if they are left unchanged. Default false.
	 */
	readonly usesPhone?: boolean;
}

/**
 * Starts a Discord on this machine: the REST API and the gateway that discord.js uses, as strict as the real one, with
 * people who act on demand. Close it when done.
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

/** A running local Discord. Its state and its events can be inspected. */
export class LocalDiscord extends World {
	readonly #server: Server;
	readonly #rest: RestServer;

	constructor(server: Server, host: string, discordRoutes: DiscordRoutes, options: LocalDiscordOptions) {
		super(host, options);
		this.#server = server;
		const routes = {
			...applicationRoutes(this),
			...commandRoutes(this),
			...interactionRoutes(this),
			...guildRoutes(this),
			...channelRoutes(this),
		};
		this.#rest = new RestServer(this, new Router(routes, discordRoutes));
		server.on('request', (request, response) => {
			if (isFromForeignPage(request)) response.writeHead(403).end();
			else void this.#rest.handle(request, response);
		});
		server.on('upgrade', (request, socket, head) => {
			if (isFromForeignPage(request)) socket.destroy();
			else this.gateway.upgrade(request, socket, head);
		});
	}

	/** The base address of the API for the bot: discord.js's `rest.api`, such as `http://127.0.0.1:4000/api`. */
	get apiUrl(): string {
		return `http://${this.host}/api`;
	}

	/**
	 * Creates a server with one channel, `general`, which the bot has already joined. It belongs to the owner of the
	 * application, or to the given user.
	 */
	createGuild(options: {
		readonly name: string;
		readonly locale?: string;
		readonly owner?: { readonly id?: string; readonly name?: string };
	}): Guild {
		const { name, locale = 'en-US', owner } = options;
		const guild = new Guild(this, {
			name,
			locale,
			owner: owner === undefined ? this.owner : this.users.ensure(owner),
		});
		guild.addChannel({ name: 'general' });
		this.guilds.set(guild.id, guild);
		this.events.emit({ type: 'guild-changed', guildId: guild.id });
		this.gateway.dispatch('GUILD_CREATE', guildCreatePayload(guild, this.botId), { guildId: guild.id });
		return guild;
	}

	/** A member of the server to act as; joins it if needed. */
	person(guild: Guild, options: PersonOptions = {}): Person {
		const user = this.users.ensure(options);
		if (!guild.members.has(user.id)) guild.addMember(user, options.roleIds);
		const { locale = 'en-US', usesPhone } = options;
		return new Person({
			world: this,
			user,
			guild,
			locale,
			phoneForms: usesPhone ? new PhoneForms() : undefined,
		});
	}

	/** Finds an interaction that a person has started. @returns undefined if there is none with this id */
	interaction(id: string): Interaction | undefined {
		return this.interactions.find(id);
	}

	/** The direct conversations with the bot so far. */
	directs(): { readonly channelId: string; readonly userId: string }[] {
		return [...this.directUsers].map(([channelId, { id }]) => ({ channelId, userId: id }));
	}

	/**
	 * From now on, the bot's requests wait until the returned function is called, so that the world can be changed
	 * without interruption.
	 */
	holdAnswers(): () => void {
		return this.#rest.hold();
	}

	/** The time here, in milliseconds since the epoch. */
	now(): number {
		return this.clock.now();
	}

	/**
	 * Ends all connections and waits until the port is free. Pending waits end with InteractionFailed `closed`. Then
	 * throws MissingRoutes if the bot has used something that isn't implemented here.
	 */
	async close(): Promise<void> {
		this.interactions.close();
		this.gateway.close();
		this.#server.closeAllConnections();
		this.#server.close();
		await once(this.#server, 'close');
		const { missing } = this.calls;
		if (missing.length > 0) throw new MissingRoutes(missing);
	}
}
