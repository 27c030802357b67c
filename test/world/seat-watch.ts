import type { ClaimState } from './claim-states.js';
import { dayMs, minuteMs } from './servers.js';
import type { Sometimes } from './sometimes.js';

/** As the product promises it: see "Given seats" in `docs/server.md`. */
const maxEnds = 3;
const endsCountMs = 30 * dayMs;

interface Write {
	readonly hash: string;
	readonly was: ClaimState;
	readonly is: ClaimState;
	/** The new line of the history, if there is one. */
	readonly what: string | undefined;
	/** How many members may hold it. */
	readonly seats: number;
	/** Milliseconds since the epoch. */
	readonly now: number;
}

/** The holder who gives seats: the earliest who holds the code itself. */
export function giverOf({ holders, given }: ClaimState): string | undefined {
	return given === undefined ? holders.find(({ givenBy }) => givenBy === undefined)?.userId : undefined;
}

/** Looks at given seats, and at offers of them, in each write of a claim. */
export class SeatWatch {
	readonly #broken: (what: string) => void;
	readonly #sometimes: Sometimes;
	readonly #isClockSane: boolean;
	/** By claim: when a given seat or an offer of one ended. */
	readonly #ends = new Map<string, number[]>();

	constructor(sometimes: Sometimes, broken: (what: string) => void, isClockSane: boolean) {
		this.#sometimes = sometimes;
		this.#broken = broken;
		this.#isClockSane = isClockSane;
	}

	written(write: Write): void {
		this.#origins(write);
		const { was, is, what, seats } = write;
		if (what === 'seat-offered') this.#offered(write);
		if (what === 'seat-accepted') this.#accepted(write);
		if (what === 'seat-taken-back' || what === 'seat-withdrawn' || what === 'seat-left') this.#ended(write);
		const isJoined = what === 'claimed' && is.holders.length > was.holders.length;
		if (isJoined && is.holders.length === seats && (was.offers ?? []).length > 0)
			this.#sometimes.note('the last seat is taken while a seat is offered');
	}

	/** A receiver got the seat from a holder of the code, and other holders aren’t marked as receivers. */
	#origins({ hash, was, is, what }: Write): void {
		for (const { userId, givenBy } of is.holders) {
			const before = was.holders.find((holder) => holder.userId === userId);
			if (before !== undefined) {
				const isDeleted = what === 'forgotten' && givenBy === 'deleted';
				if (givenBy !== before.givenBy && !isDeleted)
					this.#broken(`${userId} has a seat of another giver (${what}): ${hash}`);
				continue;
			}
			const expected = this.#origin(was, is, what, userId);
			if (givenBy !== expected)
				this.#broken(`${userId} has a seat from ${givenBy}, not ${expected} (${what}): ${hash}`);
		}
	}

	/** Who should have given a new holder their seat; undefined if no holder can. */
	#origin(was: ClaimState, is: ClaimState, what: string | undefined, userId: string): string | undefined {
		if (what === 'seat-accepted') return giverOf(was) ?? 'nobody who may';
		const former = is.history.at(-1)?.member;
		if (what === 'transferred') return was.holders.find((holder) => holder.userId === former)?.givenBy;
		if (what !== 'undone') return undefined;
		return was.undo?.before.holders.find((holder) => holder.userId === userId)?.givenBy;
	}

	#offered({ hash, was, is, seats, now }: Write): void {
		const offer = is.offers?.at(-1);
		if (offer === undefined || giverOf(was) !== offer.by)
			this.#broken(`a seat was offered by ${offer?.by}, who may not: ${hash}`);
		if (was.holders.some(({ userId }) => userId === offer?.to))
			this.#broken(`a seat was offered to a holder: ${hash}`);
		const kept = is.reserved.filter(({ until = Infinity }) => until > now + minuteMs).length;
		const promised = is.holders.length + (is.offers ?? []).length;
		// One of those that are kept may be the receiver's.
		const most = Math.max(seats - kept, kept > 0 ? is.holders.length + 1 : 0);
		if (this.#isClockSane && promised > most) this.#broken(`more offers than free seats: ${hash}`);
	}

	#accepted({ hash, was, is }: Write): void {
		const receiver = is.history.at(-1)?.by;
		const isMeant = ({ by, to }: { by: string; to: string }): boolean =>
			by === giverOf(was) && to === receiver;
		if (!(was.offers ?? []).some(isMeant)) this.#broken(`a seat was accepted that was not offered: ${hash}`);
		if ((is.offers ?? []).some(({ to }) => to === receiver))
			this.#broken(`an accepted offer is still there: ${hash}`);
		this.#sometimes.note('a member accepts a seat');
	}

	#ended({ hash, was, is, what, now }: Write): void {
		const by = is.history.at(-1)?.by;
		const left = was.holders.filter(({ userId }) => is.holders.every((holder) => holder.userId !== userId));
		if (left.some(({ givenBy }) => givenBy === undefined))
			this.#broken(`a holder of the code lost it as a given seat: ${hash}`);
		const isOwn = left.every(({ userId }) => userId === by);
		if (what === 'seat-left' ? !isOwn : by !== giverOf(was))
			this.#broken(`a given seat was ended by ${by}, who may not (${what}): ${hash}`);
		const ends = this.#ends.get(hash) ?? [];
		const counted = ends.filter((at) => at > now - endsCountMs + minuteMs);
		this.#ends.set(hash, [...ends, now]);
		if (this.#isClockSane && what !== 'seat-left' && counted.length >= maxEnds)
			this.#broken(`a fourth seat was taken back within 30 days: ${hash}`);
		if (what === 'seat-taken-back') this.#sometimes.note('a given seat is taken back');
		if (what === 'seat-withdrawn') this.#sometimes.note('an offer of a seat is withdrawn');
		if (what === 'seat-left') this.#sometimes.note('a receiver gives up their seat');
	}
}
