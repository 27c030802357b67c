import { type PoolOptions, type PoolWorker, ThreadsPoolWorker, type WorkerRequest } from 'vitest/node';

type Listener = (value: unknown) => void;

/** Runs per thread: then everything a mutant leaves behind, such as timers and caches, is dropped. */
const runsOnOneThread = 100;

let thread: ThreadsPoolWorker | undefined;
let runs = 0;

/**
 * Keeps the thread of the previous run, with its modules. Vitest ends a thread after each run, and loading the modules
 * again takes longer than the few tests that concern a mutant.
 */
export function keptThread(options: PoolOptions): PoolWorker {
	const isNew = thread === undefined;
	const current = thread ?? new ThreadsPoolWorker(options);
	thread = current;
	runs = isNew ? 1 : runs + 1;
	const listeners: [event: string, listener: Listener][] = [];

	async function end(): Promise<void> {
		if (thread === current) thread = undefined;
		await current.stop();
	}

	return {
		name: 'kept-thread',
		async start() {
			if (isNew) await current.start();
		},
		on(event: string, listener: Listener) {
			listeners.push([event, listener]);
			current.on(event, listener);
		},
		off(event: string, listener: Listener) {
			current.off(event, listener);
		},
		send(message: WorkerRequest) {
			if (message.type !== 'stop') current.send(message);
			else for (const [event, listener] of listeners) if (event === 'message') listener(stopped);
		},
		async stop() {
			for (const [event, listener] of listeners) current.off(event, listener);
			if (runs >= runsOnOneThread) await end();
		},
		deserialize: (data) => data,
	};
}

const stopped = { __vitest_worker_response__: true, type: 'stopped' };
