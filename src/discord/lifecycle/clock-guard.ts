/** A clock that is off by more, in milliseconds, is reported and not relied on. */
const mostOffMs = 5 * 60_000;

export interface ClockGuardOptions {
	/** Milliseconds since the epoch, by the clock of this machine. */
	readonly now: () => number;
	/** Called when the clock is first found to be off, with the minutes, and when it is right again. */
	readonly onOff: (minutes: number) => void;
	readonly onRight: () => void;
}

/**
 * Compares this machine's clock with the `Date` of Discord's answers, which the bot gets anyway: by a clock that is days
 * off, purchases would be revoked and kept seats would be given away. Before the first answer it is trusted.
 */
export class ClockGuard {
	readonly #options: ClockGuardOptions;
	#isOff = false;

	constructor(options: ClockGuardOptions) {
		this.#options = options;
	}

	/** Takes an answer's `Date` header. A missing or malformed one is ignored. */
	note(dateHeader: string | undefined): void {
		const theirs = Date.parse(dateHeader ?? '');
		if (Number.isNaN(theirs)) return;
		const { now, onOff, onRight } = this.#options;
		const off = Math.abs(now() - theirs);
		const wasOff = this.#isOff;
		this.#isOff = off > mostOffMs;
		if (this.#isOff && !wasOff) onOff(Math.round(off / 60_000));
		if (!this.#isOff && wasOff) onRight();
	}

	/** Whether times may be judged by this clock. */
	isTrusted(): boolean {
		return !this.#isOff;
	}
}
