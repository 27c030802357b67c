import type { ServerResponse } from 'node:http';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { answerEmpty, safeHeaders } from './safe-answer.js';

const maxBytes = 30_000_000;
const patienceMs = 30_000;
/** No SVG and no HTML: they could run scripts when opened by themselves. */
const shown = /^(image\/(png|jpeg|gif|webp)|video\/(mp4|webm)|audio\/(wav|mpeg|ogg))(?=;|$)/;

/**
 * Fetches a picture, video or sound whose address begins with one of `places`, and passes it on as the page's own. 404
 * for everything else; what turns out to be too large or too slow on its way is cut off.
 */
export async function serveMedia(
	address: string | null,
	places: readonly string[],
	response: ServerResponse,
): Promise<void> {
	const ending = new AbortController();
	const timer = setTimeout(() => ending.abort(), patienceMs);
	// The page has scrolled on or was closed, so no request waits for it any more.
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
	// As it is asked for, with every `..` resolved.
	const { href } = new URL(address);
	if (!places.some((place) => href.startsWith(place))) return undefined;
	const answer = await fetch(href, { redirect: 'error', signal });
	const [, type] = shown.exec(answer.headers.get('content-type') ?? '') ?? [];
	if (!answer.ok || type === undefined || answer.body === null) return undefined;
	if (Number(answer.headers.get('content-length') ?? 0) > maxBytes) return undefined;
	return { type, bytes: Readable.fromWeb(answer.body) };
}

/** Counts what comes out of a decompression too: a small answer can hold a very large picture. */
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
