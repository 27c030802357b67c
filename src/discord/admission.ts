/** After a longer turn of the event loop little begins: what Discord sent meanwhile has waited as long. */
const longTurnMs = 4;
/** With less of a processor, a long turn is not this process' own work. */
const halfOfIt = 0.5;
/** However long the turns are, something begins this often. */
const longestPauseMs = 10;

export interface AdmissionOptions {
	/** Milliseconds from any point in time, never going back. */
	readonly now: () => number;
	/** The milliseconds of processor time that this process has had. */
	readonly busyMs: () => number;
	/** Calls back in the next turn of the event loop, after what has arrived has been read. */
	readonly nextTurn: (callback: () => void) => void;
}

/**
 * Lets the work behind the acknowledgements begin: first come, first served, a little in each turn of the event loop,
 * and only while the turns are short. So however many members verify, what Discord sends is read and acknowledged between
 * two of them, and a process that is too busy answers later instead of acknowledging later. How much is under way
 * follows from that: work that waits for the shop costs no turn and holds nobody up. Nor does a machine that is busy with
 * other things: to wait for them would make nothing faster.
 */
export class Admission {
	readonly #options: AdmissionOptions;
	/** Called with whether the work may begin. */
	readonly #waiting = new Set<(mayBegin: boolean) => void>();
	#isTurning = false;
	#isClosed = false;
	#beganAt = Number.NEGATIVE_INFINITY;
	/** When the processor time was last read, and what it was: reading it takes longer than many a turn. */
	#readAt = 0;
	#busyThen = 0;

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
			const tookMs = at - since;
			if (tookMs <= longTurnMs) this.#begin(at, 1);
			// A turn that took long without much work was the machine's: it makes up for what could have begun.
			else if (this.#shareSince(at) <= halfOfIt) this.#begin(at, 1 + Math.floor(tookMs / longTurnMs));
			else if (at - this.#beganAt >= longestPauseMs) this.#begin(at, 1);
			this.#isTurning = this.#waiting.size > 0;
			if (this.#isTurning) this.#awaitTurn();
		});
	}

	/** The share of one processor that this process has had since this was last asked. */
	#shareSince(at: number): number {
		const busyMs = this.#options.busyMs();
		const share = (busyMs - this.#busyThen) / (at - this.#readAt);
		this.#readAt = at;
		this.#busyThen = busyMs;
		return share;
	}

	#begin(at: number, most: number): void {
		let left = most;
		this.#beganAt = at;
		for (const resolve of this.#waiting) {
			if (left === 0) return;
			left -= 1;
			this.#waiting.delete(resolve);
			resolve(true);
		}
	}
}

/** The processor time that this process has used so far, in milliseconds. */
export function busyMs(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1_000;
}
