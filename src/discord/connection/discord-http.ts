import { STATUS_CODES } from 'node:http';
import { HTTPError, type RESTOptions, type ResponseLike } from 'discord.js';
import { Agent, type Dispatcher, request } from 'undici';
import type { Clock } from '../../base/clock.js';
import type { Measures } from '../../base/measures.js';
import type { Random } from '../../base/random.js';
import type { ClockGuard } from '../../base/time/clock-guard.js';
import type { DependencyStates } from '../../operate/dependency-states.js';
import type { RefusedRequests } from '../../roles/blocked-roles.js';
import { type MessageView, type ReplyView, stripLinks } from '../../ui/message.js';
import { apiCodeOf, apiCodes } from './api-errors.js';
import type { FatalWatch } from './client.js';
import { checkedHeaders, type DiscordLimit, limitOf, type ResponseHeaders } from './rate-limit-headers.js';
import { type RequestQueue, TooLate } from './request-queue.js';

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

const maxRepeats = 5;
/** A request that a rate limit would delay for longer is rejected: its caller decides when to retry. */
export const maxWaitMs = 60_000;

export interface DiscordHttpParts {
	readonly queue: RequestQueue;
	/** `…/users/@me`, whose response depends on the token alone. */
	readonly ownUserUrl: string;
	readonly fatal: Pick<FatalWatch, 'tokenRefused'>;
	readonly refusedRequests: Pick<RefusedRequests, 'note'>;
	readonly clockGuard: Pick<ClockGuard, 'note'>;
	readonly states: Pick<DependencyStates, 'failed' | 'worked'>;
	readonly metrics: Pick<Measures, 'durations'>;
	readonly clock: Clock;
	readonly random: Random;
}

interface DiscordResponse extends ResponseLike {
	readonly limit: DiscordLimit | undefined;
}

/**
 * Sends single requests for both REST instances of discord.js. Validates and reports Discord's headers here, because
 * discord.js uses them unchecked.
 */
export class DiscordHttp {
	readonly #parts: DiscordHttpParts;
	readonly #agent = new Agent({
		keepAliveTimeout: keepAliveMs,
		headersTimeout: silenceMs,
		bodyTimeout: silenceMs,
		maxResponseSize: maxResponseBytes,
		connections: maxConnections,
		connect: { timeout: silenceMs },
	});
	#isRefused: Promise<boolean> | undefined;

	constructor(parts: DiscordHttpParts) {
		this.#parts = parts;
	}

	/** Rejects with undici's errors if there is no response; the request may have taken effect all the same. */
	readonly send = async (url: string, init: RequestInit): Promise<DiscordResponse> => {
		const { states, metrics } = this.#parts;
		const startedAt = performance.now();
		let response: Dispatcher.ResponseData;
		let text: string;
		try {
			response = await this.#request(url, init);
			text = await textOf(response, startedAt);
		} catch (error) {
			states.failed('discord', 'calls', error);
			throw error;
		}
		const headers = new Headers(response.headers as Record<string, string>);
		const status = statusOf(response.statusCode, text);
		const isAuthorized = 'Authorization' in Object(init.headers);
		metrics.durations.discord.observe(performance.now() - startedAt);
		this.#note(response.statusCode, headers, isAuthorized);
		const checked = checkedHeaders(headers);
		const isJson = checked.get('content-type')?.startsWith('application/json') ?? false;
		// discord.js would take a redirect or a page for success. Discord sends JSON, or 204 and nothing.
		if (status < 400 && status !== 204 && (status >= 300 || !isJson))
			throw new HTTPError(status, 'A proxy has responded in place of Discord', '', '', {});
		let limit: DiscordLimit | undefined;
		if (status === 429) {
			limit = this.#limit(headers, text);
			this.#parts.queue.pause(limit, isAuthorized);
			checked.set('retry-after', String(limit.waitMs / 1_000));
			if (isAuthorized) limitBucket(checked, limit);
		}
		return {
			limit,
			status,
			statusText: STATUS_CODES[status] ?? '',
			ok: status >= 200 && status < 300,
			headers: checked,
			body: null,
			bodyUsed: false,
			arrayBuffer: async () => new TextEncoder().encode(text).buffer,
			json: async () => JSON.parse(text),
			text: async () => text,
		};
	};

	/**
	 * Sends a request with the bot token, in its turn. discord.js would retry a 429 forever and drop its token after a single
	 * 401, so it receives only those that are final.
	 */
	readonly sendAsBot = async (url: string, init: RequestInit): Promise<DiscordResponse> => {
		for (let repeats = 0; ; repeats += 1) {
			const response = await this.#sendInTurn(url, init);
			if (response.status === 401) return await this.#confirmed(response, init);
			const { limit } = response;
			// discord.js handles long waits itself and holds the route's other requests too.
			if (limit === undefined || limit.waitMs > maxWaitMs) return response;
			if (repeats === maxRepeats) throw new TooLate();
			// The queue handles all other limits.
			if (limit.scope === 'route') await this.#parts.clock.delay(limit.waitMs);
		}
	};

	#sendInTurn(url: string, init: RequestInit): Promise<DiscordResponse> {
		const { queue, clock } = this.#parts;
		return queue.send('bot', clock.now() + maxWaitMs, () => this.send(url, init));
	}

	/** A single 401 may be Discord's mistake. Concurrent 401s share one check. */
	async #confirmed(response: DiscordResponse, init: RequestInit): Promise<DiscordResponse> {
		const { ownUserUrl, fatal } = this.#parts;
		this.#isRefused ??= this.#sendInTurn(ownUserUrl, { ...init, method: 'GET', body: null })
			.then(({ status }) => status === 401)
			.finally(() => {
				this.#isRefused = undefined;
			});
		if (!(await this.#isRefused)) throw new HTTPError(401, 'Discord refused a good token', '', '', {});
		fatal.tokenRefused();
		return response;
	}

	/** Without discord.js' signal, which would also count the time that a request has waited for its turn. */
	async #request(
		url: string,
		{ method = 'GET', headers, body }: RequestInit,
	): Promise<Dispatcher.ResponseData> {
		// undici doesn't know the FormData of Node.
		const form = body instanceof FormData ? new Response(body) : undefined;
		const type = form?.headers.get('content-type');
		return await request(url, {
			method: method as Dispatcher.HttpMethod,
			headers: { ...(headers as Record<string, string>), ...(type != null && { 'content-type': type }) },
			body: form === undefined ? ((body ?? null) as string | null) : Buffer.from(await form.arrayBuffer()),
			dispatcher: this.#agent,
		});
	}

	#note(status: number, headers: ResponseHeaders, isAuthorized: boolean): void {
		const { refusedRequests, clockGuard, states } = this.#parts;
		refusedRequests.note(status, isAuthorized);
		clockGuard.note(headers.get('date') ?? undefined);
		if (status >= 500) states.failed('discord', 'calls', `HTTP ${status}`);
		else states.worked('discord', 'calls');
		if (status !== 429) states.worked('discord', 'access');
	}

	#limit(headers: ResponseHeaders, text: string): DiscordLimit {
		const { states, random } = this.#parts;
		const { scope, waitMs } = limitOf(headers, text);
		if (scope === 'address') states.failed('discord', 'access', 'HTTP 429 for this address');
		return { scope, waitMs: waitMs + random() * maxJitterMs };
	}

	/** Closes every connection; requests in flight reject. */
	async close(): Promise<void> {
		await this.#agent.destroy();
	}
}

/** Discord's codes for the maximum number of something, such as edits of one message. */
const maximumReached = /"code":\s*30\d{3}\b/;

/** A 429 for the maximum number of something is no limit of the route, and repeating the request doesn't help. */
function statusOf(status: number, text: string): number {
	return status === 429 && maximumReached.test(text) ? 400 : status;
}

/**
 * Makes discord.js hold the route's other requests for as long as the 429 asks. Answers to interactions wait in the
 * queue.
 */
function limitBucket(headers: Headers, { scope, waitMs }: DiscordLimit): void {
	if (scope === 'global') headers.set('x-ratelimit-global', 'true');
	headers.set('x-ratelimit-remaining', '0');
	headers.set('x-ratelimit-reset-after', String(waitMs / 1_000));
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

/**
 * Sends a message, and retries without links and images if Discord rejects it as malformed: a single URL that Discord
 * dislikes makes it reject the whole message.
 * @param note returns the text that replaces them; none by default
 * @param onRefused called with the error, before the retry
 */
export async function sendWithLinkFallback<View extends MessageView | ReplyView, Sent>(
	view: View,
	send: (view: View) => Promise<Sent>,
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
