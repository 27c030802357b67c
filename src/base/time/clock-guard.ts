import type { Clock } from '../clock.js';

/** A clock that is off by more, in milliseconds, is reported and not relied on. */
const maxOffMs = 5 * 60_000;

/** Tells the operator. Declared here since `reporting`, which does it, is above: `createOperatorReport`. */
export interface ClockReport {
	/** The clock is first found to be off. */
	clockOff(minutes: number): void;
	clockRight(): void;
}

/**
 * Compares this machine's clock with the `Date` of Discord's answers, which the bot gets anyway: by a clock that is days
 * off, purchases would be revoked and kept seats would be given away. Before the first answer it is trusted.
 */
export class ClockGuard {
	readonly #clock: Pick<Clock, 'now'>;
	readonly #report: ClockReport;
	#isOff = false;

	constructor(clock: Pick<Clock, 'now'>, report: ClockReport) {
		this.#clock = clock;
		this.#report = report;
	}

	/** Takes an answer's `Date` header. A missing or malformed one is ignored. */
	note(dateHeader: string | undefined): void {
		const theirs = Date.parse(dateHeader ?? '');
		if (Number.isNaN(theirs)) return;
		const off = Math.abs(this.#clock.now() - theirs);
		const wasOff = this.#isOff;
		this.#isOff = off > maxOffMs;
		if (this.#isOff && !wasOff) this.#report.clockOff(Math.round(off / 60_000));
		if (!this.#isOff && wasOff) this.#report.clockRight();
	}

	/** Whether times may be judged by this clock. */
	isTrusted(): boolean {
		return !this.#isOff;
	}
}
