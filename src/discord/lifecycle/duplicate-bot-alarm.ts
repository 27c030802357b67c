import type { Clock } from '../../base/clock.js';

const windowMs = 60 * 60_000;
/** A retry after a lost response can look the same; so can an update with overlapping processes. */
const maxInWindow = 10;

/**
 * Reports a second bot on the same token, started by mistake or by a thief. Both receive every interaction, and the
 * slower one finds each already answered. Reported once per process.
 */
export class DuplicateBotAlarm {
	readonly #clock: Pick<Clock, 'now'>;
	readonly #report: { answeredElsewhere(): void };
	#times: readonly number[] = [];
	#isReported = false;

	constructor(clock: Pick<Clock, 'now'>, report: { answeredElsewhere(): void }) {
		this.#clock = clock;
		this.#report = report;
	}

	/** Called when another process has answered. */
	note(): void {
		if (this.#isReported) return;
		const now = this.#clock.now();
		this.#times = [...this.#times.filter((time) => now - time < windowMs), now];
		if (this.#times.length < maxInWindow) return;
		this.#isReported = true;
		this.#report.answeredElsewhere();
	}
}
