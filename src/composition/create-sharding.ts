import { randomUUID } from 'node:crypto';
import type { REST } from 'discord.js';
import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import type { Slice } from '../base/slice.js';
import { PeriodicTask } from '../base/time/periodic-task.js';
import { readGateway, waitForIdentifies } from '../discord/connection/gateway-information.js';
import type { Metrics } from '../operations/metrics.js';
import { IdentifyThrottler } from '../sharding/identify-throttler.js';
import { ProcessHeartbeats, readDivision } from '../sharding/process-heartbeats.js';
import { memoryRows } from '../storage/memory-rows.js';
import type { ListedStore, ValueStore } from '../storage/update.js';

/** Makes the shards of all processes identify one after the other, within Discord's limit. */
export function createIdentifyThrottler(
	{ shards }: Pick<Slice, 'shards'>,
	parts: {
		readonly store: ValueStore;
		/** With the bot token set by the first turn. */
		readonly rest: () => REST;
		readonly clock: Clock;
		readonly logger: Pick<Logger, 'warn' | 'debug'>;
	},
): IdentifyThrottler {
	const { store, rest } = parts;
	return new IdentifyThrottler({
		...parts,
		// A single process needs no shared store.
		store: shards === 'auto' ? memoryRows() : store,
		gateway: {
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
		},
	});
}

const beatEveryMs = 60_000;

/** Writes this process's heartbeat with its shards, and reports shards without an owner or with several. */
export function createProcessHeartbeats(parts: {
	readonly slice: Pick<Slice, 'toString'>;
	readonly store: ListedStore;
	readonly metrics: Pick<Metrics, 'division'>;
	readonly clock: Clock;
	readonly logger: Pick<Logger, 'warn'>;
}) {
	const { store, metrics, clock, logger } = parts;
	const heartbeats = new ProcessHeartbeats({ ...parts, processId: randomUUID() });
	const work = async (): Promise<void> => {
		await heartbeats.note();
		await heartbeats.prune();
		metrics.division(await readDivision(store, clock.now()));
	};
	const loop = new PeriodicTask({ name: 'noting the shards', everyMs: beatEveryMs, work, logger, clock });
	return {
		start(): void {
			loop.start();
		},
		/** Never rejects: a heartbeat that is left behind expires in minutes. */
		async stop(): Promise<void> {
			await loop.stop();
			await heartbeats.remove().catch(() => undefined);
		},
	};
}
