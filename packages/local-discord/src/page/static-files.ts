import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname, join } from 'node:path';

const types: Readonly<Record<string, string>> = {
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.svg': 'image/svg+xml',
	'.woff2': 'font/woff2',
	'.txt': 'text/plain; charset=utf-8',
};

/**
 * Nothing but this page's own files, no inline script or style, no frame around it, no text that becomes markup (Lit
 * makes its templates by the policy named here).
 */
const contentSecurityPolicy = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"font-src 'self'",
	"img-src 'self'",
	"media-src 'self'",
	"connect-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
	"require-trusted-types-for 'script'",
	'trusted-types lit-html',
].join('; ');

/** On every answer of the page's server. */
export const safeHeaders: Readonly<Record<string, string>> = {
	'Content-Security-Policy': contentSecurityPolicy,
	'X-Content-Type-Options': 'nosniff',
	'Referrer-Policy': 'no-referrer',
	'Cross-Origin-Opener-Policy': 'same-origin',
	'Cross-Origin-Resource-Policy': 'same-origin',
	'Cache-Control': 'no-store',
};

/** Sends a file of the built page: it holds nothing of the world that it will show. 404 where there is none. */
export async function serveStatic(folder: string, pathname: string, response: ServerResponse): Promise<void> {
	const name = pathname === '/' ? 'index.html' : pathname.slice(1);
	const type = types[extname(name)];
	// One folder without folders in it: a name with a slash is none of its files.
	const isName = /^[\w-][\w.-]*$/.test(name);
	const bytes =
		isName && type !== undefined ? await readFile(join(folder, name)).catch(() => undefined) : undefined;
	if (type === undefined || bytes === undefined) {
		response.writeHead(404, safeHeaders).end();
		return;
	}
	response
		.writeHead(200, { ...safeHeaders, 'Content-Type': type, 'Content-Length': bytes.length })
		.end(bytes);
}
