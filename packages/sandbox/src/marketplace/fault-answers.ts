import type { ServerResponse } from 'node:http';
import type { ApiAnswer } from './api.js';
import type { FaultKind } from './faults.js';

const page = (title: string): string =>
	`<!DOCTYPE html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;

/** The login page to which a redirect leads. */
export const loginPage = page('Sign in');

const hugeBytes = 200 * 1024 * 1024;

/**
 * Sends a faulty response in place of `good`. Returns the status that was sent, or undefined if none was. `denied` is
 * the response for a thing that doesn't exist.
 */
export function sendFault(
	response: ServerResponse,
	kind: FaultKind,
	good: ApiAnswer,
	denied: ApiAnswer,
): number | undefined {
	switch (kind) {
		case '500':
			return send(response, 500, 'application/json', '{"status":"error","msg":"Server Error"}');
		case '502-html':
			return send(response, 502, 'text/html', page('Bad gateway'));
		case '200-html':
			return send(response, 200, 'text/html', page('Welcome'));
		case 'empty':
			return send(response, 200, 'application/json', '');
		case 'truncated':
			return sendTruncated(response, good);
		case 'wrong-shape':
			return sendJson(response, 200, { status: 'success', data: { purchase: 7 }, items: {}, item: 'none' });
		case 'array':
			return sendJson(response, 200, [good.body]);
		case 'reset':
			response.socket?.resetAndDestroy();
			return undefined;
		case '429':
			response.setHeader('retry-after', '2');
			return sendJson(response, 429, { message: 'Too Many Attempts.' });
		case 'redirect':
			response.setHeader('location', '/login');
			return send(response, 302, 'text/html', page('Redirecting'));
		case 'hang':
			return undefined;
		case 'dribble':
			return sendDribble(response, good);
		case 'huge':
			return sendHuge(response);
		case '401':
			return sendJson(response, 401, { message: 'Unauthenticated.' });
		case '404':
			return send(response, 404, 'text/plain', 'Not Found');
		case 'maintenance-404':
			return send(response, 404, 'text/html', page('Down for maintenance'));
		case 'maintenance-503':
			response.setHeader('retry-after', '600');
			return send(response, 503, 'text/html', page('Down for maintenance'));
		case 'denies':
			return sendJson(response, denied.status, denied.body);
	}
}

export function sendJson(response: ServerResponse, status: number, body: unknown): number {
	return send(response, status, 'application/json', JSON.stringify(body));
}

export function send(
	response: ServerResponse,
	status: number,
	contentType: string,
	body: string | Uint8Array,
): number {
	response.writeHead(status, {
		'content-type': contentType,
		'content-length': Buffer.byteLength(body),
	});
	response.end(body);
	return status;
}

function sendTruncated(response: ServerResponse, { status, body }: ApiAnswer): number {
	const text = Buffer.from(JSON.stringify(body));
	response.writeHead(status, { 'content-type': 'application/json', 'content-length': text.length });
	response.write(text.subarray(0, text.length / 2), () => response.socket?.destroy());
	return status;
}

function sendDribble(response: ServerResponse, { status, body }: ApiAnswer): number {
	const text = Buffer.from(JSON.stringify(body));
	let sent = 0;
	response.writeHead(status, { 'content-type': 'application/json', 'content-length': text.length });
	const timer = setInterval(() => {
		response.write(text.subarray(sent, sent + 1));
		sent += 1;
		if (sent < text.length) return;
		clearInterval(timer);
		response.end();
	}, 250);
	response.on('close', () => clearInterval(timer));
	return status;
}

function sendHuge(response: ServerResponse): number {
	const chunk = Buffer.alloc(64 * 1024, ' ');
	let left = hugeBytes / chunk.length;
	response.writeHead(200, { 'content-type': 'application/json', 'content-length': hugeBytes });
	const pour = (): void => {
		while (left > 0 && !response.destroyed) {
			left -= 1;
			if (!response.write(chunk)) {
				response.once('drain', pour);
				return;
			}
		}
		response.end();
	};
	pour();
	return 200;
}
