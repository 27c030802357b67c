/** After a longer turn of the event loop nothing new begins: what Discord sent meanwhile has waited as long. */
const longTurnMs = 4;
/** However long the turns are, something begins this often. */
const longestPauseMs = 40;

export interface AdmissionOptions {
	/** Milliseconds from any point in time, never going back. */
	readonly now: () => number;
	/** Calls back in the next turn of the event loop, after what has arrived has been read. */
	readonly nextTurn: (callback: () => void) => void;
}

/**
 * Lets the work behind the acknowledgements begin: first come, first served, one in each turn of the event loop, and
 * only while the turns are short. So however many members verify, what Discord sends is read and acknowledged between
 * two of them, and a process that is too busy answers later instead of acknowledging later. How much is under way
 * follows from that: work that waits for the shop costs no turn and holds nobody up.
 */
export class Admission {
	readonly #options: AdmissionOptions;
	/** Called with whether the work may begin. */
	readonly #waiting = new Set<(mayBegin: boolean) => void>();
	#isTurning = false;
	#isClosed = false;
	#beganAt = Number.NEGATIVE_INFINITY;

	constructor(options: AdmissionOptions) {
		this.#options = options;
	}

	/** How many wait for their turn. */
	get size(): number {
		return this.#waiting.size;
	}

	/** Resolves when the work may begin; to false where it may not any more, since the process stops. */
	turn(): Promise<boolean> {
		if (this.#isClosed) return Promise.resolve(false);
		return new Promise((resolve) => {
			this.#waiting.add(resolve);
			if (!this.#isTurning) this.#awaitTurn();
		});
	}

	/** Nothing more begins: who still waits is told so. */
	close(): void {
		this.#isClosed = true;
		for (const resolve of this.#waiting) resolve(false);
		this.#waiting.clear();
	}

	#awaitTurn(): void {
		const { now, nextTurn } = this.#options;
		const since = now();
		this.#isTurning = true;
		nextTurn(() => {
			const at = now();
			if (at - since <= longTurnMs || at - this.#beganAt >= longestPauseMs) this.#begin(at);
			this.#isTurning = this.#waiting.size > 0;
			if (this.#isTurning) this.#awaitTurn();
		});
	}

	#begin(at: number): void {
		const [next] = this.#waiting;
		if (next === undefined) return;
		this.#beganAt = at;
		this.#waiting.delete(next);
		next(true);
	}
}
