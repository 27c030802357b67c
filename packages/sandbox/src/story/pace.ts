import { setTimeout as sleep } from 'node:timers/promises';

/** The result of `work`. Rejects after `ms`, saying that `what` did not come. */
export async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
	const ended = new AbortController();
	const late = sleep(ms, undefined, { signal: ended.signal }).then(() => {
		throw new Error(`${what} did not come within ${Math.round(ms / 1000)} s`);
	});
	try {
		return await Promise.race([work, late]);
	} finally {
		ended.abort();
		// Its cancellation by the line above isn't an error.
		late.catch(() => undefined);
	}
}
