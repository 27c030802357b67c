import { z } from 'zod';
import type { MemberRef } from '../base/member-ref.js';
import { timestamp } from '../base/row-fields.js';
import { type ListedStore, update } from '../storage/update.js';

const prefix = 'update-reader:';

/** A member asked for a server's role of updates, under `update-reader:`, the member's id and the server's. */
export const updateReaderSchema = z.strictObject({
	v: z.literal(1),
	/** When they asked, in milliseconds since the epoch. */
	at: timestamp,
});

/** The members who asked for the role of updates. Rejects with the store's errors. */
export class UpdateReaders {
	readonly #store: ListedStore;

	constructor(store: ListedStore) {
		this.#store = store;
	}

	async has(member: MemberRef): Promise<boolean> {
		return (await this.#store.get(keyOf(member))) !== undefined;
	}

	/** The servers in which the member asked, and when. */
	async of(userId: string): Promise<readonly { readonly guildId: string; readonly at: number }[]> {
		const found: { guildId: string; at: number }[] = [];
		for await (const { key, value } of this.#store.list(`${prefix}${userId}:`)) {
			const { at } = updateReaderSchema.safeParse(value).data ?? { at: 0 };
			found.push({ guildId: memberOf(key).guildId, at });
		}
		return found;
	}

	/** The members who asked in one of these servers. */
	async *in(guildIds: ReadonlySet<string>): AsyncGenerator<MemberRef> {
		for await (const { key } of this.#store.list(prefix)) {
			const member = memberOf(key);
			if (guildIds.has(member.guildId)) yield member;
		}
	}

	async add(member: MemberRef, at: number): Promise<void> {
		await this.#store.compareAndSet(keyOf(member), undefined, { v: 1, at });
	}

	async remove(member: MemberRef): Promise<void> {
		await update(this.#store, keyOf(member), () => ({ next: undefined, result: undefined }));
	}
}

function keyOf({ guildId, userId }: MemberRef): string {
	return `${prefix}${userId}:${guildId}`;
}

function memberOf(key: string): MemberRef {
	const [, userId = '', guildId = ''] = key.split(':');
	return { guildId, userId };
}
