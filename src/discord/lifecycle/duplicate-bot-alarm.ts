import type { Places } from '../../floors.js';

const windowMs = 60 * 60_000;
/** A retry after a lost response can look the same; so can an update with overlapping processes. */
const maxInWindow = 10;

/** Reports, once, a second bot on this token: a mistake or a thief's. Call it if another process has answered first. */
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
