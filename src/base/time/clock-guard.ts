import type { Clock } from '../clock.js';

/** A larger clock error, in milliseconds, is reported, and the clock is no longer trusted. */
const maxOffMs = 5 * 60_000;

/** Implemented by `createOperatorReport`; declared here because `reporting` is a layer above. */
export interface ClockReport {
	clockOff(minutes: number): void;
	clockRight(): void;
}

/**
 * Compares this machine's clock with the `Date` header of Discord's responses, which the bot gets anyway: with a clock
 * that is days off, purchases would be revoked and reserved seats given away. Trusted until the first response.
 */
export class ClockGuard {
	readonly #clock: Pick<Clock, 'now'>;
	readonly #report: ClockReport;
	#isOff = false;

	constructor(clock: Pick<Clock, 'now'>, report: ClockReport) {
		this.#clock = clock;
		this.#report = report;
	}

	/** Reads a response's `Date` header. A missing or malformed one is ignored. */
	note(dateHeader: string | undefined): void {
		const theirs = Date.parse(dateHeader ?? '');
		if (Number.isNaN(theirs)) return;
		const off = Math.abs(this.#clock.now() - theirs);
		const wasOff = this.#isOff;
		this.#isOff = off > maxOffMs;
		if (this.#isOff && !wasOff) this.#report.clockOff(Math.round(off / 60_000));
		if (!this.#isOff && wasOff) this.#report.clockRight();
	}

	isTrusted(): boolean {
		return !this.#isOff;
	}
}
