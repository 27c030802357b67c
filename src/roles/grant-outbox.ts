import { z } from 'zod';
import { update, type ValueStore } from '../storage/update.js';

/** A member whose roles have to be brought in line with the claims, in one guild. */
export interface GrantTarget {
	readonly guildId: string;
	readonly userId: string;
}

/** The part of the store that the outbox needs. */
export interface OutboxStore extends ValueStore {
	list(prefix: string): AsyncIterable<{ readonly key: string; readonly value?: unknown }>;
}

const prefix = 'grant:';
const entrySchema = z.object({ v: z.literal(1), mark: z.number() });

/**
 * Which members still wait for their roles, kept in the store so that a restart forgets nobody. An entry says only who:
 * what to give follows from the claims at the moment of giving, so a newer wish never meets an older plan.
 */
export class GrantOutbox {
	readonly #store: OutboxStore;
	readonly #now: () => number;

	constructor(store: OutboxStore, now: () => number) {
		this.#store = store;
		this.#now = now;
	}

	/** Records the target and gives a mark by which `settle` knows whether a newer wish has come since. */
	async record(target: GrantTarget): Promise<number> {
		return await update(this.#store, keyOf(target), (current) => {
			const parsed = entrySchema.safeParse(current);
			// A mark only has to differ from the ones before it; the clock may stand still or step back.
			const mark = Math.max(this.#now(), (parsed.data?.mark ?? 0) + 1);
			return { next: { v: 1, mark }, result: mark };
		});
	}

	/** Removes the entry, unless it was recorded again since it got this mark. */
	async settle(target: GrantTarget, mark: number): Promise<void> {
		await update(this.#store, keyOf(target), (current) => {
			const isSame = entrySchema.safeParse(current).data?.mark === mark;
			return isSame ? { next: undefined, result: undefined } : { result: undefined };
		});
	}

	/** Whether the member still waits for roles in the guild. */
	async has(target: GrantTarget): Promise<boolean> {
		return (await this.#store.get(keyOf(target))) !== undefined;
	}

	/** Every target that still waits, from this process' life or an earlier one's, with its mark. */
	async *waiting(): AsyncGenerator<GrantTarget & { readonly mark: number }> {
		for await (const { key, value } of this.#store.list(prefix)) {
			const [guildId, userId] = key.slice(prefix.length).split(':');
			const entry = entrySchema.safeParse(value);
			// An unreadable entry still names a member who waits: any mark will do, the next wish replaces it.
			if (guildId && userId) yield { guildId, userId, mark: entry.data?.mark ?? 0 };
		}
	}
}

function keyOf({ guildId, userId }: GrantTarget): string {
	return `${prefix}${guildId}:${userId}`;
}
