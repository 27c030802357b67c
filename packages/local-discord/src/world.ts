import { randomBytes } from 'node:crypto';
import { apiError } from './api-error.js';
import { AttachmentStore } from './attachments.js';
import { type Clock, systemClock } from './clock.js';
import { CommandRegistry } from './command-registry.js';
import { EventLog } from './events.js';
import { Faults } from './faults.js';
import { Gateway } from './gateway.js';
import type { Guild } from './guild.js';
import { InteractionStore } from './interaction-store.js';
import { InvalidRequests } from './invalid-requests.js';
import type { LocalDiscordOptions } from './local-discord-options.js';
import { MessageStore } from './message-store.js';
import { RateLimits } from './rate-limits.js';
import { RequestLog } from './request-log.js';
import { SnowflakeFactory } from './snowflake.js';
import { type User, UserDirectory } from './users.js';
import { Wire } from './wire.js';

/** The channel of a message: in a server, or a direct conversation. */
export type Place =
	| { readonly kind: 'guild'; readonly guild: Guild; readonly channelId: string }
	| { readonly kind: 'direct'; readonly user: User; readonly channelId: string };

/** The state of the stand-in, open to inspection, which routes and people read and change. */
export class World {
	/** For example `127.0.0.1:4000`. */
	readonly host: string;
	readonly options: LocalDiscordOptions;
	readonly clock: Clock;
	readonly ids: SnowflakeFactory;
	/** Every request of the bot. */
	readonly calls = new RequestLog();
	/** Past events, and waits for future ones. */
	readonly events: EventLog;
	/** The traffic between the bot and this Discord: requests with their responses, and events. */
	readonly wire = new Wire();
	/** All users, whether or not they are in a server. */
	readonly users: UserDirectory;
	readonly bot: User;
	readonly owner: User;
	/** The only accepted bot token, until Discord resets it. */
	token: string;
	/** *Public Bot* on the page of the application: if enabled, any user may add the bot to a server. */
	isPublic = true;
	/** Failures that a test enables. */
	readonly faults: Faults;
	/** None until they are enabled. */
	readonly rateLimits: RateLimits;
	/** Requests that count toward a ban of the bot's IP address, and any current ban. */
	readonly invalidRequests: InvalidRequests;
	/** The servers that the bot is in, by id. */
	readonly guilds = new Map<string, Guild>();
	/** Direct conversations with the bot, by channel id. */
	readonly directUsers = new Map<string, User>();
	readonly attachments = new AttachmentStore();
	readonly messages: MessageStore;
	readonly commands: CommandRegistry;
	readonly interactions: InteractionStore;
	/** The privileged intents that are enabled for the application. */
	enabledIntents: number;
	/** Closes connections, refuses logins, simulates outages. */
	readonly gateway: Gateway;

	constructor(host: string, options: LocalDiscordOptions) {
		this.host = host;
		this.options = options;
		this.clock = options.clock ?? systemClock;
		this.enabledIntents = options.privilegedIntents ?? 0;
		this.ids = new SnowflakeFactory(this.clock);
		this.events = new EventLog(() => this.clock.now(), options.waitTimeoutMs, this.calls);
		this.users = new UserDirectory(this.ids);
		this.bot = this.users.ensure({ name: options.botName ?? 'Bot', isBot: true });
		this.owner = this.users.ensure({ name: 'Owner' });
		this.token = options.token ?? newToken(this.bot.id);
		this.faults = new Faults(this.clock);
		this.rateLimits = new RateLimits(this.clock);
		this.invalidRequests = new InvalidRequests(this.clock);
		this.messages = new MessageStore(this);
		this.commands = new CommandRegistry(this);
		this.interactions = new InteractionStore(this);
		this.gateway = new Gateway(this);
	}

	/** Since 2016, an application and its bot have the same id. */
	get applicationId(): string {
		return this.bot.id;
	}

	get botId(): string {
		return this.bot.id;
	}

	/** A server that the bot is in. Throws ApiError 10004. */
	guild(guildId: string): Guild {
		const guild = this.guilds.get(guildId);
		if (guild === undefined) throw apiError('unknownGuild');
		return guild;
	}

	/** Removes the bot from a server, as its owner may, or the bot itself. */
	removeBot(guildId: string): void {
		this.guilds.delete(guildId);
		this.events.emit({ type: 'guild-changed', guildId });
		this.gateway.dispatch('GUILD_DELETE', { id: guildId }, { guildId });
	}

	/** Throws ApiError 10003. */
	place(channelId: string): Place {
		const user = this.directUsers.get(channelId);
		if (user !== undefined) return { kind: 'direct', user, channelId };
		for (const guild of this.guilds.values()) {
			if (guild.channels.has(channelId)) return { kind: 'guild', guild, channelId };
		}
		throw apiError('unknownChannel');
	}

	/**
	 * The gateway's address for a client, by its `Host` header: a redirected client believes that it talks to Discord
	 * itself.
	 */
	gatewayUrl(calledHost: string | undefined): string {
		const isRedirected = calledHost !== undefined && /(?:^|\.)discord(?:app)?\.(?:com|gg)$/.test(calledHost);
		return isRedirected ? 'wss://gateway.discord.gg' : `ws://${this.host}/gateway`;
	}
}

/** In Discord's format, since some clients read the bot's id from its first part. */
function newToken(botId: string): string {
	const secret = (bytes: number) => randomBytes(bytes).toString('base64url');
	return `${Buffer.from(botId).toString('base64url')}.${secret(4)}.${secret(28)}`;
}
