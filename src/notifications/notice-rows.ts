import { type ListedStore, update } from '../storage/update.js';
import { type NoticeRow, noticePrefix, noticeRowSchema } from './notice.js';

export function noticeKey(userId: string, id: string): string {
	return `${noticePrefix}${userId}:${id}`;
}

/** The stored notices. Rejects with the store's errors. */
export class NoticeRows {
	readonly #store: ListedStore;

	constructor(store: ListedStore) {
		this.#store = store;
	}

	/** Leaves an existing row with this key as it is. */
	async add(key: string, row: NoticeRow): Promise<void> {
		await this.#store.compareAndSet(key, undefined, row);
	}

	async put(key: string, row: NoticeRow): Promise<void> {
		await update(this.#store, key, () => ({ next: row, result: undefined }));
	}

	async read(key: string): Promise<NoticeRow | undefined> {
		return noticeRowSchema.safeParse(await this.#store.get(key)).data;
	}

	/** @returns false if another process has changed it meanwhile */
	async replace(key: string, expected: NoticeRow, next: NoticeRow): Promise<boolean> {
		const current = await this.#store.get(key);
		const row = noticeRowSchema.safeParse(current).data;
		if (row === undefined || row.state !== expected.state || row.at !== expected.at) return false;
		return await this.#store.compareAndSet(key, current, next);
	}

	/** All readable rows, or one member's. */
	async *all(userId?: string): AsyncGenerator<{ readonly key: string; readonly row: NoticeRow }> {
		for await (const { key, value } of this.#store.list(prefixOf(userId))) {
			const row = noticeRowSchema.safeParse(value).data;
			if (row !== undefined) yield { key, row };
		}
	}

	/** @param isMeant gets undefined for a row that can't be read */
	async remove(isMeant: (row: NoticeRow | undefined) => boolean, userId?: string): Promise<void> {
		for await (const { key, value } of this.#store.list(prefixOf(userId))) {
			if (value === undefined || !isMeant(noticeRowSchema.safeParse(value).data)) continue;
			await this.#store.compareAndSet(key, value, undefined);
		}
	}
}

function prefixOf(userId: string | undefined): string {
	return userId === undefined ? noticePrefix : noticeKey(userId, '');
}
