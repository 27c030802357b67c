import { HTTPError } from 'discord.js';
import type { Clock } from '../../base/clock.js';
import type { FatalWatch } from './client.js';
import type { DiscordHttp, DiscordResponse, RequestInit } from './discord-http.js';
import { type RequestQueue, TooLate } from './request-queue.js';

const maxRepeats = 5;
/** A request that a rate limit would delay for longer is rejected: its caller decides when to retry. */
export const maxWaitMs = 60_000;

export interface BotRequestsParts {
	readonly http: Pick<DiscordHttp, 'send'>;
	readonly queue: Pick<RequestQueue, 'send'>;
	/** `…/users/@me`, whose response depends on the token alone. */
	readonly ownUserUrl: string;
	readonly fatal: Pick<FatalWatch, 'tokenRefused'>;
	readonly clock: Clock;
}

/**
 * Sends the requests that carry the bot token. discord.js would retry a 429 forever and drop its token after a single
 * 401, so it receives only those that are final.
 */
export function botRequests({ http, queue, ownUserUrl, fatal, clock }: BotRequestsParts) {
	const sendOnce = (url: string, init: RequestInit): Promise<DiscordResponse> =>
		queue.send('bot', clock.now() + maxWaitMs, () => http.send(url, init));

	let isRefused: Promise<boolean> | undefined;
	/** A single 401 may be Discord's mistake. Concurrent 401s share one check. */
	const confirmed = async (response: DiscordResponse, init: RequestInit): Promise<DiscordResponse> => {
		isRefused ??= sendOnce(ownUserUrl, { ...init, method: 'GET', body: null })
			.then(({ status }) => status === 401)
			.finally(() => {
				isRefused = undefined;
			});
		if (!(await isRefused)) throw new HTTPError(401, 'Discord refused a good token', '', '', {});
		fatal.tokenRefused();
		return response;
	};

	return async (url: string, init: RequestInit): Promise<DiscordResponse> => {
		for (let repeats = 0; ; repeats += 1) {
			const response = await sendOnce(url, init);
			if (response.status === 401) return await confirmed(response, init);
			const { limit } = response;
			// discord.js handles long waits itself and holds the route's other requests too.
			if (limit === undefined || limit.waitMs > maxWaitMs) return response;
			if (repeats === maxRepeats) throw new TooLate();
			// The queue handles all other limits.
			if (limit.scope === 'route') await clock.delay(limit.waitMs);
		}
	};
}
