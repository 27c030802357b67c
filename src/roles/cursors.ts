import { z } from 'zod';
import { timestamp } from '../base/row-fields.js';
import { update, type ValueStore } from '../storage/update.js';

const supportKey = 'reconciler:support-ended-until';
/** Every day since then is scanned: a time before 1970 would be damage. */
export const supportCursorSchema = z.object({ v: z.literal(1), until: timestamp.nonnegative() });

/** Stores the time up to which ended support has been processed. */
export class SupportCursor {
	readonly #store: ValueStore;

	constructor(store: ValueStore) {
		this.#store = store;
	}

	async read(): Promise<number | undefined> {
		return supportCursorSchema.safeParse(await this.#store.get(supportKey)).data?.until;
	}

	async save(until: number): Promise<void> {
		await update(this.#store, supportKey, () => ({ next: { v: 1, until }, result: undefined }));
	}
}

const driftKey = 'reconciler:drift';
export const driftCursorSchema = z.object({ v: z.literal(1), after: z.string() });

/** Stores a process's progress through its members in the search for drift; undefined between rounds. */
export class DriftCursor {
	readonly #store: ValueStore;

	constructor(store: ValueStore) {
		this.#store = store;
	}

	async read(): Promise<string | undefined> {
		return driftCursorSchema.safeParse(await this.#store.get(driftKey)).data?.after;
	}

	async save(after: string | undefined): Promise<void> {
		const next = after === undefined ? undefined : { v: 1, after };
		await update(this.#store, driftKey, () => ({ next, result: undefined }));
	}
}
