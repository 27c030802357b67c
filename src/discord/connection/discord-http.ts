import { STATUS_CODES } from 'node:http';
import { HTTPError, type RESTOptions, type ResponseLike } from 'discord.js';
import { Agent, type Dispatcher } from 'undici';
import type { Measures } from '../../base/measures.js';
import type { Random } from '../../base/random.js';
import type { ClockGuard } from '../../base/time/clock-guard.js';
import type { DependencyStates } from '../../dependencies/dependency-states.js';
import { failureReason } from '../../dependencies/failure-reason.js';
import type { RefusedRequests } from '../../roles/refused-requests.js';
import {
	checkedHeaders,
	type DiscordLimit,
	type ResponseHeaders,
	retryAfterOf,
	scopeOf,
} from './rate-limit-headers.js';
import type { RequestQueue } from './request-queue.js';

export type RequestInit = Parameters<RESTOptions['makeRequest']>[1];

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
/** A connection is replaced after this time: otherwise those of a spike would be kept for good, closed but in memory. */
const connectionLifeMs = 2 * 60_000;

/** Observers of each response. */
export interface DiscordHttpParts {
	readonly queue: Pick<RequestQueue, 'pause'>;
	readonly refusedRequests: Pick<RefusedRequests, 'note'>;
	readonly clockGuard: Pick<ClockGuard, 'note'>;
	readonly states: Pick<DependencyStates, 'failed' | 'worked'>;
	readonly metrics: Pick<Measures, 'durations'>;
	readonly random: Random;
}

export interface DiscordResponse extends ResponseLike {
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
		clientTtl: connectionLifeMs,
		connect: { timeout: silenceMs },
	});

	constructor(parts: DiscordHttpParts) {
		this.#parts = parts;
	}

	/** Rejects with undici's errors if there is no response; the request may have taken effect all the same. */
	readonly send = async (url: string, init: RequestInit): Promise<DiscordResponse> => {
		const { states, metrics } = this.#parts;
		const startedAt = performance.now();
		const encoded = init.body instanceof FormData ? await encodeForm(init, init.body) : encodeText(init);
		let exchange: Exchange;
		try {
			exchange = await this.#exchange(url, init.method ?? 'GET', encoded);
		} catch (error) {
			states.failed('discord', 'calls', failureReason(error));
			throw error;
		}
		const { headers, text } = exchange;
		const status = statusOf(exchange);
		const isAuthorized = 'Authorization' in encoded.headers;
		metrics.durations.discord.observe(performance.now() - startedAt);
		this.#note(exchange.status, headers, isAuthorized);
		// Sent by a proxy: Discord's API never redirects, and discord.js would treat it as success.
		if (status >= 300 && status < 400)
			throw new HTTPError(status, 'Discord is behind a redirect', '', '', {});
		const checked = checkedHeaders(headers);
		// A proxy's page. Discord responds to a success with JSON, or with 204 and nothing.
		if (status < 300 && status !== 204 && !checked.get('content-type')?.startsWith('application/json'))
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

	#note(status: number, headers: ResponseHeaders, isAuthorized: boolean): void {
		const { refusedRequests, clockGuard, states } = this.#parts;
		refusedRequests.note(status, isAuthorized);
		clockGuard.note(typeof headers['date'] === 'string' ? headers['date'] : undefined);
		if (status >= 500) states.failed('discord', 'calls', `HTTP ${status}`);
		else states.worked('discord', 'calls');
		if (status !== 429) states.worked('discord', 'access');
	}

	#limit(headers: ResponseHeaders, text: string): DiscordLimit {
		const { states, random } = this.#parts;
		const scope = scopeOf(headers);
		if (scope === 'address') states.failed('discord', 'access', 'HTTP 429 for this address');
		return { scope, waitMs: retryAfterOf(scope, headers, text) * 1_000 + random() * maxJitterMs };
	}

	/** Closes every connection; requests in flight reject. */
	async close(): Promise<void> {
		await this.#agent.destroy();
	}

	/** Avoids the streams and signals of undici's `request`, which take more CPU time than everything else here. */
	#exchange(url: string, method: string, { headers, body }: Encoded): Promise<Exchange> {
		return new Promise((resolve, reject) => {
			const { origin, pathname, search } = new URL(url);
			this.#agent.dispatch(
				{ origin, path: pathname + search, method: method as Dispatcher.HttpMethod, headers, body },
				new ResponseReader(resolve, reject),
			);
		});
	}
}

/** Discord's codes for the maximum number of something, such as edits of one message. */
const maximumReached = /"code":\s*30\d{3}\b/;

/** A 429 for the maximum number of something is no limit of the route, and repeating the request doesn't help. */
function statusOf({ status, text }: Exchange): number {
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

interface Encoded {
	readonly headers: Record<string, string>;
	readonly body: string | Uint8Array | null;
}

function encodeText({ headers, body }: RequestInit): Encoded {
	return { headers: headers as Record<string, string>, body: (body as string | null | undefined) ?? null };
}

async function encodeForm({ headers }: RequestInit, body: FormData): Promise<Encoded> {
	const form = new Response(body);
	const type = form.headers.get('content-type') ?? '';
	return {
		headers: { ...(headers as Record<string, string>), 'content-type': type },
		body: new Uint8Array(await form.arrayBuffer()),
	};
}

interface Exchange {
	readonly status: number;
	readonly headers: ResponseHeaders;
	readonly text: string;
}

class ResponseReader implements Dispatcher.DispatchHandler {
	readonly #resolve: (exchange: Exchange) => void;
	readonly #reject: (error: Error) => void;
	readonly #chunks: Buffer[] = [];
	#startedAt = 0;
	#status = 0;
	#headers: ResponseHeaders = {};

	constructor(resolve: (exchange: Exchange) => void, reject: (error: Error) => void) {
		this.#resolve = resolve;
		this.#reject = reject;
	}

	onRequestStart(): void {
		this.#startedAt = performance.now();
	}

	onResponseStart(_: unknown, status: number, headers: ResponseHeaders): void {
		this.#status = status;
		this.#headers = headers;
	}

	onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
		this.#chunks.push(chunk);
		if (performance.now() - this.#startedAt > maxResponseMs)
			controller.abort(Object.assign(new Error('The response took too long'), { code: 'ETIMEDOUT' }));
	}

	onResponseEnd(): void {
		const text = Buffer.concat(this.#chunks).toString('utf8');
		this.#resolve({ status: this.#status, headers: this.#headers, text });
	}

	onResponseError(_: unknown, error: Error): void {
		this.#reject(error);
	}
}
