import { type PoolOptions, type PoolWorker, ThreadsPoolWorker, type WorkerRequest } from 'vitest/node';

type Listener = (value: unknown) => void;

/** Runs on one thread: whatever a mutant leaves behind (a timer, a cache) is dropped after this number of runs. */
const runsOnOneThread = 100;

let thread: ThreadsPoolWorker | undefined;
let runs = 0;

/**
 * The thread of the run before, with its modules. Vitest ends a thread after each run, and loading the modules anew
 * takes longer than the few tests that concern a mutant.
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
