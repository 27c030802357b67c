import { z } from 'zod';
import type { Clock } from '../base/clock.js';
import type { SecureRandom } from '../base/random.js';
import { timestamp } from '../base/row-fields.js';
import { type Reach, type RowsOf, SharedPasses } from '../storage/shared-passes.js';
import type { ListedStore } from '../storage/update.js';
import { compareAndSet } from '../storage/update.js';

/** A code without holders that staff have looked up, and may give or block. */
export const lookedUpSchema = z.object({
	v: z.literal(1),
	at: timestamp,
	/** The moderator and guild that looked it up; others can't use it. */
	by: z.string(),
	guildId: z.string(),
	/** The code, encrypted as in a claim, and the hash that it is encrypted with. */
	hash: z.string(),
	sealed: z.string(),
});

export type LookedUpCode = Omit<z.infer<typeof lookedUpSchema>, 'v' | 'at'>;

const lookedUpPrefix = 'looked-up:';
const validMs = 15 * 60_000;
/** Tolerated clock difference between two processes: a time in the future counts as now up to this. */
const skewMs = 60_000;

/**
 * Codes that staff have looked up, in the store: a button has no room for a code, and works after a restart. Each is
 * valid for 15 minutes; if the clock was set back it expires immediately. Rejects with the store's errors.
 */
export class LookedUpCodes {
	readonly #store: ListedStore;
	readonly #clock: Pick<Clock, 'now'>;
	readonly #unguessable: Pick<SecureRandom, 'id'>;

	readonly #passes = new SharedPasses<z.infer<typeof lookedUpSchema>>(({ by }) => [by]);

	constructor(store: ListedStore, clock: Pick<Clock, 'now'>, unguessable: Pick<SecureRandom, 'id'>) {
		this.#store = store;
		this.#clock = clock;
		this.#unguessable = unguessable;
	}

	/** Stores a code and returns the id of its lookup. */
	async keep(code: LookedUpCode): Promise<string> {
		const id = this.#unguessable.id();
		const row = { v: 1, at: this.#clock.now(), ...code };
		await compareAndSet(this.#store, lookedUpPrefix + id, undefined, row);
		return id;
	}

	/** @returns undefined if this moderator has no lookup with this id any more */
	async read(id: string, by: string, guildId: string): Promise<LookedUpCode | undefined> {
		const kept = lookedUpSchema.safeParse(await this.#store.get(lookedUpPrefix + id)).data;
		return kept?.by === by && kept.guildId === guildId && this.#isValid(kept.at) ? kept : undefined;
	}

	/** Every lookup by this person, oldest first. */
	async of(
		userId: string,
		reach: Reach,
	): Promise<RowsOf<{ readonly at: number; readonly guildId: string; readonly what: string }>> {
		const { rows, isComplete } = await this.#passes.of(userId, reach, this.#all());
		const found = rows.map(({ at, guildId }) => ({ at, guildId, what: 'code' }));
		return { rows: found.toSorted((a, b) => a.at - b.at), isComplete };
	}

	async *#all() {
		for await (const { value } of this.#store.list(lookedUpPrefix))
			yield lookedUpSchema.safeParse(value).data;
	}

	/** Deletes every lookup by this person. */
	async forget(userId: string): Promise<void> {
		await this.#delete((kept) => kept?.by === userId);
	}

	async prune(): Promise<void> {
		await this.#delete((kept) => kept === undefined || !this.#isValid(kept.at));
	}

	#isValid(at: number): boolean {
		const age = this.#clock.now() - at;
		return age < validMs && age >= -skewMs;
	}

	async #delete(isOver: (kept: z.infer<typeof lookedUpSchema> | undefined) => boolean): Promise<void> {
		for await (const { key, value } of this.#store.list(lookedUpPrefix)) {
			if (!isOver(lookedUpSchema.safeParse(value).data)) continue;
			await compareAndSet(this.#store, key, value, undefined);
		}
	}
}
