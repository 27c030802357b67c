import { STATUS_CODES } from 'node:http';
import { HTTPError, type RESTOptions, type ResponseLike } from 'discord.js';
import { Agent, type Dispatcher } from 'undici';
import type { Random } from '../../base/random.js';
import {
	checkedHeaders,
	type LimitScope,
	type ResponseHeaders,
	retryAfterOf,
	scopeOf,
} from './rate-limit-headers.js';

export type RequestInit = Parameters<RESTOptions['makeRequest']>[1];

/** Spreads the processes that wait for the same moment. */
const maxJitterMs = 50;

/** A quiet bot's next acknowledgement finds an open connection. */
const keepAliveMs = 30_000;
/** An acknowledgement later than Discord's 3 s is void, and no other request takes this long. */
const silenceMs = 8_000;
/** However slowly it comes, a response has ended by then. */
const maxResponseMs = 30_000;
/** Larger than anything that Discord sends, such as 1,000 members of a server. A broken proxy may send without end. */
const maxResponseBytes = 16 * 1_024 ** 2;
/** Without an end, a process that is too slow would open thousands of connections and be all the slower for it. */
const maxConnections = 256;

export interface DiscordHttpOptions {
	/** Every response of Discord's. `isAuthorized`: the request carried the bot token. */
	readonly onResponse: (response: {
		readonly status: number;
		readonly date: string | undefined;
		readonly isAuthorized: boolean;
		/** How long the request took. */
		readonly ms: number;
	}) => void;
	/** A request that got no response. */
	readonly onFailure: (error: unknown) => void;
	/** A 429, with the wait that it asks for. */
	readonly onLimited: (limit: Limit & { readonly isAuthorized: boolean }) => void;
	readonly random: Random;
}

interface Limit {
	readonly scope: LimitScope;
	readonly waitMs: number;
}

export interface DiscordResponse extends ResponseLike {
	/** Set on a 429. */
	readonly limit: Limit | undefined;
}

/**
 * Sends single requests for both REST instances of discord.js. Everything that Discord's responses say is checked and
 * reported here, before discord.js computes with it.
 */
export class DiscordHttp {
	readonly #options: DiscordHttpOptions;
	readonly #agent = new Agent({
		keepAliveTimeout: keepAliveMs,
		headersTimeout: silenceMs,
		bodyTimeout: silenceMs,
		maxResponseSize: maxResponseBytes,
		connections: maxConnections,
		connect: { timeout: silenceMs },
	});

	constructor(options: DiscordHttpOptions) {
		this.#options = options;
	}

	/** Rejects with undici's errors if there is no response: the request may have taken effect all the same. */
	async send(url: string, init: RequestInit): Promise<DiscordResponse> {
		const { onResponse, onFailure, onLimited, random } = this.#options;
		const startedAt = performance.now();
		const encoded = init.body instanceof FormData ? await encodeForm(init, init.body) : encodeText(init);
		let exchange: Exchange;
		try {
			exchange = await this.#exchange(url, init.method ?? 'GET', encoded);
		} catch (error) {
			onFailure(error);
			throw error;
		}
		const { status, headers, text } = exchange;
		const isAuthorized = 'Authorization' in encoded.headers;
		onResponse({
			status,
			date: typeof headers['date'] === 'string' ? headers['date'] : undefined,
			isAuthorized,
			ms: performance.now() - startedAt,
		});
		// A proxy's: Discord's API redirects nothing, and discord.js would take it for a success.
		if (status >= 300 && status < 400)
			throw new HTTPError(status, 'Discord is behind a redirect', '', '', {});
		const checked = checkedHeaders(headers);
		let limit: Limit | undefined;
		if (status === 429) {
			const scope = scopeOf(headers);
			limit = { scope, waitMs: retryAfterOf(scope, headers, text) * 1_000 + random() * maxJitterMs };
			onLimited({ ...limit, isAuthorized });
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
	}

	/** Closes every connection; requests in flight reject. */
	async close(): Promise<void> {
		await this.#agent.destroy();
	}

	/** Without the streams and signals of undici's `request`, which take more processor time than all of the rest. */
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

/** Makes discord.js hold the route's other requests for as long as the 429 asks. Answers to interactions wait elsewhere. */
function limitBucket(headers: Headers, { scope, waitMs }: Limit): void {
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
			controller.abort(Object.assign(new Error('The response takes too long'), { code: 'ETIMEDOUT' }));
	}

	onResponseEnd(): void {
		const text = Buffer.concat(this.#chunks).toString('utf8');
		this.#resolve({ status: this.#status, headers: this.#headers, text });
	}

	onResponseError(_: unknown, error: Error): void {
		this.#reject(error);
	}
}
