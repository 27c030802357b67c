import type { ServerResponse } from 'node:http';
import { safeHeaders } from './static-files.js';

const mostBytes = 30_000_000;
const patienceMs = 10_000;
/** No SVG and no HTML: they could run scripts when opened by themselves. */
const shown = /^(image\/(png|jpeg|gif|webp)|video\/(mp4|webm)|audio\/(wav|mpeg|ogg))\b/;

/** Fetches a picture, video or sound from one of `origins` and sends it as the page's own; 404 for everything else. */
export async function serveMedia(
	address: string | null,
	origins: readonly string[],
	response: ServerResponse,
): Promise<void> {
	const file = await fetchMedia(address, origins).catch(() => undefined);
	if (file === undefined) {
		response.writeHead(404, safeHeaders).end();
		return;
	}
	response
		.writeHead(200, { ...safeHeaders, 'Content-Type': file.type, 'Content-Length': file.bytes.length })
		.end(file.bytes);
}

async function fetchMedia(address: string | null, origins: readonly string[]) {
	if (address === null || !origins.includes(new URL(address).origin)) return undefined;
	const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(patienceMs) });
	const type = answer.headers.get('content-type') ?? '';
	if (!answer.ok || !shown.test(type)) return undefined;
	const bytes = Buffer.from(await answer.arrayBuffer());
	return bytes.length > mostBytes ? undefined : { type, bytes };
}
