import { randomUUID } from 'node:crypto';
import { type REST, type RESTGetAPIGatewayBotResult, Routes } from 'discord.js';
import type { Logger } from '../base/logger.js';
import { repeated } from '../base/time/periodic-task.js';
import type { Metrics } from '../operations/metrics.js';
import { IdentifyTurns } from '../sharding/identify-throttler.js';
import { readDivision, SliceNotes } from '../sharding/process-heartbeats.js';
import type { Slice } from '../sharding/slice.js';
import type { ListedStore, ValueStore } from '../storage/update.js';

/** Lets the shards of several processes identify one after the other; undefined where there is one process. */
export function createIdentifyTurns(
	slice: Pick<Slice, 'shards'>,
	parts: {
		readonly store: ValueStore;
		/** With the bot's token by the time of the first turn. */
		readonly rest: () => REST;
		readonly now: () => number;
		readonly delay: (ms: number, signal?: AbortSignal) => Promise<void>;
		readonly logger: Pick<Logger, 'warn'>;
	},
): IdentifyTurns | undefined {
	const { store, rest, now, delay, logger } = parts;
	if (slice.shards === 'auto') return undefined;
	return new IdentifyTurns({
		store,
		async maxConcurrency() {
			const gateway = (await rest().get(Routes.gatewayBot())) as RESTGetAPIGatewayBotResult;
			return gateway.session_start_limit.max_concurrency;
		},
		now,
		delay,
		onError: (error) => logger.warn({ err: error }, 'The turn to connect could not be noted in the store'),
	});
}

const noteEveryMs = 60_000;

/** Says that this process runs and with which shards, and counts those that nobody or too many have. */
export function createSliceNotes(parts: {
	readonly slice: Pick<Slice, 'toString'>;
	readonly store: ListedStore;
	readonly metrics: Pick<Metrics, 'division'>;
	readonly now: () => number;
	readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
	readonly logger: Pick<Logger, 'warn'>;
}) {
	const { slice, store, metrics, now, delay, logger } = parts;
	const notes = new SliceNotes({ store, slice, processId: randomUUID(), now });
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
