import type { Logger } from '../logger.js';
import { repeated } from '../time/repeated.js';

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
	return repeated({
		everyMs: 60 * 60_000,
		name: 'clearing limits away',
		work: async () => {
			for (const each of kept) await each.prune();
		},
		logger,
		delay,
	});
}
