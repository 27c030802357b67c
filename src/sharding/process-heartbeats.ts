import { z } from 'zod';
import type { Clock } from '../base/clock.js';
import { timestamp } from '../base/row-fields.js';
import { type Slice, sliceOf } from '../base/slice.js';
import { type ListedStore, update } from '../storage/update.js';

export interface ProcessHeartbeatsParts {
	readonly store: ListedStore;
	readonly slice: Pick<Slice, 'toString'>;
	readonly processId: string;
	readonly clock: Pick<Clock, 'now'>;
}

const prefix = 'slice:';
/** A process without a heartbeat for this long has ended. */
const livesMs = 3 * 60_000;
/** A replacement briefly runs two processes; beyond this time they are duplicates. */
const replacementMs = 10 * 60_000;

export const sliceNoteSchema = z.object({
	v: z.literal(1),
	slice: z.string(),
	/** Both times are milliseconds since the epoch. */
	startedAt: timestamp,
	seenAt: timestamp,
});
type Note = z.infer<typeof sliceNoteSchema>;

export interface Division {
	/** The slices of all running processes, in the format of the setting. */
	readonly slices: readonly string[];
	/** Their shard counts differ, or one process runs all shards and another some. */
	readonly isMixed: boolean;
	/** Shards that no process runs. Empty if `isMixed`. */
	readonly missing: readonly number[];
	/** Shards that several processes have run for longer than a replacement takes. */
	readonly doubled: readonly number[];
}

/** Records the running processes and their slices, one row per process, refreshed regularly. */
export class ProcessHeartbeats {
	readonly #parts: ProcessHeartbeatsParts;
	readonly #startedAt: number;

	constructor(parts: ProcessHeartbeatsParts) {
		this.#parts = parts;
		this.#startedAt = parts.clock.now();
	}

	/** Records that this process is running; call it every minute. Rejects with the store's errors. */
	async note(): Promise<void> {
		const { store, slice, processId, clock } = this.#parts;
		const next: Note = { v: 1, slice: slice.toString(), startedAt: this.#startedAt, seenAt: clock.now() };
		await update(store, `${prefix}${processId}`, () => ({ next, result: undefined }));
	}

	/** Call it when this process ends. Rejects with the store's errors. */
	async remove(): Promise<void> {
		await remove(this.#parts.store, `${prefix}${this.#parts.processId}`);
	}

	/** Removes the rows of processes that crashed. Rejects with the store's errors. */
	async prune(): Promise<void> {
		const { store, clock } = this.#parts;
		for await (const { key, value } of store.list(prefix)) {
			const note = sliceNoteSchema.safeParse(value).data;
			if (note === undefined || !isRunning(note, clock.now())) await remove(store, key);
		}
	}
}

/** The division of shards at `now` (milliseconds since the epoch). Rejects with the store's errors. */
export async function readDivision(store: Pick<ListedStore, 'list'>, now: number): Promise<Division> {
	const running: Note[] = [];
	for await (const { value } of store.list(prefix)) {
		const note = sliceNoteSchema.safeParse(value).data;
		if (note !== undefined && isRunning(note, now)) running.push(note);
	}
	return divisionOf(running, now);
}

function divisionOf(running: readonly Note[], now: number): Division {
	const read = running.flatMap((note) => {
		const shards = sliceOf(note.slice)?.shards;
		return shards === undefined ? [] : [{ ...note, shards }];
	});
	const slices = read.map(({ slice }) => slice).toSorted();
	const counts = new Set(read.map(({ shards }) => (shards === 'auto' ? 0 : shards.count)));
	const [count = 0] = counts;
	if (counts.size > 1) return { slices, isMixed: true, missing: [], doubled: [] };
	const holdersOf = (shard: number) =>
		read.filter(({ shards }) => shards === 'auto' || shards.ids.includes(shard));
	const all = Array.from({ length: Math.max(1, count) }, (_, shard) => shard);
	return {
		slices,
		isMixed: false,
		missing: read.length === 0 ? [] : all.filter((shard) => holdersOf(shard).length === 0),
		// The younger of two may be about to replace the older one.
		doubled: all.filter(
			(shard) => holdersOf(shard).filter(({ startedAt }) => startedAt < now - replacementMs).length > 1,
		),
	};
}

/** The clocks of two hosts differ: a row may be slightly in the future. */
function isRunning({ seenAt }: Note, now: number): boolean {
	return Math.abs(now - seenAt) < livesMs;
}

async function remove(store: ListedStore, key: string): Promise<void> {
	await update(store, key, () => ({ next: undefined, result: undefined }));
}
