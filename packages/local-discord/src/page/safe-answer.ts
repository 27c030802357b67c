import type { ServerResponse } from 'node:http';

/**
 * Only this page's own files, no inline script or style, no frame around it, and no text that becomes markup (Lit
 * creates its templates with the policy named here).
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

/** Headers of every response of the page's server, including refusals. */
export const safeHeaders: Readonly<Record<string, string>> = {
	'Content-Security-Policy': contentSecurityPolicy,
	'X-Content-Type-Options': 'nosniff',
	'Referrer-Policy': 'no-referrer',
	'Cross-Origin-Opener-Policy': 'same-origin',
	'Cross-Origin-Resource-Policy': 'same-origin',
	'Cache-Control': 'no-store',
};

/** A response with nothing but its status. */
export function answerEmpty(
	response: ServerResponse,
	status: number,
	headers: Readonly<Record<string, string>> = {},
): void {
	response.writeHead(status, { ...safeHeaders, ...headers, 'Content-Length': 0 }).end();
}
