import { describe, expect, it } from 'vitest';
import { checkedHeaders, limitOf } from '../../../src/discord/connection/rate-limit-headers.js';

const via = '1.1 google';

const waitOf = (headers: Record<string, string>, body = ''): number => limitOf(headers, body).waitMs;

describe('rate-limit headers', () => {
	it('reach discord.js unchanged if they are valid, and are dropped otherwise', () => {
		const headers = {
			'content-type': 'application/json',
			date: 'Mon, 30 Nov 2026 10:29:21 GMT',
			'x-ratelimit-bucket': 'a0b1',
			'x-ratelimit-remaining': '3',
			'x-ratelimit-reset-after': '2.125',
		};
		const others = {
			'retry-after': '4',
			'x-ratelimit-global': 'true',
			'x-ratelimit-limit': 'NaN',
			server: 'x',
		};
		expect(Object.fromEntries(checkedHeaders({ ...headers, ...others }))).toEqual(headers);
	});

	it.each(['NaN', '', ' ', '-1', 'Infinity', '1e12', 'soon', '1,5'])('count as absent: %s', (wrong) => {
		const sound = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '1' };
		for (const name of Object.keys(sound))
			expect(Object.fromEntries(checkedHeaders({ ...sound, [name]: wrong }))).toEqual({});
		expect(waitOf({ via, 'retry-after': wrong }, '<html>')).toBe(1_000);
		expect(waitOf({ 'retry-after': wrong }, '<html>')).toBe(30_000);
	});

	it('are capped at a quarter of an hour', () => {
		const headers = checkedHeaders({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '5000' });
		expect(headers.get('x-ratelimit-reset-after')).toBe('900');
		expect(waitOf({ via, 'retry-after': '5000' })).toBe(900_000);
	});
});

describe('the wait after a 429', () => {
	it('is read from the body, which has fractions', () => {
		expect(waitOf({ via, 'retry-after': '1' }, '{"retry_after":0.3}')).toBe(300);
	});

	it.each([
		'{"retry_after":null}',
		'{"retry_after":"0.3"}',
		'{"retry_after":-1}',
		'{"retry_after":1e12}',
		'null',
	])('is read from the header if the body has none: %s', (body) => {
		expect(waitOf({ via, 'retry-after': '2' }, body)).toBe(2_000);
	});
});

describe('the scope of a 429', () => {
	it.each([
		['the address: Cloudflare’s own', {}, 'address'],
		['a route', { via: '1.1 google' }, 'route'],
		['a route, behind something that drops Via', { 'x-ratelimit-scope': 'user' }, 'route'],
		['a route that others share', { via: '1.1 google', 'x-ratelimit-scope': 'shared' }, 'route'],
		['the bot', { via: '1.1 google', 'x-ratelimit-scope': 'global' }, 'global'],
	])('%s', (_, headers, scope) => {
		expect(limitOf(headers, '').scope).toBe(scope);
	});
});
