import { Client, Events, GatewayIntentBits, Options, type RESTOptions, Status } from 'discord.js';
import type { Logger } from '../../base/logger.js';
import { RareLines } from '../../base/time/rare-lines.js';
import { failureReason } from '../../dependencies/failure-reason.js';
import type { IdentifyTurns } from '../../sharding/identify-throttler.js';
import type { Slice } from '../../sharding/slice.js';
import { guardPackets, type UnreadableEvent } from './gateway-guard.js';
import { ShardingStrategy } from './sharding-strategy.js';

/** discord.js' client as the bot wants it. Connects to nothing yet. */
export function createClient(options: {
	rest: Partial<RESTOptions>;
	/** Which shards this process connects. */
	shards: Slice['shards'];
	/** Lets shards identify in turns; undefined for discord.js' own turns. */
	identifyTurns: Pick<IdentifyTurns, 'waitForIdentify'> | undefined;
	/** Hear of members who come back. Privileged: Discord refuses it where the application doesn't have it. */
	membersIntent: boolean;
	/** Called for each gateway message that can't be used. Everything else goes on. */
	onUnreadable: (event: UnreadableEvent) => void;
}): Client {
	const { identifyTurns: turns } = options;
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
 * Calls `onFatal` once for whatever the client can't recover from by itself: a close that forbids a new connection, or an
 * invalidated session. A bare client would just let the process end with 0.
 *
 * @returns a function for fatal reasons that the gateway doesn't report
 */
export function watchForFatal(
	client: Client,
	onFatal: (reason: FatalReason) => void,
): (reason: FatalReason) => void {
	let isReported = false;
	const report = (reason: FatalReason): void => {
		if (!isReported) onFatal(reason);
		isReported = true;
	};
	client.on(Events.ShardDisconnect, ({ code }) => report({ kind: 'closed', code }));
	client.on(Events.Invalidated, () => report({ kind: 'invalidated' }));
	return report;
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
