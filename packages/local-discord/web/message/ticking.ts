const everyMs = 1_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/**
 * Calls `listener` once a second from now on; the returned function ends it. One timer for the whole page, and none
 * where nothing ticks: a thousand messages with a time in each cost what one costs.
 */
export function onTick(listener: () => void): () => void {
	listeners.add(listener);
	timer ??= setInterval(() => {
		if (document.hidden) return;
		for (const each of listeners) each();
	}, everyMs);
	return () => {
		listeners.delete(listener);
		if (listeners.size > 0) return;
		clearInterval(timer);
		timer = undefined;
	};
}
