import type { Clock } from '@claimcheck/local-discord';

/**
 * Waits of at least this length end when the clock is moved past their end. Shorter ones are between programs that both
 * live in real time (heartbeats, the 3 seconds for an answer, pauses between two tries): ending those immediately would
 * show a failure that no month has ever brought about.
 */
export const longWaitMs = 5 * 60_000;

interface Wait {
	readonly endsAt: number;
	readonly task: () => void;
	cancel: () => void;
}

/**
 * The machine's clock, which can be moved ahead. Only ahead: earlier ids and times would lie in the future otherwise,
 * which readers take for a broken clock.
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
