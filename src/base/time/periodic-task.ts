import type { Clock } from '../clock.js';
import type { Logger } from '../logger.js';

export interface PeriodicTaskOptions {
	readonly name: string;
	/** The pause before the first round. Default: none. */
	readonly firstMs?: number;
	readonly everyMs: number;
	/** One round. A number is the pause in ms before the next one, in place of `everyMs`. */
	readonly work: () => Promise<unknown>;
	readonly logger: Pick<Logger, 'warn'>;
	readonly clock: Pick<Clock, 'delay'>;
}

/** Work done in rounds, with pauses between them. A failure is logged and doesn't stop the next round. */
export class PeriodicTask implements BackgroundTask {
	readonly name: string;
	readonly #options: PeriodicTaskOptions;
	readonly #stopping = new AbortController();
	#pause = new AbortController();
	#isStarted = false;
	#loop: Promise<void> = Promise.resolve();

	constructor(options: PeriodicTaskOptions) {
		this.name = options.name;
		this.#options = options;
	}

	get isStarted(): boolean {
		return this.#isStarted;
	}

	/** Aborts when the task is stopped; for work that ends early. */
	get signal(): AbortSignal {
		return this.#stopping.signal;
	}

	start(): void {
		if (this.#isStarted) return;
		this.#isStarted = true;
		this.#loop = this.#run();
	}

	/** Starts the next round now, or right after the current one. */
	wake(): void {
		this.#pause.abort('woken');
	}

	/** Resolves when the round in progress has ended. */
	async stop(): Promise<void> {
		this.#stopping.abort();
		this.wake();
		await this.#loop;
	}

	async #run(): Promise<void> {
		const { name, firstMs = 0, everyMs, work, logger, clock } = this.#options;
		if (firstMs > 0) await clock.delay(firstMs, this.#pause.signal);
		while (!this.signal.aborted) {
			this.#pause = new AbortController();
			let pauseMs = everyMs;
			try {
				const next = await work();
				if (typeof next === 'number') pauseMs = next;
			} catch (error) {
				logger.warn({ err: error, name }, 'A task failed');
			}
			if (!this.signal.aborted) await clock.delay(pauseMs, this.#pause.signal);
		}
	}
}

/** Work that goes on by itself until the bot stops. */
export interface BackgroundTask {
	readonly name: string;
	start(): void;
	/** Resolves when the work in progress has ended. */
	stop(): Promise<void>;
}
