import { z } from 'zod';
import type { Clock } from '../../base/clock.js';
import type { SecureRandom } from '../../base/random.js';
import { timestamp } from '../../base/row-fields.js';
import type { ListedStore } from '../../storage/store.js';
import { defineKind, type RowOf, Table } from '../../storage/table.js';

const validMs = 15 * 60_000;

/** Codes without holders that staff have looked up, and may give or block. */
export const lookedUpKind = defineKind({
	prefix: 'looked-up:',
	schema: z.object({
		v: z.literal(1),
		at: timestamp,
		/** The moderator and guild that looked it up; others can't use it. */
		by: z.string(),
		guildId: z.string(),
		/** The code, encrypted as in a claim, and the hash that it is encrypted with. */
		hash: z.string(),
		sealed: z.string(),
	}),
	until: ({ at }) => at + validMs,
	personal: {
		name: 'codesLookedUp',
		people: ({ by }) => [by],
		shown: ({ at, guildId }) => ({ at, guildId, what: 'code' }),
	},
});
type LookedUpRow = RowOf<typeof lookedUpKind>;
export type LookedUpCode = Omit<LookedUpRow, 'v' | 'at'>;

/**
 * Codes that staff have looked up, in the store: a button has no room for a code, and works after a restart. Each is
 * valid for 15 minutes. Rejects with the store's errors.
 */
export class LookedUpCodes {
	readonly #rows: Table<LookedUpRow>;
	readonly #clock: Pick<Clock, 'now'>;
	readonly #unguessable: Pick<SecureRandom, 'id'>;

	constructor(store: ListedStore, clock: Pick<Clock, 'now'>, unguessable: Pick<SecureRandom, 'id'>) {
		this.#rows = new Table(lookedUpKind, store, clock);
		this.#clock = clock;
		this.#unguessable = unguessable;
	}

	/** Stores a code and returns the id of its lookup. */
	async keep(code: LookedUpCode): Promise<string> {
		const id = this.#unguessable.id();
		await this.#rows.add(id, { v: 1, at: this.#clock.now(), ...code });
		return id;
	}

	/** @returns undefined if this moderator has no lookup with this id any more */
	async read(id: string, by: string, guildId: string): Promise<LookedUpCode | undefined> {
		const kept = await this.#rows.get(id);
		return kept?.by === by && kept.guildId === guildId ? kept : undefined;
	}
}
