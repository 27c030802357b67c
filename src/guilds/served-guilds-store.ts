import { z } from 'zod';
import { StoreCorruptError } from '../base/errors.js';
import { snowflake } from '../base/row-fields.js';
import { update, type ValueStore } from '../storage/update.js';

const servedKey = 'meta:served';

export const servedSchema = z.strictObject({ v: z.literal(1), list: z.array(snowflake) });

/**
 * The stored list of served guilds, shared by all processes. Rejects with the store's errors, and with
 * StoreCorruptError on a damaged one.
 */
export class ServedGuildsStore {
	readonly #store: ValueStore;

	constructor(store: ValueStore) {
		this.#store = store;
	}

	/** The list of the latest start; undefined if no bot has started on this store yet. */
	async read(): Promise<readonly string[] | undefined> {
		const stored = await this.#store.get(servedKey);
		if (stored === undefined) return undefined;
		const parsed = servedSchema.safeParse(stored);
		if (parsed.success) return parsed.data.list;
		throw new StoreCorruptError('The database’s note of the served servers is damaged', {
			cause: parsed.error,
		});
	}

	/** Notes the list of a start: the last start wins. */
	async note(ids: readonly string[]): Promise<void> {
		await update(this.#store, servedKey, () => ({ next: { v: 1, list: [...ids] }, result: undefined }));
	}
}
