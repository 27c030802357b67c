import { z } from 'zod';
import type { Logger } from '../base/logger.js';
import { timestamp } from '../base/row-fields.js';
import { type ClockGuard, maxOffMs } from '../base/time/clock-guard.js';
import { PeriodicTask } from '../base/time/periodic-task.js';
import type { ListedStore } from './store.js';
import { defineKind, Table } from './table.js';

/** The newest time that a process has had from Discord, in milliseconds since the epoch. */
export const clockKind = defineKind({
	prefix: 'meta:clock',
	schema: z.strictObject({ v: z.literal(1), at: timestamp }),
});

const lookEveryMs = 60_000;
const askEveryMs = 10_000;

export interface ClockWatchParts {
	readonly store: ListedStore;
	readonly clockGuard: Pick<ClockGuard, 'now' | 'delay' | 'isTrusted' | 'isConfirmed' | 'noteStored'>;
	/** Passes the `Date` of each response to the guard. */
	readonly rest: { get(path: `/${string}`): Promise<unknown> };
	readonly logger: Pick<Logger, 'warn'>;
}

/**
 * Keeps the newest time in the store, for processes that have no response of Discord yet. A stored time that is ahead of
 * Discord's is corrected. While the clock is not trusted, it asks Discord for the time.
 */
export class ClockWatch {
	readonly task: PeriodicTask;
	readonly #parts: ClockWatchParts;
	readonly #rows: Table<z.infer<typeof clockKind.schema>>;

	constructor(parts: ClockWatchParts) {
		this.#parts = parts;
		this.#rows = new Table(clockKind, parts.store);
		this.task = new PeriodicTask({
			name: 'clock',
			everyMs: lookEveryMs,
			work: () => this.#look(),
			logger: parts.logger,
			clock: parts.clockGuard,
		});
	}

	/** @returns the pause before the next look, if it isn't the usual one */
	async #look(): Promise<number | undefined> {
		const { clockGuard, rest } = this.#parts;
		// A failure is an outage of Discord, which is reported elsewhere.
		if (!clockGuard.isTrusted()) await rest.get('/gateway/bot').catch(() => {});
		const stored = (await this.#rows.get(''))?.at ?? 0;
		clockGuard.noteStored(stored);
		const at = clockGuard.now();
		const isOld = stored < at || stored > at + maxOffMs;
		if (clockGuard.isConfirmed && isOld) await this.#rows.set('', { v: 1, at });
		return clockGuard.isTrusted() ? undefined : askEveryMs;
	}
}
