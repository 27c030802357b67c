import { describe, expect, it } from 'vitest';
import { judge, judgeError, judgeText, retryAfterMs } from '../../src/marketplace/attempt-outcome.js';
import { accountEndpoint, validationEndpoint } from '../../src/marketplace/endpoints.js';
import { defaultLimits as limits } from '../../src/marketplace/limits.js';
import type { MarketplaceFailure } from '../../src/marketplace/result.js';
import { accountSchema } from '../../src/marketplace/schemas.js';
import { accountBody, failed, sampleAccount } from './samples.js';

const now = 1_000_000;

const judged = (status: number, body: unknown, retryAfter?: string) => {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return judge(accountEndpoint, { status, body: [Buffer.from(text)], retryAfter }, now, limits);
};
const unavailable = (reason: string) => ({ kind: 'unavailable', reason }) as const;
const malformed = (reason: string) => ({ kind: 'malformed', reason }) as const;
const error = (msg?: string) => ({ status: 'error', msg });
const badKey = { kind: 'bad-key' } as const;

describe('a response', () => {
	it.each([accountBody, { ...accountBody, msg: 5 }])(
		'is a success if it has the contract’s shape',
		(body) => {
			expect(judged(200, body)).toStrictEqual({ ok: true, value: accountSchema.parse(sampleAccount) });
		},
	);

	it.each([
		[200, { status: 'success' }, malformed("a success without the contract's shape (HTTP 200)")],
		[404, { status: 'success' }, malformed("a success without the contract's shape (HTTP 404)")],
		[200, [], malformed('neither a success nor an error (HTTP 200)')],
		[299, {}, malformed('neither a success nor an error (HTTP 299)')],
		[404, {}, unavailable('no JSON (HTTP 404)')],
		[404, 'Not Found', unavailable('no JSON (HTTP 404)')],
		[200, error('Something broke'), unavailable('an unknown error message (HTTP 200)')],
		[400, error(), unavailable('an unknown error message (HTTP 400)')],
		[400, error(' Invalid Request '), badKey],
		[400, { status: 'Error ', msg: 'Invalid request' }, badKey],
		[401, '{"message":"Unauthenticated."}', badKey],
		[403, error('Something broke'), badKey],
		[302, '', unavailable('a redirect (HTTP 302)')],
		[399, accountBody, unavailable('a redirect (HTTP 399)')],
	] as const)('with HTTP %d and %j is final: %j', (status, body, failure: MarketplaceFailure) => {
		expect(judged(status, body)).toStrictEqual({ ...failed(failure), retryAfterMs: undefined });
	});

	it.each([
		[401, ''],
		[403, ''],
		[403, 'error code: 1010'],
		[403, '1010'],
		[401, '<h1>Unauthorized</h1>'],
		[403, '\n<!DOCTYPE html>'],
		[403, '{"message":"Forbidden"}'],
		[403, { type: 'https://developers.cloudflare.com/…', error_code: 1010, cloudflare_error: true }],
		[403, { message: 'Access denied by Imunify360 bot-protection.' }],
		[200, { message: 'Access denied by Imunify360 bot-protection.' }],
		[403, error('ModSecurity: request denied')],
		[403, { url: 'https://geo.captcha-delivery.com/captcha/' }],
	])('with HTTP %d and %j comes from something in front of the shop', (status, body) => {
		const reason = `something before the shop refused (HTTP ${status})`;
		expect(judged(status, body)).toEqual(failed({ kind: 'blocked', reason }));
	});

	it.each(['Invalid purchase code.', ' invalid  Purchase\u00a0CODE !', '“Invalid purchase code”'])(
		'with %j means that the code is invalid',
		(msg) => {
			for (const status of [200, 400, 404, 422]) {
				const outcome = judgeText(validationEndpoint('a', 'form'), status, JSON.stringify(error(msg)));
				expect(outcome).toEqual(failed({ kind: 'invalid-code' }));
			}
		},
	);

	it.each(['Code d’achat invalide', 'Item Not Found', 'Invalid purchase code format', undefined])(
		'in unknown words is a refusal, neither an outage nor a verdict on the code: %j',
		(msg) => {
			const outcome = judgeText(validationEndpoint('a', 'form'), 404, JSON.stringify(error(msg)));
			expect(outcome).toEqual(failed({ kind: 'refused', reason: 'an unknown error message (HTTP 404)' }));
		},
	);

	it.each([
		[200, '', undefined, unavailable('no JSON (HTTP 200)'), 0],
		[200, '{"status":"succ', undefined, unavailable('no JSON (HTTP 200)'), 0],
		[500, accountBody, undefined, unavailable('HTTP 500'), 0],
		[503, '', '7', unavailable('HTTP 503'), 7_000],
		[429, accountBody, undefined, { kind: 'rate-limited', retryAt: now + 1_000 }, 1_000],
		[429, '', '3', { kind: 'rate-limited', retryAt: now + 3_000 }, 3_000],
		[429, '', '86400', { kind: 'rate-limited', retryAt: now + 300_000 }, 300_000],
	] as const)(
		'with HTTP %d, %j and Retry-After %s is worth a retry',
		(status, body, retryAfter, failure, retryAfterMs) => {
			expect(judged(status, body, retryAfter)).toStrictEqual({ ...failed(failure), retryAfterMs });
		},
	);
});

describe('a request without a response', () => {
	it.each([
		['ECONNRESET', 'ECONNRESET', 0],
		['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 0],
		['A'.repeat(40), 'A'.repeat(40), 0],
		['ANSWER_TOO_LARGE', 'ANSWER_TOO_LARGE', undefined],
	])('is reported by its error code: %s', (code, reason, retryAfterMs) => {
		expect(judgeError(Object.assign(new Error('the key'), { code }))).toStrictEqual({
			...{ ...failed(unavailable(reason)), retryAfterMs },
		});
	});

	it.each(['', 'the key', 'KEY the', 'the KEY', 'A'.repeat(41), 5, undefined])(
		'is reported without text that may quote a secret: %j',
		(code) => {
			const outcome = judgeError({ code, message: 'the key' });
			expect(outcome).toStrictEqual({ ...failed(unavailable('no connection')), retryAfterMs: 0 });
		},
	);
});

const noon = Date.UTC(2026, 0, 15, 12, 0, 0);

it.each([
	['30', 30_000],
	[' 2 ', 2_000],
	['0', 0],
	['1.25', 1_250],
	['Thu, 15 Jan 2026 12:01:00 GMT', 60_000],
	['Thu, 15 Jan 2026 11:00:00 GMT', 0],
])('reads Retry-After: %s', (header, ms) => {
	expect(retryAfterMs(header, noon)).toBe(ms);
});

it.each([undefined, '', 'soon', '-5', '1e3', '2026-01-15T12:00:00Z'])('finds no time in %j', (header) => {
	expect(retryAfterMs(header, noon)).toBeUndefined();
});
