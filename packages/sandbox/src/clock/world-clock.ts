import type { Clock } from '@claimcheck/local-discord';

/**
 * Waits of at least this length end when the clock is moved past their end. Shorter ones are between programs that both
 * live in real time (heartbeats, the 3 seconds for a response, pauses between retries): ending those immediately would
 * show a failure that no real month could cause.
 */
export const longWaitMs = 5 * 60_000;

interface Wait {
	readonly endsAt: number;
	readonly task: () => void;
	cancel: () => void;
}

/**
 * The machine's clock, which can be moved ahead. Only ahead: otherwise earlier ids and times would lie in the future,
 * which readers mistake for a broken clock.
 */
export class WorldClock implements Clock {
	#aheadMs = 0;
	readonly #long = new Set<Wait>();

	/** How far it is ahead of the machine's clock, in milliseconds. */
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

	/** Moves it by `ms`, which is positive. Waits that are now due end in order. */
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
		// Like the machine's own clock: the servers keep the process alive.
		timer.unref();
		wait.cancel = () => clearTimeout(timer);
	}

	#end(wait: Wait): void {
		this.#long.delete(wait);
		wait.cancel();
	}
}
