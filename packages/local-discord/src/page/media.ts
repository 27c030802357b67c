import type { ServerResponse } from 'node:http';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { answerEmpty, safeHeaders } from './safe-answer.js';

const maxBytes = 30_000_000;
const patienceMs = 30_000;
/** No SVG or HTML, which could run scripts when opened directly. */
const shown = /^(image\/(png|jpeg|gif|webp)|video\/(mp4|webm)|audio\/(wav|mpeg|ogg))(?=;|$)/;

/**
 * Fetches an image, video or sound whose address begins with one of `places`, and passes it on from the page's own
 * address. 404 for everything else; a transfer that turns out too large or too slow is cut off.
 */
export async function serveMedia(
	address: string | null,
	places: readonly string[],
	response: ServerResponse,
): Promise<void> {
	const ending = new AbortController();
	const timer = setTimeout(() => ending.abort(), patienceMs);
	// The page has scrolled on or was closed, so no request waits for it anymore.
	response.once('close', () => ending.abort());
	try {
		const file = await openMedia(address, places, ending.signal).catch(() => undefined);
		if (file === undefined) {
			answerEmpty(response, 404);
			return;
		}
		response.writeHead(200, { ...safeHeaders, 'Content-Type': file.type });
		await pipeline(file.bytes, atMost(maxBytes), response).catch(() => response.destroy());
	} finally {
		clearTimeout(timer);
		ending.abort();
	}
}

async function openMedia(address: string | null, places: readonly string[], signal: AbortSignal) {
	if (address === null) return undefined;
	// The requested address, with every `..` resolved.
	const { href } = new URL(address);
	if (!places.some((place) => href.startsWith(place))) return undefined;
	const answer = await fetch(href, { redirect: 'error', signal });
	const [, type] = shown.exec(answer.headers.get('content-type') ?? '') ?? [];
	if (!answer.ok || type === undefined || answer.body === null) return undefined;
	if (Number(answer.headers.get('content-length') ?? 0) > maxBytes) return undefined;
	return { type, bytes: Readable.fromWeb(answer.body) };
}

/** Counts decompressed bytes too, since a small response can contain a very large image. */
function atMost(bytes: number): Transform {
	let left = bytes;
	return new Transform({
		transform(chunk: Buffer, _, done) {
			left -= chunk.length;
			if (left < 0) done(new Error('The file is too large'));
			else done(null, chunk);
		},
	});
}
