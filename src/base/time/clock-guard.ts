import type { Clock, GuardedClock } from '../clock.js';

/** A larger clock error, in milliseconds, is reported, and the clock is no longer trusted. */
export const maxOffMs = 60_000;

/**
 * The bot's clock: this machine's, compared at each reading with the monotonic clock since the last time that is known
 * to be right. That is the `Date` of Discord's latest response; before the first one, the newest time in the store or
 * the machine's own. While they differ by more than a minute, nothing may be decided by time, and what has to be written
 * all the same gets the known time: so no row ever has a time that is further off, and nothing else has to ask for it.
 */
export class ClockGuard implements GuardedClock {
	readonly delay: Clock['delay'];
	/** Receives what is found from now on. */
	report: { clockOff(minutes: number): void; clockRight(): void } | undefined;
	/** True once Discord's time is known. */
	isConfirmed = false;
	readonly #wall: Clock;
	readonly #stopwatch: Pick<Clock, 'now'>;
	/** The known time less that of the monotonic clock. */
	#offset: number;
	#isReported = false;

	constructor(wall: Clock, stopwatch: Pick<Clock, 'now'>) {
		this.delay = wall.delay;
		this.#wall = wall;
		this.#stopwatch = stopwatch;
		this.#offset = wall.now() - stopwatch.now();
	}

	/** Milliseconds since the epoch: this machine's time, or the known one while that is off. */
	readonly now = (): number => {
		const wall = this.#wall.now();
		return this.#isRight(wall) ? wall : this.#known();
	};

	readonly isTrusted = (): boolean => this.#isRight(this.#wall.now());

	/** Reads a response's `Date` header. A missing or malformed one is ignored. */
	note(dateHeader: string | undefined): void {
		const theirs = Date.parse(dateHeader ?? '');
		if (Number.isNaN(theirs)) return;
		this.isConfirmed = true;
		this.#adopt(theirs);
	}

	/** Compares with a time that another process has stored, unless Discord's is known: that one counts. */
	noteStored(at: number): void {
		if (!this.isConfirmed && at > this.#known()) this.#adopt(at);
	}

	/** A jump alone is not reported: it may be the end of an error, or of the machine's sleep. */
	#adopt(at: number): void {
		this.#offset = at - this.#stopwatch.now();
		const off = Math.abs(this.#wall.now() - at);
		// Half of it, so that a clock at the limit is not reported again and again.
		const isOff = off > (this.#isReported ? maxOffMs / 2 : maxOffMs);
		if (isOff === this.#isReported) return;
		this.#isReported = isOff;
		if (isOff) this.report?.clockOff(Math.round(off / 60_000));
		else this.report?.clockRight();
	}

	#isRight(wall: number): boolean {
		return !this.#isReported && Math.abs(wall - this.#known()) <= maxOffMs;
	}

	#known(): number {
		return Math.round(this.#offset + this.#stopwatch.now());
	}
}
