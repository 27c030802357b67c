import type { Logger } from '../base/logger.js';
import type { Dependency, DependencyState } from './dependency-states.js';

const messages = {
	store: {
		down: 'The store does not answer',
		degraded: 'The store takes no writes',
		up: 'The store works again',
	},
	shop: {
		down: 'The shop does not answer',
		degraded: 'The shop refuses the API key',
		up: 'The shop answers again',
	},
	discord: {
		down: 'Discord cannot be reached',
		degraded: 'Discord refuses calls, or fails to answer them',
		up: 'Discord answers again',
	},
} as const satisfies Record<Dependency, Record<DependencyState['status'], string>>;

/** Logs each change of a dependency's status: at most two lines for an outage, however many operations fail. */
export function changeLog(
	logger: Pick<Logger, 'info' | 'warn' | 'error'>,
	/** Milliseconds since the epoch. */
	now: () => number,
): (dependency: Dependency, state: DependencyState, before: DependencyState) => void {
	return (dependency, state, before) => {
		const message = messages[dependency][state.status];
		if (state.status !== 'up') {
			const fields = { dependency, status: state.status, reason: state.reason };
			// Without the store nobody is verified; the others are caught up with later.
			if (dependency === 'store') logger.error(fields, message);
			else logger.warn(fields, message);
		} else if (before.status !== 'up') {
			const { since, reason } = before;
			const seconds = Math.max(0, Math.round((now() - since) / 1000));
			logger.info({ dependency, seconds, reason }, message);
		}
	};
}
