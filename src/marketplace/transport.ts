import { setImmediate } from 'node:timers/promises';
import { Pool } from 'undici';
import { EntrySplitter } from './entry-splitter.js';
import type { ItemEntries } from './item-entries.js';
import { ask } from './whole-answer.js';
import { holdYoungGeneration, youngGarbageCollector } from './young-generation.js';

/** One request, below the base URL. */
interface TransportRequest {
	readonly method: 'GET' | 'POST';
	/** With the query, and never with a secret in it: addresses end up in the logs of every proxy on the way. */
	readonly path: string;
	readonly body?: RequestBody;
	/** Of a long list: takes the entries of its member `items` while they arrive. */
	readonly beginItems?: () => ItemEntries;
	/** The idle timeout, before the headers and within the body. Milliseconds. */
	readonly silenceMs: number;
	/** The most bytes of the body that are read before the response is abandoned. */
	readonly maxBytes: number;
	readonly signal: AbortSignal;
}

export interface RequestBody {
	readonly contentType: string;
	readonly content: string;
}

export interface TransportAnswer {
	readonly status: number;
	readonly retryAfter: string | undefined;
	/** Empty where the status alone decides: see `decidedByStatus`. */
	readonly text: string;
	/** What stood in the list, which is empty in `text`; undefined where there was none or nobody asked for it. */
	readonly items?: ItemEntries | undefined;
}

/** The connection to the marketplace. `send` rejects with whatever undici rejects with, or with AnswerTooLargeError. */
export interface Transport {
	send(request: TransportRequest): Promise<TransportAnswer>;
	/** Ends every connection; what is under way rejects. */
	close(): Promise<void>;
}

export interface TransportOptions {
	/** Where the marketplace is, without `/api`; a path and a slash at the end are fine. */
	readonly baseUrl: string;
	/** Secret: goes into the Authorization header and nowhere else. */
	readonly apiKey: string;
	readonly userAgent: string;
	readonly connectMs: number;
	readonly connections: number;
}

/**
 * Bytes of a long list after which its memory is freed. By itself V8 collects when objects fill its heap, in which
 * there are few where nothing has changed, and 30 MiB of chunks would have come together.
 */
const mostUncollected = 2 * 1_024 * 1_024;

class AnswerTooLargeError extends Error {
	readonly code = 'ANSWER_TOO_LARGE';
}

/**
 * Whether the status says all there is to say, so that the body is not even read: redirects (not followed, or the key
 * would travel along), 429, and every 5xx, of which the body proves nothing.
 */
export function decidedByStatus(status: number): boolean {
	return (status >= 300 && status < 400) || status === 429 || status >= 500;
}

export function createTransport(options: TransportOptions): Transport {
	const { origin, pathname } = new URL(options.baseUrl);
	const basePath = pathname.replace(/\/+$/, '');
	const pool = new Pool(origin, {
		connections: options.connections,
		connect: { timeout: options.connectMs },
	});
	const headers = {
		accept: 'application/json',
		authorization: `Bearer ${options.apiKey}`,
		// Browser-like agents are redirected by real servers: the bot goes under its own name.
		'user-agent': options.userAgent,
	};

	let collect: (() => void) | undefined;

	return {
		async send({ method, path, body, beginItems, silenceMs, maxBytes, signal }) {
			const request = {
				method,
				path: basePath + path,
				headers: body === undefined ? headers : { ...headers, 'content-type': body.contentType },
				body: body?.content ?? null,
				headersTimeout: silenceMs,
				bodyTimeout: silenceMs,
			};
			if (beginItems === undefined) {
				const tooLarge = () => tooLargeError(maxBytes);
				const limits = { isEnough: decidedByStatus, maxBytes, tooLarge, signal };
				const { status, headers: told, text } = await ask(pool, request, limits);
				return { status, retryAfter: firstValue(told['retry-after']), text };
			}
			const response = await pool.request({ ...request, signal });
			const status = response.statusCode;
			const retryAfter = firstValue(response.headers['retry-after']);
			if (decidedByStatus(status)) {
				// Destroyed, not drained: the rest may never end. The resulting error concerns nobody.
				response.body.on('error', () => {}).destroy();
				return { status, retryAfter, text: '' };
			}
			const splitter = new EntrySplitter('items', beginItems);
			await holdYoungGeneration(async () => {
				let uncollected = 0;
				for await (const chunk of atMost(maxBytes, response.body)) {
					splitter.feed(chunk);
					uncollected += chunk.byteLength;
					if (uncollected > mostUncollected) {
						collect ??= youngGarbageCollector();
						collect();
						uncollected = 0;
					}
					// Other work goes first: each chunk holds some dozens of items.
					await setImmediate();
				}
			});
			return { status, retryAfter, text: splitter.text, items: splitter.sink };
		},
		close: () => pool.destroy(),
	};
}

const tooLargeError = (maxBytes: number): Error => new AnswerTooLargeError(`More than ${maxBytes} bytes`);

/** Counts for itself because undici's own limit is one for all requests of a pool. */
async function* atMost(maxBytes: number, body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
	let bytes = 0;
	for await (const chunk of body) {
		bytes += chunk.byteLength;
		if (bytes > maxBytes) throw tooLargeError(maxBytes);
		yield chunk;
	}
}

const firstValue = (value: string | string[] | undefined): string | undefined =>
	Array.isArray(value) ? value[0] : value;
