import type { Logger } from '../logger.js';
import { hourly } from '../time/hourly.js';

/** Removes what has expired, once an hour. */
export function createPruning(
	kept: readonly { prune(): Promise<void> }[],
	{
		logger,
		delay,
	}: {
		readonly logger: Pick<Logger, 'warn'>;
		readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
	},
) {
	return hourly({
		name: 'clearing limits away',
		work: async () => {
			for (const each of kept) await each.prune();
		},
		logger,
		delay,
	});
}
