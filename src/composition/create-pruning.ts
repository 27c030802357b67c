import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import { PeriodicTask } from '../base/time/periodic-task.js';

/** Removes what has expired, once an hour. Where one kind fails, the others are removed all the same. */
export function createPruning(
	kept: readonly { prune(): Promise<void> }[],
	{
		logger,
		delay,
	}: {
		readonly logger: Pick<Logger, 'warn'>;
		readonly delay: Clock['delay'];
	},
) {
	return new PeriodicTask({
		everyMs: 60 * 60_000,
		name: 'clearing limits away',
		work: async () => {
			const failures: unknown[] = [];
			for (const each of kept) await each.prune().catch((error: unknown) => failures.push(error));
			if (failures.length > 0) throw failures[0];
		},
		logger,
		delay,
	});
}
