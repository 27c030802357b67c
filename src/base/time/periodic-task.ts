import type { Clock } from '../clock.js';
import type { Logger } from '../logger.js';

export interface PeriodicTaskOptions extends Pick<Clock, 'delay'> {
	readonly name: string;
	readonly everyMs: number;
	readonly work: () => Promise<void>;
	readonly logger: Pick<Logger, 'warn'>;
}

/** Work done at the start and then every `everyMs` milliseconds. Failures are logged and don't stop the next round. */
export class PeriodicTask {
	readonly #options: PeriodicTaskOptions;
	readonly #stopping = new AbortController();
	#loop: Promise<void> = Promise.resolve();

	constructor(options: PeriodicTaskOptions) {
		this.#options = options;
	}

	start(): void {
		this.#loop = this.#run();
	}

	async stop(): Promise<void> {
		this.#stopping.abort();
		await this.#loop;
	}

	async #run(): Promise<void> {
		const { name, everyMs, work, logger, delay } = this.#options;
		const { signal } = this.#stopping;
		while (!signal.aborted) {
			try {
				await work();
			} catch (error) {
				logger.warn({ err: error, name }, 'A periodic task failed');
			}
			await delay(everyMs, signal);
		}
	}
}
