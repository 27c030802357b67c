import { DefaultRestOptions, REST, type RESTOptions, type ResponseLike } from 'discord.js';
import type { Clock } from '../../base/clock.js';
import { apiCodes } from './api-errors.js';
import { secondsToWait } from './rate-limit-headers.js';

/** Waits of one request, in all. A person is watching. */
const maxWaitMs = 60_000;
const minWaitMs = 1_000;

/** Discord accepts no such request for longer than a program waits. The message says until when. */
export class LimitReached extends Error {}

export interface ProgramRestOptions extends Partial<Pick<RESTOptions, 'retries' | 'timeout'>> {
	readonly token: string;
	/** Replaces Discord's own REST base, `…/api`. */
	readonly api: string | undefined;
	readonly clock: Pick<Clock, 'now'>;
}

/** A REST client for programs that end. The bot's own is made by `createRest`. */
export function programRest({ token, api, clock, ...options }: ProgramRestOptions): REST {
	const makeRequest = limited(DefaultRestOptions.makeRequest, clock);
	return new REST({ ...options, makeRequest, ...(api !== undefined && { api }) }).setToken(token);
}

/** Exported for its test. discord.js would wait out any 429 in silence: for hours, or without a pause if it doesn't say how long. */
export function limited(
	makeRequest: RESTOptions['makeRequest'],
	clock: Pick<Clock, 'now'>,
): typeof makeRequest {
	let waitedMs = 0;
	return async (...request) => {
		const response = await makeRequest(...request);
		if (response.status !== 429) {
			waitedMs = 0;
			return response;
		}
		const body = await response.text();
		const waitMs = Math.max(minWaitMs, (secondsToWait(response.headers, body) ?? 0) * 1_000);
		waitedMs += waitMs;
		if (waitedMs > maxWaitMs) throw new LimitReached(messageOf(body, new Date(clock.now() + waitMs)));
		const headers = new Headers([...response.headers]);
		headers.set('retry-after', String(waitMs / 1_000));
		return new Response(null, { status: 429, headers }) satisfies ResponseLike;
	};
}

function messageOf(body: string, until: Date): string {
	const what = body.includes(String(apiCodes.tooManyNewCommands)) ? 'new commands' : 'requests from this bot';
	return `Discord takes no ${what} before ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC.`;
}
