import type { Clock } from '../../base/clock.js';
import type { Logger } from '../../base/logger.js';
import type { SecureRandom } from '../../base/secure-random.js';
import type { ServedGuilds } from '../../guilds/served-guilds.js';
import { type Reach, type RowsOf, SharedPasses } from '../../storage/shared-passes.js';
import { type ListedStore, update } from '../../storage/update.js';
import {
	lettersIn,
	newLetters,
	type ReferenceRow,
	referencePrefix,
	referenceSchema,
	shownReference,
} from './reference.js';

/** What a reference is given for. */
export type Refused = Pick<ReferenceRow, 'guildId' | 'userId' | 'why' | 'hash' | 'item'>;

/** A refusal that somebody has named by its reference. */
export interface FoundReference extends Omit<ReferenceRow, 'v'> {
	/** As it is shown: `KQT-WDR`. */
	readonly reference: string;
}

const minute = 60_000;
const keptMs = 30 * 24 * 60 * minute;
/** How long a member waits for the number of an answer. */
const patienceMs = 1_000;
/** 64 million references exist: meeting this many taken ones in a row is no chance. */
const mostTries = 5;
/** More of one member are not kept: whoever types nonsense all day fills no store. */
const mostKept = { most: 10, windowMs: 10 * minute } as const;

export interface ReferenceParts {
	readonly store: ListedStore;
	readonly served: Pick<ServedGuilds, 'isHome'>;
	readonly clock: Clock;
	readonly unguessable: Pick<SecureRandom, 'below'>;
	readonly logger: Pick<Logger, 'warn'>;
}

/**
 * The numbers of refusals and errors, for staff: kept for 30 days. A reference proves nothing alone: whoever has one
 * may have been shown it by somebody else. Methods but `issue` reject with what the store rejects with.
 */
export class References {
	readonly #parts: ReferenceParts;
	/** By member: when references were kept lately. */
	readonly #lately = new Map<string, readonly number[]>();

	/** Refusals of everybody are kept together: without sharing, a crowd at `/privacy` would read them over and over. */
	readonly #passes = new SharedPasses<FoundReference>(({ userId }) => [userId]);

	constructor(parts: ReferenceParts) {
		this.#parts = parts;
	}

	/**
	 * Gives a refusal its reference, `KQT-WDR`. Never rejects and never takes long: where the store is down, the
	 * reference is shown and logged all the same, and can't be found.
	 */
	async issue(refused: Refused): Promise<string> {
		const { unguessable, clock, logger } = this.#parts;
		const unkept = newLetters(unguessable.below);
		if (!this.#mayKeep(refused.userId)) return shownReference(unkept);
		const kept = this.#keep(unkept, refused).catch((err: unknown) => {
			logger.warn({ err, reference: shownReference(unkept) }, 'A reference could not be kept');
			return unkept;
		});
		// The late one is kept under the letters that are shown, unless they were somebody else's already.
		return shownReference(await Promise.race([kept, clock.delay(patienceMs).then(() => unkept)]));
	}

	/** What is known of a reference as typed; undefined where nothing is, or nothing that this guild's staff may see. */
	async find(typed: string, guildId: string): Promise<FoundReference | undefined> {
		const found = await this.byLetters(typed);
		if (found === undefined) return undefined;
		return this.#parts.served.isHome(guildId) || found.guildId === guildId ? found : undefined;
	}

	/** The same, whoever asks: for the bot's own decisions. */
	async byLetters(typed: string): Promise<FoundReference | undefined> {
		const letters = lettersIn(typed);
		if (letters === undefined) return undefined;
		const row = this.#read(await this.#parts.store.get(referencePrefix + letters));
		if (row === undefined) return undefined;
		const { v: _, ...found } = row;
		return { ...found, reference: shownReference(letters) };
	}

	/** Until when the member's refused code can be moved to their account. Undefined where there is no such refusal. */
	async allowMove(typed: string, userId: string, until: number): Promise<FoundReference | undefined> {
		const letters = lettersIn(typed);
		if (letters === undefined) return undefined;
		return await update(this.#parts.store, referencePrefix + letters, (current) => {
			const row = this.#read(current);
			if (row?.userId !== userId || row.hash === undefined) return { result: undefined };
			const next = { ...row, movableUntil: until };
			const { v: _, ...found } = next;
			return { next, result: { ...found, reference: shownReference(letters) } };
		});
	}

	/** Notes who moves the purchase to the account that the reference was shown to; undefined: it is done. */
	async noteMove(typed: string, movedBy: string | undefined): Promise<void> {
		const letters = lettersIn(typed);
		if (letters === undefined) return;
		await update(this.#parts.store, referencePrefix + letters, (current) => {
			const row = this.#read(current);
			if (row === undefined) return { result: undefined };
			const { movedBy: _, ...rest } = row;
			return { next: movedBy === undefined ? rest : { ...rest, movedBy }, result: undefined };
		});
	}

	/** The references to which moves have begun that nobody was told of. */
	async movesBegun(): Promise<readonly FoundReference[]> {
		return await this.#kept((row) => row.movedBy !== undefined);
	}

	/** What is kept about a member, oldest first. */
	async of(
		userId: string,
		reach: Reach,
	): Promise<RowsOf<{ readonly at: number; readonly guildId: string | undefined; readonly what: string }>> {
		const { rows, isComplete } = await this.#passes.of(userId, reach, this.#all());
		return { rows: byTime(rows).map(({ at, guildId, why }) => ({ at, guildId, what: why })), isComplete };
	}

	/** The refusals of a guild that came since then (milliseconds since the epoch), at most `most`, the newest first. */
	async since(guildId: string, since: number, most: number): Promise<readonly FoundReference[]> {
		const found = await this.#kept((row) => row.guildId === guildId && row.at >= since);
		return found.toReversed().slice(0, most);
	}

	/** Removes what is kept about a member. */
	async forget(userId: string): Promise<void> {
		this.#lately.delete(userId);
		await this.#remove((row) => row?.userId === userId);
	}

	/** Removes what nobody can look up any more. */
	async prune(): Promise<void> {
		const at = this.#parts.clock.now();
		for (const [userId, times] of this.#lately) {
			if (times.every((time) => time <= at - mostKept.windowMs)) this.#lately.delete(userId);
		}
		await this.#remove((row) => row === undefined);
	}

	/** What is kept and fits, oldest first. */
	async #kept(fits: (found: FoundReference) => boolean): Promise<readonly FoundReference[]> {
		const kept: FoundReference[] = [];
		for await (const found of this.#all()) if (found !== undefined && fits(found)) kept.push(found);
		return byTime(kept);
	}

	/** Undefined for each that is too old or can't be read. */
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
		const times = (this.#lately.get(userId) ?? []).filter((time) => time > at - mostKept.windowMs);
		if (times.length >= mostKept.most) return false;
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
			...(item !== undefined && { item: { id: item.id, name: item.name.slice(0, 300) } }),
		};
		let letters = first;
		for (let tries = 1; !(await store.compareAndSet(referencePrefix + letters, undefined, row)); tries += 1) {
			if (tries === mostTries) throw new Error('No free reference was found');
			letters = newLetters(unguessable.below);
		}
		return letters;
	}

	/** Undefined where it is too old, or nothing that this version can read. A time in the future counts as now. */
	#read(value: unknown): ReferenceRow | undefined {
		const row = referenceSchema.safeParse(value).data;
		return row !== undefined && this.#parts.clock.now() - row.at < keptMs ? row : undefined;
	}

	async #remove(isMeant: (row: ReferenceRow | undefined) => boolean): Promise<void> {
		const { store } = this.#parts;
		for await (const { key, value } of store.list(referencePrefix)) {
			// A damaged row can't be compared, so it stays for the doctor.
			if (value === undefined || !isMeant(this.#read(value))) continue;
			await store.compareAndSet(key, value, undefined);
		}
	}
}

function byTime(found: readonly FoundReference[]): readonly FoundReference[] {
	return found.toSorted((a, b) => a.at - b.at);
}
