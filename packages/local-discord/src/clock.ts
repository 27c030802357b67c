/** The stand-in's time, which a test can stop or move. */
export interface Clock {
	/** Milliseconds since the epoch. */
	now(): number;
	/** Runs `task` once after `ms` milliseconds; the returned function cancels it. */
	after(ms: number, task: () => void): () => void;
}

/** The machine's own clock. Its timers never keep a process alive: the server's sockets do that. */
export const systemClock: Clock = {
	now: () => Date.now(),
	after(ms, task) {
		const timer = setTimeout(task, ms);
		timer.unref();
		return () => clearTimeout(timer);
	},
};
