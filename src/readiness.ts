import type { Store } from './storage/store.js';
import { RecentAnswers } from './time/recent-answers.js';

/** Whether the bot is connected and its store answers; rejects where that does not. `now`: milliseconds since the epoch. */
export function readiness(parts: {
	readonly isConnected: () => boolean;
	readonly store: Pick<Store, 'get'>;
	readonly now: () => number;
}): () => Promise<boolean> {
	const { isConnected, store, now } = parts;
	// A read, and one a second: whoever reaches the port must not keep the store busy, nor wear its disk out.
	const answering = new RecentAnswers<unknown>(1_000, now);
	return async () => {
		await answering.of('store', () => store.get('readyz'));
		return isConnected();
	};
}
