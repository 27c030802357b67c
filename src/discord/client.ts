import { Client, Events, GatewayIntentBits, Options, Status } from 'discord.js';
import type { Logger } from '../logger.js';
import type { IdentifyTurns } from '../slices/identify-turns.js';
import type { Slice } from '../slices/slice.js';
import { guardPackets, type UnreadableEvent } from './gateway-guard.js';
import { ShardingStrategy } from './sharding-strategy.js';

/** discord.js' client as the bot wants it. Connects to nothing yet. */
export function createClient(options: {
	/** Another REST base than Discord's own, `…/api`. */
	apiUrl: string | undefined;
	userAgentSuffix: string;
	/** Which shards this process connects. */
	shards: Slice['shards'];
	/** Lets the shards of several processes identify in turns; undefined: there is one process. */
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
		rest: {
			...(options.apiUrl !== undefined && { api: options.apiUrl }),
			// Retries are up to the callers: discord.js would retry a callback whose response was lost, and then take
			// its own "already acknowledged" for another process's answer.
			retries: 0,
			// discord.js counts interaction answers against its 50 a second, Discord doesn't: at a launch, 500 buyers would
			// wait ten seconds for nothing. The rest of the bot's calls stay far below Discord's limit by themselves.
			globalRequestsPerSecond: 500,
			// An acknowledgement later than Discord's 3 s is void; nothing else that the bot sends takes this long.
			timeout: 8_000,
			userAgentAppendix: options.userAgentSuffix,
		},
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
 * Calls `onFatal` once for whatever the client can't come back from by itself: a close that forbids a new connection,
 * an invalidated session, a token that Discord no longer takes. A bare client would just let the process end with 0.
 * What is returned is to be told of calls with the bot token that the client doesn't make.
 */
export function watchForFatal(
	client: Client,
	onFatal: (reason: FatalReason) => void,
): (answer: { readonly status: number }) => void {
	let told = false;
	const tell = (reason: FatalReason): void => {
		if (!told) onFatal(reason);
		told = true;
	};
	client.on(Events.ShardDisconnect, ({ code }) => tell({ kind: 'closed', code }));
	client.on(Events.Invalidated, () => tell({ kind: 'invalidated' }));
	const noteOwn = ({ status }: { readonly status: number }): void => {
		if (status === 401) tell({ kind: 'unauthorized' });
	};
	client.rest.on('response', ({ data }, answer) => {
		// A 401 of an interaction's own token is another matter: those calls carry no bot token.
		if (data.auth !== false) noteOwn(answer);
	});
	return noteOwn;
}

export type FatalReason =
	/** `code`: the gateway's close code, such as 4004 for a refused token, 4014 for an intent that isn't allowed. */
	{ readonly kind: 'closed'; readonly code: number } | { readonly kind: 'invalidated' | 'unauthorized' };

/** The client's own events as log lines. */
export function logClientEvents(client: Client, logger: Logger): void {
	client.on(Events.Error, (error) => logger.error({ err: error }, 'The Discord client reported an error'));
	client.on(Events.ShardError, (error) => logger.warn({ err: error }, 'The gateway connection had an error'));
	client.on(Events.Warn, (warning) => logger.warn({ warning }, 'The Discord client gave a warning'));
	client.on(Events.ShardReconnecting, () => logger.debug('The gateway connection has ended'));
	client.on(Events.ShardResume, (_, replayed) => logger.info({ replayed }, 'Resumed the gateway session'));
	client.rest.on('rateLimited', logSlower(logger));
	client.on(Events.Debug, (detail) => {
		// This one line shows parts of the token.
		if (!detail.startsWith('Provided token')) logger.trace({ detail }, 'discord.js');
	});
}

/** Logs that calls wait because Discord asks for it. */
export function logSlower(
	logger: Pick<Logger, 'warn'>,
): (wait: { readonly route: string; readonly retryAfter: number; readonly scope: string }) => void {
	return ({ route, retryAfter, scope }) =>
		logger.warn({ route, retryAfter, scope }, 'Discord asks to send slower');
}
