import { z } from 'zod';
import { snowflake, timestamp } from '../base/row-fields.js';
import type { ListedStore } from '../storage/update.js';

export const offerPrefix = 'offer:';
export const offerKeyPattern = /^offer:[\w-]{16,32}$/;

/**
 * The purchase of an offered seat, under `offer:` and the offer's id. The claim's record has the offer itself, so
 * nothing here names a member. It finds offers without a scan of all claims, and after a change of CLAIM_SECRET.
 */
export const offerRowSchema = z.strictObject({
	v: z.literal(1),
	/** Milliseconds since the epoch. */
	at: timestamp,
	/** Home, in which it was made. */
	guildId: snowflake,
	hash: z.string().regex(/^[0-9a-f]{64}$/),
	/** The receiver's notice is stored. */
	isNotified: z.boolean(),
});

export type OfferRow = z.infer<typeof offerRowSchema>;

/** The rows of offered seats. Methods reject with the store's errors. */
export class SeatOfferRows {
	readonly #store: ListedStore;

	constructor(store: ListedStore) {
		this.#store = store;
	}

	async add(id: string, about: Pick<OfferRow, 'at' | 'guildId' | 'hash'>): Promise<void> {
		const row: OfferRow = { v: 1, ...about, isNotified: false };
		await this.#store.compareAndSet(offerPrefix + id, undefined, row);
	}

	async hashOf(id: string): Promise<string | undefined> {
		return offerRowSchema.safeParse(await this.#store.get(offerPrefix + id)).data?.hash;
	}

	async noteNotified(id: string): Promise<void> {
		const current = await this.#store.get(offerPrefix + id);
		const row = offerRowSchema.safeParse(current).data;
		if (row === undefined || row.isNotified) return;
		await this.#store.compareAndSet(offerPrefix + id, current, { ...row, isNotified: true });
	}

	async remove(id: string): Promise<void> {
		const current = await this.#store.get(offerPrefix + id);
		if (current !== undefined) await this.#store.compareAndSet(offerPrefix + id, current, undefined);
	}

	/** Rows that this version can't read are left out. */
	async *all(): AsyncGenerator<OfferRow & { readonly id: string }> {
		for await (const { key, value } of this.#store.list(offerPrefix)) {
			const row = offerRowSchema.safeParse(value).data;
			if (row !== undefined) yield { ...row, id: key.slice(offerPrefix.length) };
		}
	}
}
