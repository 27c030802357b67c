import { z } from 'zod';
import { actsOf, type WorldPart } from './world-part.js';
import type { ClockActs, ClockState } from './world-state.js';

/** Ten years: further on, no purchase of today says anything. */
const mostMs = 10 * 365 * 86_400_000;

export interface ClockPartOptions {
	readonly aheadMs: () => number;
	/** Resolves once everything lives in the new time. */
	readonly advance: (ms: number) => Promise<void>;
	readonly onChange: (state: ClockState) => void;
}

/** The time of the world. */
export class ClockPart implements WorldPart {
	readonly name = 'clock';
	readonly acts: WorldPart['acts'] = actsOf<ClockActs>({
		'clock-advance': {
			args: z.object({ ms: z.int().min(1_000).max(mostMs) }),
			run: ({ ms }) => this.#advance(ms),
		},
	});
	readonly #options: ClockPartOptions;
	#moves = 0;

	constructor(options: ClockPartOptions) {
		this.#options = options;
	}

	state(): ClockState {
		return { aheadMs: this.#options.aheadMs(), isMoving: this.#moves > 0 };
	}

	close(): void {}

	async #advance(ms: number): Promise<void> {
		this.#moves += 1;
		this.#options.onChange(this.state());
		try {
			await this.#options.advance(ms);
		} finally {
			this.#moves -= 1;
			this.#options.onChange(this.state());
		}
	}
}
