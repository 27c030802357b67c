import { newAssumptions } from './assumptions.js';
import { AttachmentStore } from './attachments.js';
import { BotToken } from './bot-token.js';
import { systemClock } from './clock.js';
import { CommandRegistry } from './command-registry.js';
import { defaultWaitTimeoutMs, EventLog } from './events.js';
import { Gateway } from './gateway.js';
import type { Guild } from './guild.js';
import { guildCreatePayload } from './guild-payloads.js';
import { InteractionStore } from './interaction-store.js';
import type { LocalDiscordOptions } from './local-discord-options.js';
import { memberChunks } from './member-chunks.js';
import { announceMessage } from './message-events.js';
import { MessageStore } from './message-store.js';
import { RateLimits } from './rate-limits.js';
import { RequestLog } from './request-log.js';
import { applicationFlags } from './routes/application-routes.js';
import { SnowflakeFactory } from './snowflake.js';
import { UserDirectory, userPayload } from './users.js';
import { Wire } from './wire.js';
import type { World } from './world.js';

/** Creates the initial state of a local Discord at `host`, such as `127.0.0.1:4000`. */
export function createWorld(host: string, options: LocalDiscordOptions): World {
	const clock = options.clock ?? systemClock;
	const ids = new SnowflakeFactory(clock);
	const calls = new RequestLog();
	const waitTimeoutMs = options.waitTimeoutMs ?? defaultWaitTimeoutMs;
	const events = new EventLog(() => clock.now(), { timeoutMs: waitTimeoutMs, calls });
	const wire = new Wire();
	const users = new UserDirectory(ids);
	const bot = users.ensure({ name: options.botName ?? 'Bot', isBot: true });
	const owner = users.ensure({ name: 'Owner' });
	const token = new BotToken(bot.id, options.token);
	const enabledIntents = options.privilegedIntents ?? 0;
	const guilds = new Map<string, Guild>();
	const gateway = new Gateway({
		token,
		clock,
		events,
		wire,
		enabledIntents,
		heartbeatIntervalMs: options.heartbeatIntervalMs ?? 41_250,
		url: (calledHost) => gatewayUrl(host, calledHost),
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
			memberChunks: (request, intents) => {
				const guild = guilds.get(request.guild_id);
				return guild === undefined ? [] : memberChunks(guild, request, intents);
			},
		},
	});
	const interactions = new InteractionStore({
		clock,
		ids,
		events,
		calls,
		waitTimeoutMs,
		acknowledgementTimeoutMs: options.acknowledgementTimeoutMs,
	});
	const attachments = new AttachmentStore();
	const assumptions = newAssumptions();
	const messages = new MessageStore({
		applicationId: bot.id,
		clock,
		ids,
		attachments,
		origin: () => `http://${host}`,
		assumptions,
		userOf: (id) => users.find(id),
		guildOf: (id) => guilds.get(id),
		onPinged: ({ current }, userIds) => events.emit({ type: 'pinged', message: current, userIds }),
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
		token,
		enabledIntents,
		isPublic: true,
		bot,
		owner,
		assumptions,
		clock,
		ids,
		events,
		calls,
		rateLimits: new RateLimits(clock, assumptions),
		wire,
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

/**
 * The gateway's address for a client.
 * @param host where this Discord listens
 * @param calledHost the `Host` header; a redirected client believes that it talks to Discord itself
 */
export function gatewayUrl(host: string, calledHost: string | undefined): string {
	const isRedirected = calledHost !== undefined && /(?:^|\.)discord(?:app)?\.(?:com|gg)$/.test(calledHost);
	return isRedirected ? 'wss://gateway.discord.gg' : `ws://${host}/gateway`;
}
