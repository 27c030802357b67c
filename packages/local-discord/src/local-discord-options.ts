import type { Clock } from './clock.js';

/** How a local Discord is started. */
export interface LocalDiscordOptions {
	/** The only bot token that is accepted. Default: a new one of the form that Discord's have. */
	readonly token?: string;
	/** Default `Bot`. */
	readonly botName?: string;
	/** Default 0: any free port. */
	readonly port?: number;
	/** Default: the machine's. With one of your own, deadlines and windows end when you say. */
	readonly clock?: Clock;
	/** The privileged intents that are switched on for the application, as bits. Default none. */
	readonly privilegedIntents?: number;
	/**
	 * Permissions of the bot's own role in each server, a sum of Discord's permission bits: the permissions that its
	 * invite asked for. Default: View Channels, Send Messages, Embed Links, Manage Roles.
	 */
	readonly botPermissions?: bigint;
	/**
	 * How long a bot may take for its first response to an interaction. Default 3,000 ms, as at Discord. Raise it for
	 * load tests on a slow machine, where it would measure the machine.
	 */
	readonly acknowledgementTimeoutMs?: number;
	/**
	 * How long `answered()`, `waitFor()` and the other waits of a test last before they reject with the list of the bot's
	 * requests. Default 10,000 ms.
	 */
	readonly waitTimeoutMs?: number;
	/** Default 41,250 ms, as Discord asks for. */
	readonly heartbeatIntervalMs?: number;
}
