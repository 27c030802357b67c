import { z } from 'zod';
import { Aftermath, type AftermathParts } from './aftermath.js';
import { actsOf, type WorldPart } from './world-part.js';
import type { ClockActs, ClockState } from './world-state.js';

/** Ten years: further on, no purchase of today says anything. */
const maxMs = 10 * 365 * 86_400_000;

export interface ClockPartOptions {
	readonly aheadMs: () => number;
	/** Resolves once everything lives in the new time. */
	readonly advance: (ms: number) => Promise<void>;
	readonly aftermath: Omit<AftermathParts, 'onChange'>;
	readonly onChange: (state: ClockState) => void;
}

/** The time of the world. */
export class ClockPart implements WorldPart {
	readonly name = 'clock';
	readonly acts: WorldPart['acts'] = actsOf<ClockActs>({
		'clock-advance': {
			args: z.object({ ms: z.int().min(1_000).max(maxMs) }),
			run: ({ ms }) => this.#advance(ms),
		},
	});
	readonly #options: ClockPartOptions;
	readonly #aftermath: Aftermath;
	#moves = 0;
	#movedBy: number | undefined;

	constructor(options: ClockPartOptions) {
		this.#options = options;
		this.#aftermath = new Aftermath({ ...options.aftermath, onChange: () => this.#notify() });
	}

	state(): ClockState {
		const lastMove =
			this.#movedBy === undefined ? undefined : { ms: this.#movedBy, happened: this.#aftermath.lines };
		return { aheadMs: this.#options.aheadMs(), isMoving: this.#moves > 0, lastMove };
	}

	close(): void {
		this.#aftermath.close();
	}

	#notify(): void {
		this.#options.onChange(this.state());
	}

	async #advance(ms: number): Promise<void> {
		this.#moves += 1;
		this.#movedBy = ms;
		this.#aftermath.begin();
		this.#notify();
		try {
			await this.#options.advance(ms);
		} finally {
			this.#moves -= 1;
			this.#notify();
		}
	}
}
