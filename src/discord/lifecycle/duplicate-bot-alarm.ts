import type { Places } from '../../floors.js';

const windowMs = 60 * 60_000;
/** A retry after a lost response can look the same; so can an update with overlapping processes. */
const maxInWindow = 10;

/**
 * Reports a second bot on the same token, started by mistake or by a thief. Both receive every interaction, and the
 * slower one finds each already answered. Reported once per process.
 */
export class DuplicateBotAlarm {
	readonly #floor: Places;
	#times: readonly number[] = [];
	#isReported = false;

	constructor(floor: Places) {
		this.#floor = floor;
	}

	/** Called when another process has answered. */
	note(): void {
		if (this.#isReported) return;
		const { alerts, logger, clock } = this.#floor;
		const now = clock.now();
		this.#times = [...this.#times.filter((time) => now - time < windowMs), now];
		if (this.#times.length < maxInWindow) return;
		this.#isReported = true;
		logger.error(
			'Another bot is responding with this token. If you did not start a second one, reset the token',
		);
		void alerts.raise(undefined, { kind: 'answered-elsewhere' });
	}
}
