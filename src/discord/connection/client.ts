import { Client, Events, GatewayIntentBits, Options, type RESTOptions, Status } from 'discord.js';
import type { Logger } from '../../base/logger.js';
import { RareLines } from '../../base/time/rare-lines.js';
import { failureReason } from '../../dependencies/failure-reason.js';
import type { IdentifyThrottler } from '../../sharding/identify-throttler.js';
import type { Slice } from '../../sharding/slice.js';
import { guardPackets, type UnreadableEvent } from './gateway-guard.js';
import { ShardingStrategy } from './sharding-strategy.js';

/** discord.js' client as the bot wants it. Connects to nothing yet. */
export function createClient(options: {
	rest: Partial<RESTOptions>;
	/** Which shards this process connects. */
	shards: Slice['shards'];
	/** Lets shards identify in turns; undefined for discord.js' own turns. */
	identifyThrottler: Pick<IdentifyThrottler, 'waitForIdentify'> | undefined;
	/** Hear of members who come back. Privileged: Discord refuses it where the application doesn't have it. */
	membersIntent: boolean;
	/** Called for each gateway message that can't be used. Everything else goes on. */
	onUnreadable: (event: UnreadableEvent) => void;
}): Client {
	const { identifyThrottler: turns } = options;
	const client: Client = new Client({
		// Guilds is enough for interactions and role events.
		intents: [GatewayIntentBits.Guilds, ...(options.membersIntent ? [GatewayIntentBits.GuildMembers] : [])],
		allowedMentions: { parse: [] },
		...(options.shards === 'auto'
			? { shards: 'auto' as const }
			: { shards: [...options.shards.ids], shardCount: options.shards.count }),
		// Members come with each interaction; keeping 100,000 of them would cost memory and tell nothing newer.
		makeCache: Options.cacheWithLimits({
			...Options.DefaultMakeCacheSettings,
			MessageManager: 0,
			GuildMemberManager: { maxSize: 200, keepOverLimit: (member) => member.id === member.client.user.id },
			UserManager: { maxSize: 200, keepOverLimit: (user) => user.id === user.client.user?.id },
		}),
		rest: options.rest,
		ws: {
			...(turns !== undefined && { buildIdentifyThrottler: () => turns }),
			buildStrategy: (manager) =>
				new ShardingStrategy(manager, {
					onUnsent: (error) =>
						client.emit(Events.Warn, `A message to the gateway was dropped: ${String(error)}`),
					onUnreadable: options.onUnreadable,
				}),
		},
	});
	guardPackets(client, options.onUnreadable);
	return client;
}

/** Whether events arrive at this moment. The client's own `isReady` stays true while it reconnects. */
export function isConnected(client: Client): boolean {
	return client.isReady() && client.ws.shards.every(({ status }) => status === Status.Ready);
}

/**
 * Whether events arrive, of every guild that Discord has announced at the log-in: only then can the process before this
 * one go. From then on a guild's outage at Discord is no reason to call the process unready.
 */
export function wholeSliceWatch(client: Client): () => boolean {
	let hasSeenAll = false;
	return () => {
		if (!isConnected(client)) return false;
		hasSeenAll ||= client.guilds.cache.every(({ available }) => available);
		return hasSeenAll;
	};
}

/**
 * Whatever the client can't recover from by itself: a close that forbids a new connection, an invalidated session, or a
 * token that Discord refuses. A bare client would just let the process end with 0.
 */
export class FatalWatch {
	/** The first reason. Never rejects. */
	readonly reason: Promise<FatalReason>;
	#report: (reason: FatalReason) => void = () => {};
	#isTokenGood = false;

	constructor() {
		this.reason = new Promise((resolve) => {
			this.#report = resolve;
		});
	}

	follow(client: Client): void {
		client.on(Events.ShardDisconnect, ({ code }) => this.#report({ kind: 'closed', code }));
		client.on(Events.Invalidated, () => this.#report({ kind: 'invalidated' }));
	}

	/** Discord has accepted the bot token: from now on a refusal is fatal. Until then the preflight decides. */
	tokenAccepted(): void {
		this.#isTokenGood = true;
	}

	/** Discord has refused the bot token, and not by mistake. */
	tokenRefused(): void {
		if (this.#isTokenGood) this.#report({ kind: 'unauthorized' });
	}
}

export type FatalReason =
	/** `code`: the gateway's close code, such as 4004 for a refused token, 4014 for an intent that isn't allowed. */
	{ readonly kind: 'closed'; readonly code: number } | { readonly kind: 'invalidated' | 'unauthorized' };

/** The client's own events as log lines, few of each even if they repeat for hours. */
export function logClientEvents(client: Client, logger: Logger, now: () => number): void {
	const lines = new RareLines(now);
	client.on(Events.Error, (error) => {
		const level = lines.level(`error ${failureReason(error)}`, 'error');
		logger[level]({ err: error }, 'The Discord client reported an error');
	});
	client.on(Events.ShardError, (error) => {
		const level = lines.level(`shard error ${failureReason(error)}`, 'warn');
		logger[level]({ err: error }, 'The gateway connection had an error');
	});
	client.on(Events.Warn, (warning) => {
		logger[lines.level('warning', 'warn')]({ warning }, 'The Discord client gave a warning');
	});
	client.on(Events.ShardReconnecting, () => logger.debug('The gateway connection has ended'));
	client.on(Events.ShardResume, (_, replayed) => {
		logger[lines.level('resumed', 'info')]({ replayed }, 'Resumed the gateway session');
	});
	client.rest.on('rateLimited', ({ route, retryAfter, scope }) => {
		logger[lines.level('slower', 'warn')]({ route, retryAfter, scope }, 'Discord asks to send slower');
	});
	client.on(Events.Debug, (detail) => {
		// This one line shows parts of the token.
		if (!detail.startsWith('Provided token')) logger.trace({ detail }, 'discord.js');
	});
}
