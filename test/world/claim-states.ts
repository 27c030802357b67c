import { type ClaimRow, claimRowSchema } from '../claim-row.js';

export type ClaimState = ClaimRow;

/** Undefined if the row is deleted, or was never written. */
export function stateOf(row: unknown): ClaimState | undefined {
	// Trusted in a schedule for its speed: the product parses its own rows, and `judge` parses each of the last ones.
	return row as ClaimState | undefined;
}

/** The same, with the row's shape looked at. */
export const parsedState = (row: unknown): ClaimState => claimRowSchema.parse(row);

export const holdersOf = ({ holders }: Pick<ClaimState, 'holders'>): readonly string[] =>
	holders.map(({ userId }) => userId);

export function isHeldBy(state: ClaimState, userId: string): boolean {
	return state.holders.some((holder) => holder.userId === userId);
}

/** Every state that each claim was in, and when: an answer is held against those that it may speak of. */
export class ClaimStates {
	/** Writes of claims so far. */
	#writes = 0;
	readonly #byHash = new Map<string, { readonly at: number; readonly state: ClaimState }[]>();

	/** To be named by `since`. */
	get mark(): number {
		return this.#writes;
	}

	note(hash: string, state: ClaimState): void {
		this.#writes += 1;
		const states = this.#byHash.get(hash) ?? [];
		states.push({ at: this.#writes, state });
		this.#byHash.set(hash, states);
	}

	/** The states that the claim was in since a mark, the one at that moment included. */
	since(hash: string, mark: number): readonly ClaimState[] {
		const states = this.#byHash.get(hash) ?? [];
		const first = states.findLastIndex(({ at }) => at <= mark);
		return states.slice(Math.max(0, first)).map(({ state }) => state);
	}
}
