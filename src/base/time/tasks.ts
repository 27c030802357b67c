import type { Clock } from '../clock.js';
import type { Logger } from '../logger.js';
import type { BackgroundTask } from './periodic-task.js';

/** Between the starts of two tasks, so that the first rounds don't all need the store and Discord in the same moment. */
const staggerMs = 50;

/** All loops of a process: the only place that starts them, and that stops them. */
export class Tasks {
	readonly #logger: Pick<Logger, 'debug'>;
	readonly #clock: Pick<Clock, 'delay'>;
	readonly #stopping = new AbortController();
	readonly #started: BackgroundTask[] = [];
	#starting: Promise<void> = Promise.resolve();

	constructor(logger: Pick<Logger, 'debug'>, clock: Pick<Clock, 'delay'>) {
		this.#logger = logger;
		this.#clock = clock;
	}

	/** Starts them one after another, behind those that are still to be started. */
	start(...tasks: readonly BackgroundTask[]): void {
		for (const task of tasks) this.#starting = this.#starting.then(() => this.#start(task));
	}

	/** Starts no further task, and resolves when all rounds in progress have ended. */
	async stop(): Promise<void> {
		this.#stopping.abort();
		await this.#starting;
		await Promise.all(this.#started.map((task) => task.stop()));
	}

	async #start(task: BackgroundTask): Promise<void> {
		const { signal } = this.#stopping;
		if (signal.aborted) return;
		task.start();
		this.#started.push(task);
		this.#logger.debug({ task: task.name }, 'A task has started');
		await this.#clock.delay(staggerMs, signal);
	}
}
