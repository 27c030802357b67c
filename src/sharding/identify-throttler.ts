import { z } from 'zod';
import { timestamp } from '../base/row-fields.js';
import { update, type ValueStore } from '../storage/update.js';

export interface IdentifyTurnsParts {
	readonly store: ValueStore;
	/** How many shards may identify at once, as Discord tells it: https://discord.com/developers/docs/events/gateway#session-start-limit-object */
	readonly maxConcurrency: () => Promise<number>;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Resolves after so many milliseconds, early when the signal aborts. */
	readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
	/** The store can't be asked: this turn is taken without the others' knowledge. */
	readonly onError: (error: unknown) => void;
}

/** Discord's five seconds, and how long an identify may be on its way. */
const turnMs = 5_500;

export const turnSchema = z.object({ v: z.literal(1), takenAt: timestamp });

/**
 * Lets the shards of all processes identify one after the other, in as many rows as Discord allows at once. A row in
 * the store holds when the last turn was taken; whoever swaps it in has the next. A shard that comes too soon all the
 * same is told so by Discord and tries again, so that clocks which differ cost time and nothing else.
 */
export class IdentifyTurns {
	readonly #parts: IdentifyTurnsParts;

	constructor(parts: IdentifyTurnsParts) {
		this.#parts = parts;
	}

	/** Resolves when it is the shard's turn. Rejects with the signal's reason. */
	async waitForIdentify(shardId: number, signal: AbortSignal): Promise<void> {
		const { maxConcurrency, delay, onError } = this.#parts;
		const row = shardId % (await maxConcurrency());
		for (;;) {
			signal.throwIfAborted();
			const waitMs = await this.#take(row).catch((error: unknown) => {
				// A bot that can't be connected helps nobody, and the store may be back by the first interaction.
				onError(error);
				return 0;
			});
			if (waitMs === 0) return;
			await delay(waitMs, signal);
		}
	}

	/** Takes the turn and gives 0, or gives how many milliseconds the last one still lasts. */
	async #take(row: number): Promise<number> {
		const { store, now } = this.#parts;
		return await update(store, `identify:${row}`, (stored) => {
			const takenAt = turnSchema.safeParse(stored).data?.takenAt ?? Number.NEGATIVE_INFINITY;
			const at = now();
			const waitMs = takenAt + turnMs - at;
			// A turn of the future is that of a clock which was ahead.
			if (waitMs > 0 && takenAt <= at) return { result: waitMs };
			return { next: { v: 1, takenAt: at }, result: 0 };
		});
	}
}
