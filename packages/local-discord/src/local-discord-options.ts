import type { Clock } from './clock.js';

/** Options for starting a local Discord. */
export interface LocalDiscordOptions {
	/** The only accepted bot token. Default: a new one in the format of Discord's. */
	readonly token?: string;
	/** Default `Bot`. */
	readonly botName?: string;
	/** Default 0: any free port. */
	readonly port?: number;
	/** Default: the machine's. With your own clock, deadlines and windows end when you say so. */
	readonly clock?: Clock;
	/** The privileged intents that are enabled for the application, as bits. Default none. */
	readonly privilegedIntents?: number;
	/**
	 * Permissions of the bot's own role in each server, a sum of Discord's permission bits: the permissions that its
	 * invite requested. Default: View Channels, Send Messages, Embed Links, Manage Roles.
	 */
	readonly botPermissions?: bigint;
	/**
	 * How long a bot may take for its first response to an interaction. Default 3,000 ms, as at Discord. Raise it for
	 * load tests on a slow machine, which would otherwise measure the machine.
	 */
	readonly acknowledgementTimeoutMs?: number;
	/**
	 * How long `answered()`, `waitFor()` and the other waits of a test last before they reject with the list of the bot's
	 * requests. Default 10,000 ms.
	 */
	readonly waitTimeoutMs?: number;
	/** Default 41,250 ms, as Discord requests. */
	readonly heartbeatIntervalMs?: number;
}
