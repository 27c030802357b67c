import { z } from 'zod';
import { parseJson } from '../base/row-fields.js';
import type { Endpoint } from './endpoints.js';
import type { MarketplaceLimits } from './limits.js';
import { type AttemptOutcome, failed, unavailable } from './result.js';
import { decidedByStatus, type TransportAnswer } from './transport.js';

const envelope = z.object({ status: z.string(), msg: z.string().optional().catch(undefined) });

/**
 * Interprets a response. The body decides if it can be understood: real servers send error bodies with 200, 400, 401
 * and 404 alike. Otherwise the status decides, and always for 429 and 5xx, whose body is never trusted.
 */
export function judge<T>(
	endpoint: Endpoint<T>,
	answer: TransportAnswer,
	now: number,
	limits: MarketplaceLimits,
): AttemptOutcome<T> {
	const { status, body } = answer;
	if (decidedByStatus(status)) return judgeStatus(answer, now, limits);
	return judgeText(endpoint, status, new TextDecoder().decode(Buffer.concat(body)));
}

/** Interprets a body whose status isn't conclusive. */
export function judgeText<T>(endpoint: Endpoint<T>, status: number, text: string): AttemptOutcome<T> {
	const json = parseJson(text);
	const read = envelope.safeParse(json).data;
	if (read?.status === 'success') {
		const value = endpoint.read(json);
		if (value !== undefined) return { ok: true, value };
		return failed({ kind: 'malformed', reason: `a success without the contract's shape (HTTP ${status})` });
	}
	const isError = read?.status.trim().toLowerCase() === 'error';
	const refusal = isError ? endpoint.refusal(plain(read.msg ?? '')) : undefined;
	if (refusal !== undefined) return failed(refusal);
	const isDenied = status === 401 || status === 403;
	if (isFirewalls(json, text) || (isDenied && !isObject(json))) {
		return failed({ kind: 'blocked', reason: `something before the shop refused (HTTP ${status})` });
	}
	if (isDenied) return failed({ kind: 'bad-key' });
	if (isError) {
		// `msg` is left out of the reason: a server may repeat the code or the key in it.
		const reason = `an unknown error message (HTTP ${status})`;
		return failed(endpoint.confirmsKey === true ? unavailable(reason) : { kind: 'refused', reason });
	}
	if (json !== undefined && status < 300) {
		return failed({ kind: 'malformed', reason: `neither a success nor an error (HTTP ${status})` });
	}
	const page = unavailable(`no JSON (HTTP ${status})`);
	// A truncated or empty response to a successful request is an accident and worth a retry; a 404 page isn't.
	return failed(page, status < 300 ? 0 : undefined);
}

function judgeStatus<T>(answer: TransportAnswer, now: number, limits: MarketplaceLimits): AttemptOutcome<T> {
	const { status } = answer;
	const asked = retryAfterMs(answer.retryAfter, now);
	if (status === 429) {
		const pause = Math.min(asked ?? limits.defaultPauseMs, limits.maxPauseMs);
		return failed({ kind: 'rate-limited', retryAt: now + pause }, pause);
	}
	if (status >= 500) return failed(unavailable(`HTTP ${status}`), asked ?? 0);
	return failed(unavailable(`a redirect (HTTP ${status})`));
}

/** Interprets a failure to get any response. The reason has only the error's code, because messages quote input. */
export function judgeError(error: unknown): AttemptOutcome<never> {
	// Of undici: a header with a sign that none may have, for example.
	if (error instanceof Error && error.name === 'HTTPParserError') return failed(unavailable('not HTTP'), 0);
	const code = z.object({ code: z.string().regex(/^[A-Z0-9_]{1,40}$/) }).safeParse(error).data?.code;
	if (code === 'ANSWER_TOO_LARGE') return failed(unavailable(code));
	return failed(unavailable(code ?? 'no connection'), 0);
}

/** Normalizes a message, since scripts differ in case, blanks and the full stop. */
function plain(message: string): string {
	return message
		.replaceAll(/\s+/g, ' ')
		.replaceAll(/^[\s\p{P}]+|[\s\p{P}]+$/gu, '')
		.toLowerCase();
}

const firewallNames =
	/cloudflare|imunify|sucuri|cloudproxy|mod_?security|wordfence|incapsula|imperva|akamai|ddos.?guard|bot.?protection|captcha|firewall|\bwaf\b/i;

/** True for JSON that a firewall sends in place of a page. `{"message":"Forbidden"}` is that of AWS. */
function isFirewalls(json: unknown, text: string): boolean {
	if (!isObject(json)) return false;
	return firewallNames.test(text) || /^\s*\{\s*"message"\s*:\s*"forbidden"\s*\}\s*$/i.test(text);
}

function isObject(json: unknown): boolean {
	return typeof json === 'object' && json !== null;
}

/** The delay that a server asks for, in milliseconds: seconds or an HTTP date (RFC 9110, section 10.2.3). */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
	const text = header?.trim() ?? '';
	if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
	// A letter is required because Date.parse would read '-5' as a year.
	const date = /^[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
