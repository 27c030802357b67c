/** The waits that each signal can end. They share one listener: hundreds on one signal look like a leak to Node. */
const waitsOf = new WeakMap<AbortSignal, { readonly waits: Set<() => void>; readonly endAll: () => void }>();

/**
 * Resolves after `ms` milliseconds, early when the signal aborts. Node's own rejects then: an error with its stack for
 * every wait that is given up, and a verification has two of them.
 */
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
