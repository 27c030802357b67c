import type { Clock } from '@claimcheck/local-discord';

/**
 * Waits of at least so many milliseconds end when the clock is moved past their end. Shorter ones are between programs
 * that both live in real time (heartbeats, the 3 seconds for an answer, pauses between two tries): to end those at once
 * would show a failure that no month has ever brought about.
 */
export const longWaitMs = 5 * 60_000;

interface Wait {
	readonly endsAt: number;
	readonly task: () => void;
	cancel: () => void;
}

/**
 * The machine's clock, which can be moved ahead. Only ahead: ids and times that were given out would lie in the future
 * otherwise, and whoever reads them has to take that for a broken clock.
 */
export class WorldClock implements Clock {
	#aheadMs = 0;
	readonly #long = new Set<Wait>();

	/** By how much it is ahead of the machine's, in milliseconds. */
	get aheadMs(): number {
		return this.#aheadMs;
	}

	now(): number {
		return Date.now() + this.#aheadMs;
	}

	after(ms: number, task: () => void): () => void {
		const wait: Wait = { endsAt: this.now() + ms, task, cancel: () => undefined };
		if (ms >= longWaitMs) this.#long.add(wait);
		this.#arm(wait);
		return () => this.#end(wait);
	}

	/** Moves it by `ms`, which is positive. What was waiting for a time that has come now happens, in its order. */
	advance(ms: number): void {
		if (!(ms > 0)) throw new RangeError('The clock can be moved ahead only');
		this.#aheadMs += ms;
		for (const wait of [...this.#long].sort((one, other) => one.endsAt - other.endsAt)) this.#arm(wait);
	}

	#arm(wait: Wait): void {
		wait.cancel();
		const timer = setTimeout(
			() => {
				this.#end(wait);
				wait.task();
			},
			Math.max(0, wait.endsAt - this.now()),
		);
		// As the machine's own clock does it: what keeps the process alive are its servers.
		timer.unref();
		wait.cancel = () => clearTimeout(timer);
	}

	#end(wait: Wait): void {
		this.#long.delete(wait);
		wait.cancel();
	}
}
