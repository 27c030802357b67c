import { apiError } from './api-error.js';
import type { Assumptions } from './assumptions.js';
import type { AttachmentStore } from './attachments.js';
import type { BotToken } from './bot-token.js';
import type { Clock } from './clock.js';
import type { CommandRegistry } from './command-registry.js';
import type { EventLog } from './events.js';
import type { Gateway } from './gateway.js';
import type { Guild } from './guild.js';
import type { InteractionStore } from './interaction-store.js';
import type { MessageStore } from './message-store.js';
import type { RateLimits } from './rate-limits.js';
import type { RequestLog } from './request-log.js';
import type { SnowflakeFactory } from './snowflake.js';
import type { User, UserDirectory } from './users.js';
import type { Wire } from './wire.js';

/** The channel of a message: in a server, or a direct conversation. */
export type Place =
	| { readonly kind: 'guild'; readonly guild: Guild; readonly channelId: string }
	| { readonly kind: 'direct'; readonly user: User; readonly channelId: string };

/** The state of the stand-in, read and changed by the routes. */
export interface World {
	readonly applicationId: string;
	readonly applicationName: string;
	/** The privileged intents that are switched on for the application. */
	readonly enabledIntents: number;
	/** True if any user may add the bot to a server. */
	isPublic: boolean;
	readonly token: BotToken;
	readonly bot: User;
	readonly owner: User;
	readonly assumptions: Assumptions;
	readonly clock: Clock;
	readonly ids: SnowflakeFactory;
	readonly events: EventLog;
	readonly calls: RequestLog;
	readonly rateLimits: RateLimits;
	readonly wire: Wire;
	readonly users: UserDirectory;
	readonly guilds: Map<string, Guild>;
	/** Direct conversations with the bot, by channel id. */
	readonly directs: Map<string, User>;
	readonly attachments: AttachmentStore;
	readonly messages: MessageStore;
	readonly commands: CommandRegistry;
	readonly interactions: InteractionStore;
	readonly gateway: Gateway;
}

/** A server that the bot is in. Throws ApiError 10004. */
export function guildOf(world: World, guildId: string): Guild {
	const guild = world.guilds.get(guildId);
	if (guild === undefined) throw apiError('unknownGuild');
	return guild;
}

/** Throws ApiError 10003. */
export function placeOf(world: World, channelId: string): Place {
	const user = world.directs.get(channelId);
	if (user !== undefined) return { kind: 'direct', user, channelId };
	for (const guild of world.guilds.values()) {
		if (guild.channels.has(channelId)) return { kind: 'guild', guild, channelId };
	}
	throw apiError('unknownChannel');
}
