import type { Clock } from '../../base/clock.js';
import type { Logger } from '../../base/logger.js';
import type { SecureRandom } from '../../base/random.js';
import { maxShownName } from '../../base/shown-purchase.js';
import type { Limits } from '../../storage/rate-limits.js';
import type { ListedStore } from '../../storage/store.js';
import { Table } from '../../storage/table.js';
import { lettersIn, newLetters, type ReferenceRow, referenceKind, shownReference } from './reference.js';

/** The refusal or error that gets a reference. */
export type Refused = Pick<ReferenceRow, 'guildId' | 'userId' | 'why' | 'hash' | 'item'>;

export interface FoundReference extends Omit<ReferenceRow, 'v'> {
	/** As it is shown: `KQT-WDR`. */
	readonly reference: string;
}

const patienceMs = 1_000;
/** There are 64 million references, so this many collisions in a row can't be chance. */
const maxTries = 5;

export interface ReferenceParts {
	readonly store: ListedStore;
	readonly limits: Pick<Limits, 'takeIn'>;
	readonly clock: Clock;
	readonly unguessable: Pick<SecureRandom, 'below'>;
	readonly logger: Pick<Logger, 'warn'>;
}

/**
 * References of refusals and errors, for staff: kept for 30 days. A reference proves nothing alone, because members can
 * pass it on. Methods except `issue` reject with the store's errors.
 */
export class References {
	readonly #parts: ReferenceParts;
	readonly #rows: Table<ReferenceRow>;

	constructor(parts: ReferenceParts) {
		this.#parts = parts;
		this.#rows = new Table(referenceKind, parts.store, parts.clock);
	}

	/**
	 * Gives a refusal its reference, `KQT-WDR`. Never rejects and never takes long: if the store is down, the reference
	 * is shown and logged anyway, but can't be looked up.
	 */
	async issue(refused: Refused): Promise<string> {
		const { unguessable, clock, logger } = this.#parts;
		const unkept = newLetters(unguessable.below);
		const kept = this.#keep(unkept, refused).catch((err: unknown) => {
			logger.warn({ err, reference: shownReference(unkept) }, 'A reference could not be stored');
			return unkept;
		});
		// A late one is stored under the letters that are shown, unless they were already taken.
		return shownReference(await Promise.race([kept, clock.delay(patienceMs).then(() => unkept)]));
	}

	/** The refusal of a typed reference. */
	async find(typed: string): Promise<FoundReference | undefined> {
		const letters = lettersIn(typed);
		if (letters === undefined) return undefined;
		const row = await this.#rows.get(letters);
		if (row === undefined) return undefined;
		const { v: _, ...found } = row;
		return { ...found, reference: shownReference(letters) };
	}

	/** Stores the refusal, unless the member had many lately. @returns the letters that are shown */
	async #keep(first: string, { guildId, userId, why, hash, item }: Refused): Promise<string> {
		const { store, limits, clock, unguessable } = this.#parts;
		const row: ReferenceRow = {
			v: 1,
			at: clock.now(),
			userId,
			why,
			...(guildId !== undefined && { guildId }),
			...(hash !== undefined && { hash }),
			...(item !== undefined && { item: { id: item.id, name: item.name.slice(0, maxShownName) } }),
		};
		return await store.transact(async (tx) => {
			if ((await limits.takeIn(tx, 'reference', userId)) !== undefined) return first;
			let letters = first;
			for (let tries = 1; (await this.#rows.get(letters, tx)) !== undefined; tries += 1) {
				if (tries === maxTries) throw new Error('No free reference was found');
				letters = newLetters(unguessable.below);
			}
			this.#rows.put(tx, letters, row);
			return letters;
		});
	}
}
