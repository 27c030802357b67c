import { z } from 'zod';
import type { Clock } from '../base/clock.js';
import { timestamp } from '../base/row-fields.js';
import { type ListedStore, update } from '../storage/update.js';
import { type Slice, sliceOf } from './slice.js';

export interface ProcessHeartbeatsParts {
	readonly store: ListedStore;
	readonly slice: Pick<Slice, 'toString'>;
	/** Tells this process from all others. */
	readonly processId: string;
	readonly clock: Pick<Clock, 'now'>;
}

const prefix = 'slice:';
/** A process that has not said for so long that it runs has ended. */
const livesMs = 3 * 60_000;
/** Two processes are one too many for longer than a replacement takes. */
const replacementMs = 10 * 60_000;

export const sliceNoteSchema = z.object({
	v: z.literal(1),
	slice: z.string(),
	/** Milliseconds since the epoch, both. */
	startedAt: timestamp,
	seenAt: timestamp,
});
type Note = z.infer<typeof sliceNoteSchema>;

/** How the processes that run now divide the shards. */
export interface Division {
	/** The slices of all running processes, as they are written. */
	readonly slices: readonly string[];
	/** They don't count the same number of shards, or one has all and another has some. */
	readonly isMixed: boolean;
	/** Shards that no process has. Empty where `isMixed`. */
	readonly missing: readonly number[];
	/** Shards that several processes have had for longer than a replacement takes. */
	readonly doubled: readonly number[];
}

/** Which processes run with which slices, each in a row of its own that it keeps fresh. */
export class ProcessHeartbeats {
	readonly #parts: ProcessHeartbeatsParts;
	readonly #startedAt: number;

	constructor(parts: ProcessHeartbeatsParts) {
		this.#parts = parts;
		this.#startedAt = parts.clock.now();
	}

	/** Says that this process runs; call it every minute. Rejects with the store's errors. */
	async note(): Promise<void> {
		const { store, slice, processId, clock } = this.#parts;
		const next: Note = { v: 1, slice: slice.toString(), startedAt: this.#startedAt, seenAt: clock.now() };
		await update(store, `${prefix}${processId}`, () => ({ next, result: undefined }));
	}

	/** This process ends. Rejects with the store's errors. */
	async remove(): Promise<void> {
		await remove(this.#parts.store, `${prefix}${this.#parts.processId}`);
	}

	/** Forgets the processes that have ended without a word. Rejects with the store's errors. */
	async prune(): Promise<void> {
		const { store, clock } = this.#parts;
		for await (const { key, value } of store.list(prefix)) {
			const note = sliceNoteSchema.safeParse(value).data;
			if (note === undefined || !isRunning(note, clock.now())) await remove(store, key);
		}
	}
}

/** How the shards are divided at `now` (milliseconds since the epoch). Rejects with the store's errors. */
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

/** The clocks of two hosts differ: a row may be of the near future. */
function isRunning({ seenAt }: Note, now: number): boolean {
	return Math.abs(now - seenAt) < livesMs;
}

async function remove(store: ListedStore, key: string): Promise<void> {
	await update(store, key, () => ({ next: undefined, result: undefined }));
}
