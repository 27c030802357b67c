/** The clock dependency; tests pass their own. */
export interface Clock {
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Resolves after `ms` milliseconds, or early when the signal aborts. */
	readonly delay: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export const systemClock: Clock = { now: Date.now, delay };

/** Waits by signal. They share one listener: Node reports hundreds on one signal as a leak. */
const waitsOf = new WeakMap<AbortSignal, { readonly waits: Set<() => void>; readonly endAll: () => void }>();

/** Unlike Node's timer it resolves when the signal aborts: an error with a stack per wait costs too much. */
export function delay(ms: number, signal?: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		if (signal?.aborted) {
			resolve();
			return;
		}
		const end = (): void => {
			clearTimeout(timer);
			if (signal !== undefined) removeWait(signal, end);
			resolve();
		};
		const timer = setTimeout(end, ms);
		if (signal !== undefined) addWait(signal, end);
	});
}

function addWait(signal: AbortSignal, end: () => void): void {
	const known = waitsOf.get(signal);
	if (known !== undefined) {
		known.waits.add(end);
		return;
	}
	const waits = new Set([end]);
	const endAll = (): void => {
		for (const each of [...waits]) each();
	};
	waitsOf.set(signal, { waits, endAll });
	signal.addEventListener('abort', endAll);
}

function removeWait(signal: AbortSignal, end: () => void): void {
	const known = waitsOf.get(signal);
	known?.waits.delete(end);
	if (known === undefined || known.waits.size > 0) return;
	waitsOf.delete(signal);
	signal.removeEventListener('abort', known.endAll);
}
