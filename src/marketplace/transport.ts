import { promisify } from 'node:util';
import { gunzip, type ZlibOptions } from 'node:zlib';
import { Pool } from 'undici';
import { userAgent } from '../base/version.js';
import type { MarketplaceLimits } from './limits.js';

interface TransportRequest {
	/** With the query. Must not contain a secret: addresses end up in the logs of every proxy. */
	readonly path: string;
	/** Sent with POST. Without one the request is a GET. */
	readonly body?: RequestBody | undefined;
	/** Idle timeout, before the headers and within the body. Milliseconds. */
	readonly silenceMs: number;
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
	/** In chunks as received; empty if the status alone decides: see `decidedByStatus`. */
	readonly body: readonly Uint8Array[];
}

export interface TransportOptions extends Pick<MarketplaceLimits, 'connectMs' | 'connections'> {
	/** The marketplace's address, without `/api`; a path and a trailing slash are allowed. Throws if it isn't a URL. */
	readonly baseUrl: string;
	/** Secret: sent only in the Authorization header. */
	readonly apiKey: string;
}

class AnswerTooLargeError extends Error {
	readonly code = 'ANSWER_TOO_LARGE';
}

/** @returns true for redirects (which would get the key), 429 and 5xx: their body isn't even read */
export function decidedByStatus(status: number): boolean {
	return (status >= 300 && status < 400) || status === 429 || status >= 500;
}

export type Transport = ReturnType<typeof httpTransport>;

/**
 * Sends single requests to the marketplace, without retries. They reject with errors of undici and zlib, with
 * AnswerTooLargeError, or for the signal's reason. `close` ends all of them.
 */
export function httpTransport({ baseUrl, apiKey, connections, connectMs }: TransportOptions) {
	const { origin, pathname } = new URL(baseUrl);
	const basePath = pathname.replace(/\/+$/, '');
	const pool = new Pool(origin, { connections, connect: { timeout: connectMs } });
	const headers = {
		accept: 'application/json',
		// Without it a server may choose any coding.
		'accept-encoding': 'identity',
		authorization: `Bearer ${apiKey}`,
		// Real servers redirect browser-like agents: the bot uses its own name.
		'user-agent': userAgent,
	};
	return {
		async sendRequest(request: TransportRequest): Promise<TransportAnswer> {
			const { path, body, silenceMs, maxBytes, signal } = request;
			signal.throwIfAborted();
			const requested = pool.request({
				method: body === undefined ? 'GET' : 'POST',
				path: basePath + path,
				headers: body === undefined ? headers : { ...headers, 'content-type': body.contentType },
				body: body?.content ?? null,
				headersTimeout: silenceMs,
				bodyTimeout: silenceMs,
				signal,
			});
			const response = await unlessAborted(requested, signal);
			const status = response.statusCode;
			const [retryAfter] = [response.headers['retry-after']].flat();
			if (decidedByStatus(status)) {
				// Destroyed, not drained: the rest may never end. The resulting error is irrelevant.
				response.body.on('error', () => {}).destroy();
				return { status, retryAfter, body: [] };
			}
			const received = await readBody(response.body, maxBytes);
			return { status, retryAfter, body: await unpack(received, maxBytes) };
		},
		close: () => pool.destroy(),
	};
}

/** undici itself checks the signal only once the request has a connection. */
async function unlessAborted<T>(requested: Promise<T>, signal: AbortSignal): Promise<T> {
	let onAbort = (): void => {};
	const aborted = new Promise<never>((_, reject) => {
		onAbort = () => reject(signal.reason);
	});
	signal.addEventListener('abort', onAbort);
	try {
		return await Promise.race([requested, aborted]);
	} finally {
		signal.removeEventListener('abort', onAbort);
	}
}

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** A limit per request: undici's own limit applies to all requests of a pool. */
export async function readBody(body: Chunks, maxBytes: number): Promise<Uint8Array[]> {
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	for await (const chunk of body) {
		bytes += chunk.byteLength;
		if (bytes > maxBytes) throw new AnswerTooLargeError(`More than ${maxBytes} bytes`);
		chunks.push(chunk);
	}
	return chunks;
}

/** Unpacks a gzip that we didn't ask for. Some proxies leave its header out, and others unpack it and leave the header. */
async function unpack(chunks: Uint8Array[], maxBytes: number): Promise<Uint8Array[]> {
	if (chunks[0]?.[0] !== 0x1f || chunks[0][1] !== 0x8b) return chunks;
	const options = { maxOutputLength: maxBytes };
	try {
		return [await promisify<Buffer, ZlibOptions, Buffer>(gunzip)(Buffer.concat(chunks), options)];
	} catch (error) {
		const isTooLarge =
			error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
		throw isTooLarge ? new AnswerTooLargeError(`More than ${maxBytes} bytes`) : error;
	}
}
