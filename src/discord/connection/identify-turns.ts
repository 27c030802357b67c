import { DiscordAPIError, type IIdentifyThrottler, type REST, Routes } from 'discord.js';
import { z } from 'zod';
import { type Clock, dayMs } from '../../base/clock.js';
import { ConfigError } from '../../base/errors.js';
import type { Logger } from '../../base/logger.js';
import { rareLines } from '../../base/time/log-lines.js';
import { variables } from '../../config.js';
import type { Ground } from '../../ground.js';

/** Discord's five seconds between two identifies, plus the time that one may be in flight. */
const turnMs = 5_500;
/** Consecutive identifies of each shard without a growing pause: Discord ends sessions now and then. */
const freeInRow = 3;
/** The pause grows to at least this: 480 identifies a day. */
const maxPauseMs = 3 * 60_000;
const minGapMs = 60 * 60_000;
/** Retry at least this often: another request costs nothing, and Discord may have reset the limit. */
const maxWaitMs = 15 * 60_000;

/**
 * All shards identify one after the other, and less often while sessions keep ending: discord.js would use up the day's
 * 1,000 identifies within hours, and Discord resets the token of a bot that exceeds them.
 * @param clock can't be set, as the machine's clock can
 */
export function identifyTurns(
	readGateway: () => Promise<Omit<GatewayInformation, 'url'>>,
	clock: Clock,
	logger: Pick<Logger, 'warn' | 'debug'>,
): IIdentifyThrottler {
	const levelOf = rareLines(clock);
	const warn = (message: string, fields: object = {}): void =>
		logger[levelOf(message, 'warn')](fields, message);
	/** Identifies with only short gaps between them. */
	let inRow = 0;
	let lastAt = Number.NEGATIVE_INFINITY;
	let last: Promise<unknown> = Promise.resolve();

	async function nextWaitMs(): Promise<number> {
		// The turn goes ahead although Discord doesn't say more: a bot that can't connect is useless.
		let [shards, limit] = [1, { remaining: 1, reset_after: 0 }];
		try {
			({ shards, session_start_limit: limit } = await readGateway());
		} catch (error) {
			warn('The turn to connect could not be requested from Discord', { err: error });
		}
		const exhaustedMs = waitForIdentifies(limit);
		if (exhaustedMs > 0) warn('Daily connection limit reached. Waiting');
		// Half of the remaining identifies are spread over the rest of the day. The other half is for restarts.
		const spreadMs = Math.max(maxPauseMs, (2 * limit.reset_after) / Math.max(1, limit.remaining));
		const sinceMs = clock.now() - lastAt;
		if (sinceMs >= Math.max(minGapMs, 2 * spreadMs)) inRow = 0;
		const doublings = Math.max(0, Math.floor(inRow / shards) - freeInRow);
		return exhaustedMs || Math.ceil(Math.min(turnMs * 2 ** doublings, spreadMs) - sinceMs);
	}

	async function wait(signal: AbortSignal): Promise<void> {
		for (;;) {
			const waitMs = await nextWaitMs();
			signal.throwIfAborted();
			if (waitMs <= 0) break;
			await clock.delay(Math.min(waitMs, maxWaitMs), signal);
		}
		inRow += 1;
		lastAt = clock.now();
	}

	return {
		/** Resolves when it is the shard's turn. Rejects with the signal's reason. */
		async waitForIdentify(_shardId, signal) {
			const turn = last.then(() => wait(signal));
			last = turn.catch(() => {});
			await turn;
		},
	};
}

/** More than Discord recommends for any bot. */
const maxShards = 65_536;

/** https://discord.com/developers/docs/events/gateway#get-gateway-bot */
const gatewayInformation = z.object({
	url: z.url({ protocol: /^wss?$/ }),
	shards: z.int().min(1).max(maxShards),
	session_start_limit: z.object({
		remaining: z.int().nonnegative(),
		reset_after: z.number().nonnegative().max(dayMs),
		max_concurrency: z.int().positive(),
	}),
});

export type GatewayInformation = z.infer<typeof gatewayInformation>;

/** Throws if a field is missing or out of bounds, because discord.js uses all of them unchecked. */
export function checkedGateway(information: unknown): GatewayInformation {
	const { success, data } = gatewayInformation.safeParse(information);
	if (!success) throw new Error('The gateway information from Discord is unusable');
	return data;
}

/** Reads the gateway's URL and the day's remaining identifies. Rejects with discord.js errors. */
export async function readGateway(rest: Pick<REST, 'get'>): Promise<GatewayInformation> {
	return checkedGateway(await rest.get(Routes.gatewayBot()));
}

const minWaitMs = 60_000;
/** How long to wait before the next request, in milliseconds; 0 if the bot may identify. */
function waitForIdentifies(limit: { readonly remaining: number; readonly reset_after: number }): number {
	return limit.remaining > 0 ? 0 : Math.min(Math.max(limit.reset_after, minWaitMs), maxWaitMs);
}

const firstPauseMs = 1_000;
const maxRetryMs = 60_000;

/**
 * Waits until Discord responds and allows another identify: it resets the token of a bot that exceeds 1,000 a day.
 * False if the signal aborts first. Rejects with ConfigError if Discord rejects the token of `rest`.
 */
export async function awaitGateway(
	rest: REST,
	{ states, logger, clock }: Pick<Ground, 'states' | 'logger' | 'clock'>,
	signal: AbortSignal,
): Promise<boolean> {
	let pause = firstPauseMs;
	let isWaiting = false;
	while (!signal.aborted) {
		try {
			const { session_start_limit: limit } = await readGateway(rest);
			const waitMs = waitForIdentifies(limit);
			if (waitMs === 0) return true;
			const resetAfterMs = limit.reset_after;
			if (!isWaiting) logger.warn({ resetAfterMs }, 'Daily connection limit reached. Waiting');
			isWaiting = true;
			await clock.delay(waitMs, signal);
		} catch (error) {
			if (error instanceof DiscordAPIError && error.status === 401)
				throw new ConfigError([
					`Discord rejected DISCORD_TOKEN. Where to find it: ${variables.DISCORD_TOKEN.where}`,
				]);
			states.failed('discord', 'gateway', error);
			logger.debug({ err: error, againInMs: pause }, 'Discord cannot be reached. Retrying');
			await clock.delay(pause, signal);
			pause = Math.min(pause * 2, maxRetryMs);
		}
	}
	return false;
}
