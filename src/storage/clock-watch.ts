import { z } from 'zod';
import type { Logger } from '../base/logger.js';
import { timestamp } from '../base/row-fields.js';
import { type ClockGuard, maxOffMs } from '../base/time/clock-guard.js';
import { PeriodicTask } from '../base/time/periodic-task.js';
import type { Store } from './store.js';
import { defineKind, Table } from './table.js';

/** The newest time that a process has had from Discord, in milliseconds since the epoch. */
export const clockKind = defineKind({
	prefix: 'meta:clock',
	schema: z.strictObject({ v: z.literal(1), at: timestamp }),
});

const lookEveryMs = 60_000;
const askEveryMs = 10_000;

/**
 * Keeps the newest time in the store, for processes that have no response of Discord yet. A stored time that is ahead of
 * Discord's is corrected. While the clock is not trusted, it asks Discord for the time.
 * @param rest passes the `Date` of each response to the guard
 */
export function watchClock(
	guard: ClockGuard,
	store: Store,
	rest: { get(path: `/${string}`): Promise<unknown> },
	logger: Pick<Logger, 'warn'>,
): PeriodicTask {
	const rows = new Table(clockKind, store);
	const look = async (): Promise<number> => {
		// A failure is an outage of Discord, which is reported elsewhere.
		if (!guard.isTrusted()) await rest.get('/gateway/bot').catch(() => {});
		const stored = (await rows.get(''))?.at ?? 0;
		guard.noteStored(stored);
		const at = guard.now();
		const isOld = stored < at || stored > at + maxOffMs;
		if (guard.isConfirmed && isOld) await rows.set('', { v: 1, at });
		return guard.isTrusted() ? lookEveryMs : askEveryMs;
	};
	return new PeriodicTask({ name: 'clock', everyMs: lookEveryMs, work: look, logger, clock: guard });
}
