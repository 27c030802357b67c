import { z } from 'zod';
import type { Clock } from '../base/clock.js';
import { type ListedStore, update } from '../storage/update.js';

/** Events that come in bursts. `uncheckable`: the code could not be checked with the shop. */
export type BurstKind = 'verified' | 'refused' | 'uncheckable';

/** Events of one kind in a guild, grouped in one audit channel message. */
export interface Burst {
	readonly guildId: string;
	readonly kind: BurstKind;
	/** Seconds since the epoch. */
	readonly since: number;
}

/** Entries per row, which every further event rewrites. */
const partSize = 80;
/** Entries per page: about one phone screen. A row has a whole number of pages. */
const pageSize = 8;
export const burstPrefix = 'burst:';
export const burstKeyPattern = /^burst:\d{17,20}:(verified|refused|uncheckable):\d+:\d+$/;
const keptMs = 30 * 86_400_000;

/**
 * A part of a burst, under `burst:`, its guild, kind, time and number. An entry is the hash of a verified claim, or the
 * letters of a refusal's reference: the member is stored only with the claim or reference.
 */
export const burstSchema = z.strictObject({
	v: z.literal(1),
	entries: z.array(z.string().regex(/^([0-9a-f]{64}|[A-Z]{6})$/)).max(partSize),
});

/** The events behind grouped audit channel messages, kept for 30 days. Rejects with the store's errors. */
export class Bursts {
	readonly #store: ListedStore;
	readonly #clock: Pick<Clock, 'now'>;

	constructor(store: ListedStore, clock: Pick<Clock, 'now'>) {
		this.#store = store;
		this.#clock = clock;
	}

	/** @param kept the number of leading entries that are already stored */
	async keep(burst: Burst, entries: readonly string[], kept: number): Promise<void> {
		for (let part = Math.floor(kept / partSize); part * partSize < entries.length; part += 1) {
			const next = { v: 1, entries: entries.slice(part * partSize, (part + 1) * partSize) };
			await update(this.#store, keyOf(burst, part), () => ({ next, result: undefined }));
		}
	}

	/** The entries of a page, counted from 0, in order of arrival. Reads one or two rows, however many there are. */
	async page(
		burst: Burst,
		page: number,
	): Promise<{ readonly entries: readonly string[]; readonly hasNext: boolean }> {
		const first = page * pageSize;
		const part = Math.floor(first / partSize);
		const entries = await this.#read(keyOf(burst, part));
		const end = (first % partSize) + pageSize;
		const hasNext =
			entries.length > end ||
			(end === partSize && entries.length === end && (await this.#read(keyOf(burst, part + 1))).length > 0);
		return { entries: entries.slice(first % partSize, end), hasNext };
	}

	async prune(): Promise<void> {
		const oldest = this.#clock.now() - keptMs;
		for await (const { key, value } of this.#store.list(burstPrefix)) {
			const since = Number(key.split(':')[3]) * 1_000;
			// A damaged row can't be compared.
			if (value !== undefined && !(since >= oldest)) await this.#store.compareAndSet(key, value, undefined);
		}
	}

	async #read(key: string): Promise<readonly string[]> {
		return burstSchema.safeParse(await this.#store.get(key)).data?.entries ?? [];
	}
}

function keyOf({ guildId, kind, since }: Burst, part: number): string {
	return `${burstPrefix}${guildId}:${kind}:${since}:${part}`;
}
