import { randomUUID } from 'node:crypto';
import type { REST } from 'discord.js';
import type { Logger } from '../base/logger.js';
import { repeated } from '../base/time/periodic-task.js';
import { RareLines } from '../base/time/rare-lines.js';
import { readGateway, waitForIdentifies } from '../discord/connection/gateway-information.js';
import type { Metrics } from '../operations/metrics.js';
import { IdentifyThrottler } from '../sharding/identify-throttler.js';
import { ProcessHeartbeats, readDivision } from '../sharding/process-heartbeats.js';
import type { Slice } from '../sharding/slice.js';
import { memoryRows } from '../storage/memory-rows.js';
import type { ListedStore, ValueStore } from '../storage/update.js';

/** Lets the shards of all processes identify one after the other, and rarely enough for Discord. */
export function createIdentifyThrottler(
	slice: Pick<Slice, 'shards'>,
	parts: {
		readonly store: ValueStore;
		/** With the bot's token by the time of the first turn. */
		readonly rest: () => REST;
		readonly now: () => number;
		readonly delay: (ms: number, signal?: AbortSignal) => Promise<void>;
		readonly logger: Pick<Logger, 'warn' | 'debug'>;
	},
): IdentifyThrottler {
	const { store, rest, now, delay, logger } = parts;
	const { shards } = slice;
	const lines = new RareLines(now);
	const warn = (message: string, fields: object = {}): void =>
		logger[lines.level(message, 'warn')](fields, message);
	return new IdentifyThrottler({
		// A process without others needs nothing that outlives it.
		store: shards === 'auto' ? memoryRows() : store,
		async allowance() {
			const { session_start_limit: limit, shards: recommended } = await readGateway(rest());
			return {
				remaining: limit.remaining,
				resetAfterMs: limit.reset_after,
				exhaustedMs: waitForIdentifies(limit),
				maxConcurrency: limit.max_concurrency,
				shards: shards === 'auto' ? recommended : shards.count,
			};
		},
		now,
		delay,
		onExhausted: () => warn('No identify is left for today: waiting'),
		onError: (err) => warn('Discord or the store could not be asked for the turn to connect', { err }),
	});
}

const noteEveryMs = 60_000;

/** Writes this process's heartbeat with its shards, and reports shards without an owner or with several. */
export function createProcessHeartbeats(parts: {
	readonly slice: Pick<Slice, 'toString'>;
	readonly store: ListedStore;
	readonly metrics: Pick<Metrics, 'division'>;
	readonly now: () => number;
	readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
	readonly logger: Pick<Logger, 'warn'>;
}) {
	const { slice, store, metrics, now, delay, logger } = parts;
	const notes = new ProcessHeartbeats({ store, slice, processId: randomUUID(), now });
	const work = async (): Promise<void> => {
		await notes.note();
		await notes.prune();
		metrics.division(await readDivision(store, now()));
	};
	const loop = repeated({ name: 'noting the shards', everyMs: noteEveryMs, work, logger, delay });
	return {
		start: () => loop.start(),
		/** Never rejects: what is left behind is forgotten in minutes. */
		async stop(): Promise<void> {
			await loop.stop();
			await notes.remove().catch(() => undefined);
		},
	};
}
