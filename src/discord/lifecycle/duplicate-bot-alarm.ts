import type { Places } from '../../floors.js';

const windowMs = 60 * 60_000;
/** A retry after a lost response can look the same; so can an update with overlapping processes. */
const maxInWindow = 10;

/**
 * Reports, once, that a second bot uses this token, by mistake or after a theft.
 * @returns a function to call whenever another process has answered first
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
