import { type IIdentifyThrottler, type REST, Routes } from 'discord.js';
import { z } from 'zod';
import type { Clock } from '../../base/clock.js';
import type { Logger } from '../../base/logger.js';
import { RareLines } from '../../base/time/log-lines.js';

type Gateway = Omit<GatewayInformation, 'url'>;

export interface IdentifyTurnsParts {
	/** Keeps the shards apart, as Discord asks for. */
	readonly throttler: IIdentifyThrottler;
	readonly clock: Clock;
	readonly logger: Pick<Logger, 'warn' | 'debug'>;
}

/** Discord's five seconds, plus the time that an identify may be in flight. */
const turnMs = 5_500;
/** Consecutive identifies without a growing pause: Discord ends sessions now and then. */
const freeInRow = 3;
/** Between two identifies of all shards together: 480 a day. */
const minPauseOfAllMs = 3 * 60_000;
const minGapMs = 60 * 60_000;
/** Retry at least this often: another request costs nothing, and Discord may have reset the limit. */
const maxWaitMs = 15 * 60_000;

/** The strictest possible allowance, until Discord responds. */
const unknown = {
	shards: 1,
	session_start_limit: { remaining: 1, reset_after: 0, max_concurrency: 1 },
};

/**
 * A shard whose sessions keep ending identifies less and less often: discord.js would use up the 1,000 identifies of a
 * day within hours, and Discord resets the token of a bot that exceeds them.
 */
export class IdentifyTurns implements IIdentifyThrottler {
	readonly #readGateway: () => Promise<Gateway>;
	readonly #parts: IdentifyTurnsParts;
	/** Identifies of each shard with only short gaps between them. */
	readonly #inRow = new Map<number, { readonly count: number; readonly lastAt: number }>();
	readonly #lines: RareLines;
	#gateway: Gateway = unknown;

	/** @param readGateway rejects with discord.js errors */
	constructor(readGateway: () => Promise<Gateway>, parts: IdentifyTurnsParts) {
		this.#readGateway = readGateway;
		this.#parts = parts;
		this.#lines = new RareLines(parts.clock);
	}

	/** Resolves when it is the shard's turn. Rejects with the signal's reason. */
	async waitForIdentify(shardId: number, signal: AbortSignal): Promise<void> {
		const { throttler, clock } = this.#parts;
		for (;;) {
			await this.#ask();
			signal.throwIfAborted();
			const exhaustedMs = waitForIdentifies(this.#gateway.session_start_limit);
			if (exhaustedMs > 0) this.#warn('Daily connection limit reached. Waiting');
			const waitMs = exhaustedMs || this.#pause(shardId);
			if (waitMs === 0) break;
			await clock.delay(Math.min(waitMs, maxWaitMs), signal);
		}
		await throttler.waitForIdentify(shardId, signal);
		this.#inRow.set(shardId, { count: this.#countInRow(shardId) + 1, lastAt: clock.now() });
	}

	async #ask(): Promise<void> {
		try {
			this.#gateway = await this.#readGateway();
		} catch (error) {
			// The turn goes ahead anyway: a bot that can't connect is useless.
			this.#warn('The turn to connect could not be requested from Discord', { err: error });
		}
	}

	#warn(message: string, fields: object = {}): void {
		this.#parts.logger[this.#lines.level(message, 'warn')](fields, message);
	}

	/** How much longer the shard has to wait after its last identify. */
	#pause(shardId: number): number {
		const at = this.#parts.clock.now();
		const lastAt = this.#inRow.get(shardId)?.lastAt;
		if (lastAt === undefined || lastAt > at) return 0;
		const doublings = this.#countInRow(shardId) - freeInRow;
		const growingMs = this.#gateway.shards * turnMs * 2 ** doublings;
		const pauseMs = doublings > 0 ? Math.min(growingMs, this.#maxPauseMs()) : turnMs;
		return Math.max(0, lastAt + pauseMs - at);
	}

	#maxPauseMs(): number {
		const { shards, session_start_limit: limit } = this.#gateway;
		// Half of the remaining identifies are spread over the rest of the day. The other half is for restarts.
		return shards * Math.max(minPauseOfAllMs, (2 * limit.reset_after) / Math.max(1, limit.remaining));
	}

	#countInRow(shardId: number): number {
		const last = this.#inRow.get(shardId);
		const gapMs = Math.max(minGapMs, 2 * this.#maxPauseMs());
		return last !== undefined && this.#parts.clock.now() - last.lastAt < gapMs ? last.count : 0;
	}
}

const dayMs = 24 * 60 * 60_000;
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
export function waitForIdentifies({
	remaining,
	reset_after: ms,
}: GatewayInformation['session_start_limit']): number {
	return remaining > 0 ? 0 : Math.min(Math.max(ms, minWaitMs), maxWaitMs);
}
