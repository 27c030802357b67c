import { z } from 'zod';
import type { Clock } from '../base/clock.js';
import { count, optionalNumber, timestamp } from '../base/row-fields.js';
import { update, type ValueStore } from '../storage/update.js';

const key = 'new-channels';
const dayMs = 86_400_000;
/** After Discord refused a direct message as too fast. More attempts could put the bot into quarantine. */
const pauseMs = 6 * 60 * 60_000;

export const newChannelsSchema = z.strictObject({
	v: z.literal(1),
	/** Days since the epoch. */
	day: z.int().min(-1e8).max(1e8),
	count,
	/** It has been logged that the day's budget is used up. */
	isLogged: z.literal(true).optional(),
	/** Milliseconds since the epoch. */
	pausedUntil: optionalNumber(timestamp),
});
type Row = z.infer<typeof newChannelsSchema>;

/**
 * Limits the direct-message channels that reminders open on a UTC day, and pauses all reminders after Discord found
 * them too fast: across restarts and processes. Rejects with the store's errors.
 */
export class NewChannelBudget {
	readonly perDay: number;
	readonly #store: ValueStore;
	readonly #clock: Pick<Clock, 'now'>;

	constructor(store: ValueStore, clock: Pick<Clock, 'now'>, perDay: number) {
		this.#store = store;
		this.#clock = clock;
		this.perDay = perDay;
	}

	async isPaused(): Promise<boolean> {
		return this.#isPausedIn(this.#today(await this.#store.get(key)));
	}

	/** New channels left today; 0 during a pause. */
	async left(): Promise<number> {
		const today = this.#today(await this.#store.get(key));
		return this.#isPausedIn(today) ? 0 : Math.max(0, this.perDay - today.count);
	}

	/** Takes one from the day's budget. Resolves to false if there is none left. */
	async take(): Promise<boolean> {
		return await update(this.#store, key, (stored) => {
			const today = this.#today(stored);
			if (today.count >= this.perDay) return { result: false };
			return { next: { ...today, count: today.count + 1 }, result: true };
		});
	}

	/** Pauses for six hours. */
	async pause(): Promise<void> {
		const pausedUntil = this.#clock.now() + pauseMs;
		await update(this.#store, key, (stored) => ({
			next: { ...this.#today(stored), pausedUntil },
			result: undefined,
		}));
	}

	/** Resolves to true for the first caller of the day. */
	async isFirstLog(): Promise<boolean> {
		return await update<boolean>(this.#store, key, (stored) => {
			const today = this.#today(stored);
			return today.isLogged ? { result: false } : { next: { ...today, isLogged: true }, result: true };
		});
	}

	#today(stored: unknown): Row {
		const known = newChannelsSchema.safeParse(stored).data;
		const day = dayOf(this.#clock.now());
		if (known?.day === day) return known;
		const pausedUntil = known?.pausedUntil;
		return { v: 1, day, count: 0, ...(pausedUntil !== undefined && { pausedUntil }) };
	}

	#isPausedIn({ pausedUntil = Number.NEGATIVE_INFINITY }: Row): boolean {
		const left = pausedUntil - this.#clock.now();
		// A longer pause comes from a clock that was set back.
		return left > 0 && left <= pauseMs;
	}
}

/** The UTC day, in days since the epoch. */
export function dayOf(at: number): number {
	return Math.floor(at / dayMs);
}
