import {
	type CacheFactory,
	Client,
	Collection,
	Events,
	GatewayDispatchEvents,
	GatewayIntentBits,
	type Guild,
	type GuildMember,
	GuildMemberManager,
	type IIdentifyThrottler,
	LimitedCollection,
	type LimitedCollectionOptions,
	MessageManager,
	type RESTOptions,
	Status,
	type User,
	UserManager,
} from 'discord.js';
import { z } from 'zod';
import type { Clock } from '../../base/clock.js';
import { type Fail, failureReason } from '../../base/errors.js';
import type { Logger } from '../../base/logger.js';
import { rareLines } from '../../base/time/log-lines.js';
import { forgetLimitsAfterJump } from './discord-http.js';
import { guardPackets } from './gateway-guard.js';
import { type ShardingHooks, ShardingStrategy } from './sharding-strategy.js';

/**
 * How long the start waits for the next guild. Until then discord.js holds back all interactions, and Discord withholds
 * a guild during its outage: with discord.js' 15 s, the interactions of all guilds would expire.
 */
const guildPatienceMs = 1_000;

const maxMembers = 200;

/** Limits per cache. Members come with each interaction; caching 100,000 of them costs memory and gains nothing. */
const cacheLimits = new Map<unknown, LimitedCollectionOptions<string, GuildMember | User>>([
	[MessageManager, { maxSize: 0 }],
	[GuildMemberManager, { maxSize: maxMembers, keepOverLimit: isOwn }],
	[UserManager, { maxSize: maxMembers, keepOverLimit: isOwn }],
]);

function isOwn({ id, client }: GuildMember | User): boolean {
	return id === client.user?.id;
}

/** Goes by class. `Options.cacheWithLimits` goes by the names of classes, some of which the bundle changes. */
const makeCache: CacheFactory = (manager) => {
	const limits = cacheLimits.get(manager);
	return limits === undefined ? new Collection() : new LimitedCollection(limits);
};

/** Creates the configured discord.js client, not yet connected. */
export function createClient(
	options: Omit<ShardingHooks, 'onUnsent'> & {
		rest: Partial<RESTOptions>;
		/** Limits how fast shards identify. */
		identifyThrottler: IIdentifyThrottler;
		/** Privileged: receive events about returning members, if Discord allows the application to. */
		membersIntent: boolean;
	},
): Client {
	const onUnsent = (error: unknown) =>
		client.emit(Events.Warn, `A message to the gateway was dropped: ${String(error)}`);
	const client: Client = new Client({
		intents: [GatewayIntentBits.Guilds, ...(options.membersIntent ? [GatewayIntentBits.GuildMembers] : [])],
		allowedMentions: { parse: [] },
		shards: 'auto',
		makeCache,
		rest: options.rest,
		waitGuildTimeout: guildPatienceMs,
		ws: {
			buildIdentifyThrottler: () => options.identifyThrottler,
			buildStrategy: (manager) => new ShardingStrategy(manager, { ...options, onUnsent }),
		},
	});
	guardPackets(client, options.onUnreadable);
	forgetLimitsAfterJump(client.rest);
	client.on(Events.Raw, (packet: unknown) => learnSlowMode(client, packet));
	return client;
}

const slowModePacket = z.object({
	t: z.literal(GatewayDispatchEvents.InteractionCreate),
	d: z.object({ channel: z.object({ id: z.string(), rate_limit_per_user: z.number() }) }),
});

/** Learns a channel's slow mode from interactions: if the bot can't see the channel, Discord sends it nowhere else. */
function learnSlowMode(client: Client, packet: unknown): void {
	const { data } = slowModePacket.safeParse(packet);
	if (data === undefined) return;
	const { id, rate_limit_per_user: seconds } = data.d.channel;
	const channel = client.channels.cache.get(id);
	if (channel !== undefined && 'rateLimitPerUser' in channel) channel.rateLimitPerUser = seconds;
}

/** True while gateway events arrive. The client's own `isReady` stays true while it reconnects. */
export function isConnected(client: Client): boolean {
	return client.isReady() && client.ws.shards.every(({ status }) => status === Status.Ready);
}

/** False while only the guild's id is known, as in an outage. The types of discord.js don't say so. */
export function hasArrived(guild: Guild): boolean {
	return guild.name !== undefined;
}

/** Calls `arrived` for each guild that the bot joins, and for each that becomes available. */
export function watchArrivals(client: Client, arrived: (guild: Guild) => void): void {
	client.on(Events.GuildCreate, arrived);
	client.on(Events.GuildAvailable, arrived);
}

/**
 * `isWhole`: each guild announced at login has been available since, so that the previous process may stop. A later
 * outage of a guild doesn't make the process unready.
 */
export function watchGateway(client: Client) {
	let hasSeenAll = false;
	return {
		get isConnected() {
			return isConnected(client);
		},
		get isWhole() {
			if (!isConnected(client)) return false;
			hasSeenAll ||= client.guilds.cache.every(({ available }) => available);
			return hasSeenAll;
		},
	};
}

/** Discord has ended the connection for good, or rejects the token that it had accepted. */
export class ConnectionClosed extends Error {
	/** `code`: the gateway's close code, such as 4004 for a rejected token or 4014 for a disallowed intent. */
	readonly reason:
		| { readonly kind: 'closed'; readonly code: number }
		| { readonly kind: 'invalidated' | 'unauthorized' };

	constructor(reason: ConnectionClosed['reason']) {
		super('The connection to Discord was closed permanently');
		this.reason = reason;
	}
}

/** Reports a close code that forbids a new connection, and an invalidated session: a bare client would exit with 0. */
export function followEnd(client: Client, fail: Fail): void {
	client.on(Events.ShardDisconnect, ({ code }) => fail(new ConnectionClosed({ kind: 'closed', code })));
	client.on(Events.Invalidated, () => fail(new ConnectionClosed({ kind: 'invalidated' })));
}

/** Logs the client's own events, with a limit for each even if they repeat for hours. */
export function logClientEvents(client: Client, logger: Logger, clock: Pick<Clock, 'now'>): void {
	const levelOf = rareLines(clock);
	const log = (level: 'error' | 'warn' | 'info', message: string, fields: object, reason = ''): void =>
		logger[levelOf(`${message} ${reason}`, level)](fields, message);
	client.on(Events.Error, (err) =>
		log('error', 'The Discord client reported an error', { err }, failureReason(err)),
	);
	client.on(Events.ShardError, (err) =>
		log('warn', 'The gateway connection had an error', { err }, failureReason(err)),
	);
	client.on(Events.Warn, (warning) => log('warn', 'The Discord client gave a warning', { warning }));
	client.on(Events.ShardReconnecting, () => logger.debug('The gateway connection has ended'));
	client.on(Events.ShardResume, (_, replayed) => log('info', 'Resumed the gateway session', { replayed }));
	client.rest.on('rateLimited', ({ route, retryAfter, scope }) =>
		log('warn', 'Discord asks to send slower', { route, retryAfter, scope }),
	);
	client.on(Events.Debug, (detail) => {
		// This message contains parts of the token.
		if (!detail.startsWith('Provided token')) logger.trace({ detail }, 'discord.js');
	});
}
