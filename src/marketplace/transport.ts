import { Pool } from 'undici';

/** One request, below the base URL. */
interface TransportRequest {
	readonly method: 'GET' | 'POST';
	/** With the query, and never with a secret in it: addresses end up in the logs of every proxy on the way. */
	readonly path: string;
	readonly body?: RequestBody;
	/** The idle timeout, before the headers and within the body. Milliseconds. */
	readonly silenceMs: number;
	/** The size of the body above which the response is abandoned. */
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
	/** In the pieces that arrived; empty where the status alone decides: see `decidedByStatus`. */
	readonly body: readonly Uint8Array[];
}

/** The connection to the marketplace. `send` rejects with whatever undici rejects with, or with AnswerTooLargeError. */
export interface Transport {
	send(request: TransportRequest): Promise<TransportAnswer>;
	/** Ends every connection; requests in flight reject. */
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

	return {
		async send({ method, path, body, silenceMs, maxBytes, signal }) {
			signal.throwIfAborted();
			const requested = pool.request({
				method,
				path: basePath + path,
				headers: body === undefined ? headers : { ...headers, 'content-type': body.contentType },
				body: body?.content ?? null,
				headersTimeout: silenceMs,
				bodyTimeout: silenceMs,
				signal,
			});
			const response = await unlessAborted(requested, signal);
			const status = response.statusCode;
			const retryAfter = firstValue(response.headers['retry-after']);
			if (decidedByStatus(status)) {
				// Destroyed, not drained: the rest may never end. The resulting error concerns nobody.
				response.body.on('error', () => {}).destroy();
				return { status, retryAfter, body: [] };
			}
			return { status, retryAfter, body: await readBody(response.body, maxBytes) };
		},
		close: () => pool.destroy(),
	};
}

/** undici itself looks at the signal only once the request has a connection. */
async function unlessAborted<T>(requested: Promise<T>, signal: AbortSignal): Promise<T> {
	const waiting = new AbortController();
	const aborted = new Promise<never>((_, reject) => {
		signal.addEventListener('abort', () => reject(signal.reason), { signal: waiting.signal });
	});
	try {
		return await Promise.race([requested, aborted]);
	} finally {
		waiting.abort();
	}
}

/** Counts for itself because undici's own limit is one for all requests of a pool. */
async function readBody(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array[]> {
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	for await (const chunk of body) {
		bytes += chunk.byteLength;
		if (bytes > maxBytes) throw new AnswerTooLargeError(`More than ${maxBytes} bytes`);
		chunks.push(chunk);
	}
	return chunks;
}

const firstValue = (value: string | string[] | undefined): string | undefined =>
	Array.isArray(value) ? value[0] : value;
