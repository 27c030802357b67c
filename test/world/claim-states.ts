import { type ClaimRow, claimRowSchema } from '../claim-row.js';

export type ClaimState = ClaimRow;

/** Undefined if the row was deleted or never written. */
export function stateOf(row: unknown): ClaimState | undefined {
	// Not validated, which keeps schedules fast: the product parses its own rows, and `judge` parses the final ones.
	return row as ClaimState | undefined;
}

/** The same, with the row's shape validated. */
export const parsedState = (row: unknown): ClaimState => claimRowSchema.parse(row);

export const holdersOf = ({ holders }: Pick<ClaimState, 'holders'>): readonly string[] =>
	holders.map(({ userId }) => userId);

export function isHeldBy(state: ClaimState, userId: string): boolean {
	return state.holders.some((holder) => holder.userId === userId);
}

/** Every state of each claim over time, so that a reply can be compared with all states during its request. */
export class ClaimStates {
	/** The number of claim writes so far. */
	#writes = 0;
	readonly #byHash = new Map<string, { readonly at: number; readonly state: ClaimState }[]>();

	/** The current mark, for `since`. */
	get mark(): number {
		return this.#writes;
	}

	note(hash: string, state: ClaimState): void {
		this.#writes += 1;
		const states = this.#byHash.get(hash) ?? [];
		states.push({ at: this.#writes, state });
		this.#byHash.set(hash, states);
	}

	/** The claim's states since a mark, including the one at that moment. */
	since(hash: string, mark: number): readonly ClaimState[] {
		const states = this.#byHash.get(hash) ?? [];
		const first = states.findLastIndex(({ at }) => at <= mark);
		return states.slice(Math.max(0, first)).map(({ state }) => state);
	}
}
