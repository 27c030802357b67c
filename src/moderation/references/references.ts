import type { Clock } from '../../base/clock.js';
import type { Logger } from '../../base/logger.js';
import type { SecureRandom } from '../../base/random.js';
import { maxShownName } from '../../base/shown-purchase.js';
import { isRecent } from '../../base/time/is-recent.js';
import { type Reach, type RowsOf, SharedPasses } from '../../storage/shared-passes.js';
import type { ListedStore } from '../../storage/update.js';
import { compareAndSet } from '../../storage/update.js';
import {
	lettersIn,
	newLetters,
	type ReferenceRow,
	referencePrefix,
	referenceSchema,
	shownReference,
} from './reference.js';

/** The refusal or error that gets a reference. */
export type Refused = Pick<ReferenceRow, 'guildId' | 'userId' | 'why' | 'hash' | 'item'>;

export interface FoundReference extends Omit<ReferenceRow, 'v'> {
	/** As it is shown: `KQT-WDR`. */
	readonly reference: string;
}

const minute = 60_000;
const keptMs = 30 * 24 * 60 * minute;
const patienceMs = 1_000;
/** There are 64 million references, so this many collisions in a row can't be chance. */
const maxTries = 5;
/** Limit of stored references per member, so that typing nonsense all day can't fill the store. */
const maxKept = { most: 10, windowMs: 10 * minute } as const;

export interface ReferenceParts {
	readonly store: ListedStore;
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
	/** By member: when references were stored recently. */
	readonly #lately = new Map<string, readonly number[]>();

	/**
	 * All members' refusals are stored together: without shared passes, many members at `/privacy` would read them over
	 * and over.
	 */
	readonly #passes = new SharedPasses<FoundReference>(({ userId }) => [userId]);

	constructor(parts: ReferenceParts) {
		this.#parts = parts;
	}

	/**
	 * Gives a refusal its reference, `KQT-WDR`. Never rejects and never takes long: if the store is down, the reference
	 * is shown and logged anyway, but can't be looked up.
	 */
	async issue(refused: Refused): Promise<string> {
		const { unguessable, clock, logger } = this.#parts;
		const unkept = newLetters(unguessable.below);
		if (!this.#mayKeep(refused.userId)) return shownReference(unkept);
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
		const row = this.#read(await this.#parts.store.get(referencePrefix + letters));
		if (row === undefined) return undefined;
		const { v: _, ...found } = row;
		return { ...found, reference: shownReference(letters) };
	}

	/** Everything stored about a member, oldest first. */
	async of(
		userId: string,
		reach: Reach,
	): Promise<RowsOf<{ readonly at: number; readonly guildId: string | undefined; readonly what: string }>> {
		const { rows, isComplete } = await this.#passes.of(userId, reach, this.#all());
		return { rows: byTime(rows).map(({ at, guildId, why }) => ({ at, guildId, what: why })), isComplete };
	}

	/** Deletes everything stored about a member. */
	async forget(userId: string): Promise<void> {
		this.#lately.delete(userId);
		await this.#remove((row) => row?.userId === userId);
	}

	async prune(): Promise<void> {
		const at = this.#parts.clock.now();
		for (const [userId, times] of this.#lately) {
			if (!times.some((time) => isRecent(time, at, maxKept.windowMs))) this.#lately.delete(userId);
		}
		await this.#remove((row) => row === undefined);
	}

	/** Undefined for each that has expired or can't be read. */
	async *#all(): AsyncGenerator<FoundReference | undefined> {
		for await (const { key, value } of this.#parts.store.list(referencePrefix)) {
			const row = this.#read(value);
			if (row === undefined) {
				yield undefined;
				continue;
			}
			const { v: _, ...rest } = row;
			yield { ...rest, reference: shownReference(key.slice(referencePrefix.length)) };
		}
	}

	#mayKeep(userId: string): boolean {
		const at = this.#parts.clock.now();
		const lately = this.#lately.get(userId) ?? [];
		const times = lately.filter((time) => isRecent(time, at, maxKept.windowMs));
		if (times.length >= maxKept.most) return false;
		this.#lately.set(userId, [...times, at]);
		return true;
	}

	async #keep(first: string, { guildId, userId, why, hash, item }: Refused): Promise<string> {
		const { store, clock, unguessable } = this.#parts;
		const row: ReferenceRow = {
			v: 1,
			at: clock.now(),
			userId,
			why,
			...(guildId !== undefined && { guildId }),
			...(hash !== undefined && { hash }),
			...(item !== undefined && { item: { id: item.id, name: item.name.slice(0, maxShownName) } }),
		};
		let letters = first;
		for (
			let tries = 1;
			!(await compareAndSet(store, referencePrefix + letters, undefined, row));
			tries += 1
		) {
			if (tries === maxTries) throw new Error('No free reference was found');
			letters = newLetters(unguessable.below);
		}
		return letters;
	}

	/** @returns undefined if it has expired, or this version can't read it; a time in the future counts as now */
	#read(value: unknown): ReferenceRow | undefined {
		const row = referenceSchema.safeParse(value).data;
		return row !== undefined && this.#parts.clock.now() - row.at < keptMs ? row : undefined;
	}

	async #remove(isMeant: (row: ReferenceRow | undefined) => boolean): Promise<void> {
		const { store } = this.#parts;
		for await (const { key, value } of store.list(referencePrefix)) {
			// A damaged row can't be compared, so it stays for the doctor.
			if (value === undefined || !isMeant(this.#read(value))) continue;
			await compareAndSet(store, key, value, undefined);
		}
	}
}

function byTime(found: readonly FoundReference[]): readonly FoundReference[] {
	return found.toSorted((a, b) => a.at - b.at);
}
