import type { Clock } from '../clock.js';
import type { Logger } from '../logger.js';

export interface PeriodicTaskOptions {
	readonly name: string;
	readonly everyMs: number;
	readonly work: () => Promise<void>;
	readonly logger: Pick<Logger, 'warn'>;
	readonly clock: Pick<Clock, 'delay'>;
}

/** Work done at the start and then every `everyMs` milliseconds. Failures are logged and don't stop the next round. */
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
		this.#isStarted = true;
		this.#loop = this.#run();
	}

	/** Starts the next round now, or right after the current one. */
	wake(): void {
		this.#pause.abort();
	}

	/** Resolves when the round in progress has ended. */
	async stop(): Promise<void> {
		this.#stopping.abort();
		this.wake();
		await this.#loop;
	}

	async #run(): Promise<void> {
		const { name, everyMs, work, logger, clock } = this.#options;
		while (!this.signal.aborted) {
			this.#pause = new AbortController();
			try {
				await work();
			} catch (error) {
				logger.warn({ err: error, name }, 'A periodic task failed');
			}
			await clock.delay(everyMs, this.#pause.signal);
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
