import { type Client, DiscordAPIError } from 'discord.js';
import type { Clock } from '../../base/clock.js';
import type { Logger } from '../../base/logger.js';
import { readGateway, waitForIdentifies } from '../connection/identify-turns.js';

/** Discord rejects the token; only a new token helps. */
export class TokenRefused extends Error {}

const firstPauseMs = 1_000;
const maxPauseMs = 60_000;

/**
 * Waits until Discord responds and allows another identify. Discord resets the token of a bot that identifies more than
 * 1,000 times a day, so nothing is attempted before that. Resolves early with false when the signal aborts; rejects
 * with TokenRefused.
 */
export async function awaitGateway(
	client: Client,
	options: {
		token: string;
		logger: Logger;
		onUnreachable: (error: unknown) => void;
		signal: AbortSignal;
		/** Resolves after `ms` milliseconds, or early when the signal aborts. */
		delay: Clock['delay'];
	},
): Promise<boolean> {
	client.rest.setToken(options.token);
	let pause = firstPauseMs;
	let isWaiting = false;
	while (!options.signal.aborted) {
		try {
			const { session_start_limit: limit } = await readGateway(client.rest);
			const waitMs = waitForIdentifies(limit);
			if (waitMs === 0) return true;
			const resetAfterMs = limit.reset_after;
			if (!isWaiting) options.logger.warn({ resetAfterMs }, 'Daily connection limit reached. Waiting');
			isWaiting = true;
			await options.delay(waitMs, options.signal);
		} catch (error) {
			if (error instanceof DiscordAPIError && error.status === 401) throw new TokenRefused();
			options.onUnreachable(error);
			options.logger.debug({ err: error, againInMs: pause }, 'Discord cannot be reached. Retrying');
			await options.delay(pause, options.signal);
			pause = Math.min(pause * 2, maxPauseMs);
		}
	}
	return false;
}
