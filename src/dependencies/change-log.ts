import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import type { Dependency, DependencyState, StateListener } from './dependency-states.js';

const messages = {
	database: {
		down: 'The database is not responding',
		degraded: 'The database is not writable',
		up: 'The database works again',
	},
	shop: {
		down: 'The shop is not responding',
		degraded: 'The shop rejected the API key',
		up: 'The shop is responding again',
	},
	discord: {
		down: 'Discord cannot be reached',
		degraded: 'Discord is rejecting or failing requests',
		up: 'Discord is responding again',
	},
} as const satisfies Record<Dependency, Record<DependencyState['status'], string>>;

/** Logs each change of a dependency's status: at most two lines for an outage, however many operations fail. */
export function changeLog(
	logger: Pick<Logger, 'info' | 'warn' | 'error'>,
	clock: Pick<Clock, 'now'>,
): StateListener {
	return (dependency, state, before) => {
		const message = messages[dependency][state.status];
		if (state.status !== 'up') {
			const fields = { dependency, status: state.status, reason: state.reason };
			// Without the store no member can verify; work for the others is caught up later.
			if (dependency === 'database') logger.error(fields, message);
			else logger.warn(fields, message);
		} else if (before.status !== 'up') {
			const { since, reason } = before;
			const seconds = Math.max(0, Math.round((clock.now() - since) / 1000));
			logger.info({ dependency, seconds, reason }, message);
		}
	};
}
