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
	#loop: Promise<void> = Promise.resolve();

	constructor(options: PeriodicTaskOptions) {
		this.name = options.name;
		this.#options = options;
	}

	/** Aborts when the task is stopped; for work that ends early. */
	get signal(): AbortSignal {
		return this.#stopping.signal;
	}

	start(): void {
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

/** Between the starts of two tasks, so that the first rounds don't all need the store and Discord in the same moment. */
const staggerMs = 50;

export type Tasks = ReturnType<typeof createTasks>;

/** All loops of a process: the only place that starts them, and that stops them. */
export function createTasks(logger: Pick<Logger, 'debug'>, clock: Pick<Clock, 'delay'>) {
	const stopping = new AbortController();
	const started: BackgroundTask[] = [];
	let starting: Promise<void> = Promise.resolve();

	async function startOne(task: BackgroundTask): Promise<void> {
		if (stopping.signal.aborted) return;
		task.start();
		started.push(task);
		logger.debug({ task: task.name }, 'A task has started');
		await clock.delay(staggerMs, stopping.signal);
	}

	return {
		/** Starts them one after another, behind those that are still to be started. */
		start(...tasks: readonly BackgroundTask[]): void {
			for (const task of tasks) starting = starting.then(() => startOne(task));
		},

		/** Starts no further task, and resolves when all rounds in progress have ended. */
		async stop(): Promise<void> {
			stopping.abort();
			await starting;
			await Promise.all(started.map((task) => task.stop()));
		},
	};
}
