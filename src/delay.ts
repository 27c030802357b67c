/**
 * Resolves after so many milliseconds, early when the signal aborts. Not node's own, which rejects then: an error with
 * its stack for every wait that somebody gave up, and a verification has two of them.
 */
export function delay(ms: number, signal?: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		if (signal?.aborted) {
			resolve();
			return;
		}
		const end = (): void => {
			clearTimeout(timer);
			signal?.removeEventListener('abort', end);
			resolve();
		};
		const timer = setTimeout(end, ms);
		signal?.addEventListener('abort', end);
	});
}
