import { STATUS_CODES } from 'node:http';
import {
	DefaultRestOptions,
	HTTPError,
	type RateLimitData,
	REST,
	type RESTOptions,
	type ResponseLike,
} from 'discord.js';
import { Agent, type Dispatcher, request } from 'undici';
import type { ClockGuard } from '../../base/time/clock-guard.js';
import { userAgent } from '../../base/version.js';
import type { Ground } from '../../ground.js';
import type { RefusedRequests } from '../../roles/blocked-roles.js';
import { type MessageView, stripLinks } from '../../ui/message.js';
import { apiCodeOf, apiCodes } from './api-errors.js';
import { checkedHeaders, headerIn, limitOf, type ResponseHeaders } from './rate-limit-headers.js';
import { Limited, maxWaitMs, RequestQueue } from './request-queue.js';

type RequestInit = Parameters<RESTOptions['makeRequest']>[1];

/** Spreads processes that wait for the same moment. */
const maxJitterMs = 50;

/** Keeps a connection open for the next acknowledgement of a quiet bot. */
const keepAliveMs = 30_000;
/** An acknowledgement later than Discord's 3 s is void, and no other request takes this long. */
const silenceMs = 8_000;
const maxResponseMs = 30_000;
/** Larger than any response from Discord, such as 1,000 members of a server. A broken proxy may never stop sending. */
const maxResponseBytes = 16 * 1_024 ** 2;
/** Without a limit, an overloaded process would open thousands of connections and get even slower. */
const maxConnections = 256;

/** discord.js keeps a handler per interaction token until this sweep. */
const handlerSweepMs = 60_000;

export interface RestFloor extends Ground {
	/** Replaces Discord's own REST base, `…/api`. */
	readonly apiUrl: string | undefined;
	readonly clock: ClockGuard;
	/** Called when Discord has repeatedly rejected the bot token. */
	readonly onTokenRefused: () => void;
	readonly refusedRequests: RefusedRequests;
}

/**
 * discord.js' REST for requests with the bot token, and a second instance for answers to interactions. Validates and
 * reports Discord's headers here, because discord.js uses them unchecked.
 */
export function createRest(floor: RestFloor) {
	const { clock, states, metrics, random, refusedRequests, onTokenRefused } = floor;
	const { apiUrl: api = DefaultRestOptions.api } = floor;
	/** Its response depends on the token alone. */
	const ownUserUrl = `${api}/v${DefaultRestOptions.version}/users/@me`;
	const queue = new RequestQueue(clock);
	const agent = new Agent({
		keepAliveTimeout: keepAliveMs,
		headersTimeout: silenceMs,
		bodyTimeout: silenceMs,
		maxResponseSize: maxResponseBytes,
		connections: maxConnections,
		connect: { timeout: silenceMs },
	});
	let isRefused: Promise<boolean> | undefined;

	/**
	 * Rejects with Limited for a 429, unless discord.js has to hold the route's other requests for longer than a minute;
	 * and with undici's errors if there is no response: the request may have taken effect all the same.
	 */
	async function send(url: string, init: RequestInit): Promise<ResponseLike> {
		const startedAt = performance.now();
		let response: Dispatcher.ResponseData;
		let text: string;
		try {
			response = await sendOnce(url, init);
			text = await textOf(response, startedAt);
		} catch (error) {
			states.failed('discord', 'calls', error);
			throw error;
		}
		const { headers } = response;
		const status = statusOf(response.statusCode, text);
		const isAuthorized = 'Authorization' in Object(init.headers);
		metrics.durations.discord.observe(performance.now() - startedAt);
		note(response.statusCode, headers, isAuthorized);
		const checked = checkedHeaders(headers);
		const isJson = checked.get('content-type')?.startsWith('application/json') ?? false;
		// discord.js would take a redirect or a page for success. Discord sends JSON, or 204 and nothing.
		if (status > 599 || (status < 400 && status !== 204 && (status >= 300 || !isJson)))
			throw new HTTPError(status, 'A proxy has responded in place of Discord', '', '', {});
		if (status === 429) limit(headers, text, isAuthorized, checked);
		const statusText = STATUS_CODES[status] ?? '';
		return { status, statusText, headers: checked, ok: status < 300, bodyUsed: false, ...bodyOf(text) };
	}

	/** Sends a request with the bot token, in its turn. discord.js would drop its token after a single 401. */
	async function sendAsBot(url: string, init: RequestInit): Promise<ResponseLike> {
		const response = await queue.send('bot', undefined, () => send(url, init));
		return response.status === 401 ? await confirmed(response, init) : response;
	}

	/** A single 401 may be Discord's mistake. Concurrent 401s share one check. */
	async function confirmed(response: ResponseLike, init: RequestInit): Promise<ResponseLike> {
		const own = { ...init, method: 'GET', body: null };
		isRefused ??= queue
			.send('bot', undefined, () => send(ownUserUrl, own))
			.then(({ status }) => status === 401)
			.finally(() => {
				isRefused = undefined;
			});
		if (!(await isRefused)) throw new HTTPError(401, 'Discord refused a good token', '', '', {});
		onTokenRefused();
		return response;
	}

	/** Without discord.js' signal, which would also count the time that a request has waited for its turn. */
	async function sendOnce(url: string, { method = 'GET', headers, body }: RequestInit) {
		// undici doesn't know the FormData of Node.
		const form = body instanceof FormData ? new Response(body) : undefined;
		const type = form?.headers.get('content-type');
		return await request(url, {
			method: method as Dispatcher.HttpMethod,
			headers: { ...(headers as Record<string, string>), ...(type != null && { 'content-type': type }) },
			body: form === undefined ? ((body ?? null) as string | null) : Buffer.from(await form.arrayBuffer()),
			dispatcher: agent,
		});
	}

	function note(status: number, headers: ResponseHeaders, isAuthorized: boolean): void {
		refusedRequests.note(status, isAuthorized);
		clock.note(headerIn(headers, 'date'));
		if (status >= 500) states.failed('discord', 'calls', `HTTP ${status}`);
		else states.worked('discord', 'calls');
		if (status !== 429) states.worked('discord', 'access');
	}

	/** @param checked the headers for discord.js, changed if it has to hold the route's other requests */
	function limit(headers: ResponseHeaders, text: string, isAuthorized: boolean, checked: Headers): void {
		const { scope, waitMs: askedMs } = limitOf(headers, text);
		const waitMs = askedMs + random() * maxJitterMs;
		if (scope === 'address') states.failed('discord', 'access', 'HTTP 429 for this address');
		queue.pause({ scope, waitMs }, isAuthorized);
		if (!isAuthorized || waitMs <= maxWaitMs) throw new Limited({ scope, waitMs });
		checked.set('x-ratelimit-remaining', '0');
		for (const name of ['retry-after', 'x-ratelimit-reset-after']) checked.set(name, String(waitMs / 1_000));
	}

	const common = {
		api,
		userAgentAppendix: userAgent,
		// Callers retry: discord.js would retry a callback whose response was lost, and then mistake its own "already
		// acknowledged" for another process's answer.
		retries: 0,
		rejectOnRateLimit: ({ timeToReset }: RateLimitData) => timeToReset > maxWaitMs,
	};
	const forBot: Partial<RESTOptions> = { ...common, makeRequest: sendAsBot };
	const rest = new REST({
		...common,
		globalRequestsPerSecond: Number.POSITIVE_INFINITY,
		// The headers say when the next request of a route is accepted, to the millisecond.
		offset: 0,
		handlerSweepInterval: handlerSweepMs,
		makeRequest: send,
	});

	// `calling`: for the answers to interactions. `close`: closes every connection, so that requests in flight reject.
	return { forBot, calling: { rest, queue, clock }, close: () => agent.destroy() };
}

/** Forgets rate limits if the machine's clock is set back: discord.js would obey them for as long as the jump. */
export function forgetLimitsAfterJump(rest: REST): void {
	const aheadMs = () => Date.now() - performance.now();
	let before = aheadMs();
	const look = (): void => {
		// A smaller step holds requests back for no longer than that.
		const hasJumped = aheadMs() < before - 1_000;
		before = aheadMs();
		if (!hasJumped) return;
		rest.globalReset = -1;
		rest.globalDelay = null;
		rest.handlers.clear();
	};
	// Also at each response, because a jump forward would hide a later one back.
	for (const event of ['rateLimited', 'response'] as const) rest.on(event, look);
}

/** Discord's codes for the maximum number of something, such as edits of one message. */
const maximumReached = /"code":\s*30\d{3}\b/;

/** A 429 for the maximum number of something is no limit of the route, and repeating the request doesn't help. */
function statusOf(status: number, text: string): number {
	return status === 429 && maximumReached.test(text) ? 400 : status;
}

async function textOf({ body }: Dispatcher.ResponseData, startedAt: number): Promise<string> {
	const chunks: Uint8Array[] = [];
	for await (const chunk of body) {
		chunks.push(chunk);
		if (performance.now() - startedAt > maxResponseMs)
			throw Object.assign(new Error('The response took too long'), { code: 'ETIMEDOUT' });
	}
	return Buffer.concat(chunks).toString('utf8');
}

/** The body of a response for discord.js. A Response would send the text through streams. */
function bodyOf(text: string): Pick<ResponseLike, 'body' | 'text' | 'json' | 'arrayBuffer'> {
	const arrayBuffer = async () => new TextEncoder().encode(text).buffer;
	return { body: null, text: async () => text, json: async () => JSON.parse(text), arrayBuffer };
}

/**
 * Sends a message, and again without links and images if Discord rejects it as malformed, as for a single bad URL.
 * @param note returns the text that replaces them; none by default
 */
export async function sendWithLinkFallback<Sent>(
	view: MessageView,
	send: (view: MessageView) => Promise<Sent>,
	{ note, onRefused }: { note?: () => string; onRefused?: (error: unknown) => void } = {},
): Promise<Sent> {
	try {
		return await send(view);
	} catch (error) {
		const bare = apiCodeOf(error) === apiCodes.invalidForm ? stripLinks(view, note?.()) : undefined;
		if (bare === undefined) throw error;
		onRefused?.(error);
		return await send(bare);
	}
}
