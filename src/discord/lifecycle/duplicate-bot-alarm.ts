import type { Places } from '../../floors.js';

const windowMs = 60 * 60_000;
/** A retry after a lost response can look the same; so can an update with overlapping processes. */
const maxInWindow = 10;

/**
 * Reports a second bot on the same token, started by mistake or by a thief. Both receive every interaction, and the
 * slower one finds each already answered. Reported once per process.
 * @returns a function to call when another process has answered
 */
export function duplicateBotAlarm({ alerts, logger, clock }: Places): () => void {
	let times: readonly number[] = [];
	let isReported = false;
	return () => {
		if (isReported) return;
		const now = clock.now();
		times = [...times.filter((time) => now - time < windowMs), now];
		if (times.length < maxInWindow) return;
		isReported = true;
		logger.error(
			'Another bot is responding with this token. If you did not start a second one, reset the token',
		);
		void alerts.raise(undefined, { kind: 'answered-elsewhere' });
	};
}
