import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import type { ClockGuard } from '../base/time/clock-guard.js';
import { PeriodicTask } from '../base/time/periodic-task.js';

/**
 * Removes expired rows of every kind once an hour, unless the clock is wrong: then nothing is known to have expired. A
 * failure of one kind doesn't affect the others.
 */
export function createPruning(
	kept: readonly { prune(): Promise<void> }[],
	{
		clockGuard,
		logger,
		clock,
	}: {
		readonly clockGuard: Pick<ClockGuard, 'isTrusted'>;
		readonly logger: Pick<Logger, 'warn'>;
		readonly clock: Pick<Clock, 'delay'>;
	},
) {
	return new PeriodicTask({
		everyMs: 60 * 60_000,
		name: 'clearing limits away',
		work: async () => {
			const failures: unknown[] = [];
			for (const each of kept) {
				// A response of Discord may show during the round that the clock is wrong.
				if (!clockGuard.isTrusted()) return;
				await each.prune().catch((error: unknown) => failures.push(error));
			}
			if (failures.length > 0) throw failures[0];
		},
		logger,
		clock,
	});
}
