import { STATUS_CODES } from 'node:http';
import type { RESTOptions, ResponseLike } from 'discord.js';
import { Agent, request } from 'undici';
import { checkedHeaders, type LimitScope, retryAfterOf, scopeOf } from './rate-limit-headers.js';

type MakeRequest = RESTOptions['makeRequest'];
export type RequestInit = Parameters<MakeRequest>[1];

/** Spreads the processes that wait for the same moment. */
const maxJitterMs = 100;

/** A quiet bot's next acknowledgement finds an open connection. */
const keepAliveMs = 30_000;
/** An acknowledgement later than Discord's 3 s is void, and no other request takes this long. */
const silenceMs = 8_000;
/** Without an end, a process that is too slow would open thousands of connections and be all the slower for it. */
const maxConnections = 256;

export interface DiscordHttpOptions {
	/** Every response of Discord's. `isAuthorized`: the request carried the bot token. */
	readonly onResponse: (response: {
		readonly status: number;
		readonly date: string | undefined;
		readonly isAuthorized: boolean;
	}) => void;
	/** A 429, with the wait that it asks for. */
	readonly onLimited: (limit: Limit & { readonly isAuthorized: boolean }) => void;
	/** A number in [0, 1). */
	readonly random: () => number;
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
		connections: maxConnections,
		connect: { timeout: silenceMs },
	});

	constructor(options: DiscordHttpOptions) {
		this.#options = options;
	}

	/** Rejects with undici's errors if there is no response: the request may have taken effect all the same. */
	async send(url: string, init: RequestInit): Promise<DiscordResponse> {
		const { onResponse, onLimited, random } = this.#options;
		const { headers: sent, body } = await encode(init);
		const {
			statusCode,
			headers,
			body: content,
		} = await request(url, {
			method: (init.method ?? 'GET') as 'GET',
			headers: sent,
			body,
			signal: init.signal ?? null,
			dispatcher: this.#agent,
		});
		const text = await content.text();
		const isAuthorized = 'Authorization' in sent;
		const { date } = headers;
		onResponse({ status: statusCode, date: typeof date === 'string' ? date : undefined, isAuthorized });
		const checked = checkedHeaders(headers);
		let limit: Limit | undefined;
		if (statusCode === 429) {
			const scope = scopeOf(headers);
			const seconds = retryAfterOf(scope, headers, text);
			limit = { scope, waitMs: seconds * 1_000 + random() * maxJitterMs };
			onLimited({ ...limit, isAuthorized });
			checked.set('retry-after', String(limit.waitMs / 1_000));
			if (isAuthorized) limitBucket(checked, limit);
		}
		return {
			limit,
			status: statusCode,
			statusText: STATUS_CODES[statusCode] ?? '',
			ok: statusCode >= 200 && statusCode < 300,
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
}

/** Makes discord.js hold the route's other requests for as long as the 429 asks. Answers to interactions wait elsewhere. */
function limitBucket(headers: Headers, { scope, waitMs }: Limit): void {
	if (scope === 'global') headers.set('x-ratelimit-global', 'true');
	headers.set('x-ratelimit-remaining', '0');
	headers.set('x-ratelimit-reset-after', String(waitMs / 1_000));
}

interface Encoded {
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string | Uint8Array | null;
}

async function encode(init: RequestInit): Promise<Encoded> {
	const headers = init.headers as Readonly<Record<string, string>>;
	const { body } = init;
	if (!(body instanceof FormData)) return { headers, body: (body as string | null | undefined) ?? null };
	const form = new Response(body);
	const type = form.headers.get('content-type') ?? '';
	return { headers: { ...headers, 'content-type': type }, body: new Uint8Array(await form.arrayBuffer()) };
}
