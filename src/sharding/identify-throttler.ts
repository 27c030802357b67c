import { z } from 'zod';
import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import { timestamp } from '../base/row-fields.js';
import { isRecent } from '../base/time/is-recent.js';
import { RareLines } from '../base/time/rare-lines.js';
import { update, type ValueStore } from '../storage/update.js';

/** https://discord.com/developers/docs/events/gateway#session-start-limit-object */
interface IdentifyAllowance {
	readonly remaining: number;
	readonly resetAfterMs: number;
	/** Time to wait if none is left, else 0. */
	readonly exhaustedMs: number;
	readonly maxConcurrency: number;
	/** Total number of shards, over all processes. */
	readonly shards: number;
}

/** Keeps discord.js out of this module. */
interface IdentifyGateway {
	allowance(): Promise<IdentifyAllowance>;
}

export interface IdentifyThrottlerParts {
	/** Shared with the processes that run the bot's other shards. */
	readonly store: ValueStore;
	readonly gateway: IdentifyGateway;
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
const maxWaitMs = 15 * 60_000;

const unasked = 'The turn to connect could not be requested from Discord or the database';

export const turnSchema = z.object({ v: z.literal(1), takenAt: timestamp });

/** The strictest possible allowance, until Discord responds. */
const unknown: IdentifyAllowance = {
	remaining: 1,
	resetAfterMs: 0,
	exhaustedMs: 0,
	maxConcurrency: 1,
	shards: 1,
};

/**
 * Serializes the identifies of all processes' shards, in as many lanes as Discord allows concurrently. A row in the
 * store holds the time of the last turn; the process that swaps it gets the next one. Discord refuses a shard that is
 * still too early, and the shard tries again, so that clock differences only cost time.
 *
 * A shard whose sessions keep ending identifies less and less often: discord.js would use up the 1,000 identifies of a
 * day within hours, and Discord resets the token of a bot that exceeds them.
 */
export class IdentifyThrottler {
	readonly #parts: IdentifyThrottlerParts;
	/** Identifies of each shard with only short gaps between them. */
	readonly #inRow = new Map<number, { readonly count: number; readonly lastAt: number }>();
	readonly #lines: RareLines;
	#allowance = unknown;
	/** One request, shared by all waiting shards. */
	#asking: Promise<void> | undefined;

	constructor(parts: IdentifyThrottlerParts) {
		this.#parts = parts;
		this.#lines = new RareLines(parts.clock);
	}

	/** Resolves when it is the shard's turn. Rejects with the signal's reason. */
	async waitForIdentify(shardId: number, signal: AbortSignal): Promise<void> {
		for (;;) {
			signal.throwIfAborted();
			this.#asking ??= this.#ask();
			await this.#asking;
			signal.throwIfAborted();
			const { exhaustedMs } = this.#allowance;
			if (exhaustedMs > 0) this.#warn('Daily connection limit reached. Waiting');
			const waitMs = exhaustedMs || this.#pause(shardId) || (await this.#take(shardId));
			signal.throwIfAborted();
			if (waitMs === 0) break;
			await this.#parts.clock.delay(Math.min(waitMs, maxWaitMs), signal);
		}
		this.#inRow.set(shardId, { count: this.#countInRow(shardId) + 1, lastAt: this.#parts.clock.now() });
	}

	async #ask(): Promise<void> {
		try {
			this.#allowance = await this.#parts.gateway.allowance();
		} catch (error) {
			// The turn goes ahead anyway: a bot that can't connect is useless.
			this.#warn(unasked, { err: error });
		}
		this.#asking = undefined;
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
		const growingMs = this.#allowance.shards * turnMs * 2 ** doublings;
		const pauseMs = doublings > 0 ? Math.min(growingMs, this.#maxPauseMs()) : turnMs;
		return Math.max(0, lastAt + pauseMs - at);
	}

	#maxPauseMs(): number {
		const { remaining, resetAfterMs, shards } = this.#allowance;
		// Half of the remaining identifies are spread over the rest of the day. The other half is for restarts.
		return shards * Math.max(minPauseOfAllMs, (2 * resetAfterMs) / Math.max(1, remaining));
	}

	#countInRow(shardId: number): number {
		const last = this.#inRow.get(shardId);
		const gapMs = Math.max(minGapMs, 2 * this.#maxPauseMs());
		return last !== undefined && isRecent(last.lastAt, this.#parts.clock.now(), gapMs) ? last.count : 0;
	}

	/** Takes the turn and returns 0, or returns the remaining milliseconds of the last turn. */
	async #take(shardId: number): Promise<number> {
		const { store, clock } = this.#parts;
		const taken = update(store, `identify:${shardId % this.#allowance.maxConcurrency}`, (stored) => {
			const takenAt = turnSchema.safeParse(stored).data?.takenAt ?? Number.NEGATIVE_INFINITY;
			const at = clock.now();
			const waitMs = takenAt + turnMs - at;
			// A turn in the future was taken by a clock that is ahead.
			if (waitMs > 0 && takenAt <= at) return { result: waitMs };
			return { next: { v: 1, takenAt: at }, result: 0 };
		});
		return await taken.catch((error: unknown) => {
			// The store may work again by the first interaction.
			this.#warn(unasked, { err: error });
			return 0;
		});
	}
}
