import { describe, expect, it } from 'vitest';
import type { Ground } from '../../src/ground.js';
import { shopCalls } from '../../src/marketplace/shop-calls.js';
import { floor } from '../world/floor.js';

describe('a call to the shop', () => {
	it.each([
		[{ outcome: 'ok' }, ['+answers', '+key']],
		[{ outcome: 'invalid-code' }, ['+answers']],
		[{ outcome: 'bad-key' }, ['+answers', '-key API key refused']],
		[{ outcome: 'unavailable', reason: 'HTTP 500' }, ['-answers HTTP 500']],
		[{ outcome: 'malformed', reason: 'no JSON' }, ['-answers no JSON']],
		[{ outcome: 'blocked', reason: 'HTTP 403' }, ['-answers HTTP 403']],
		// These say nothing about the shop's state.
		[{ outcome: 'refused', reason: 'an unknown error message' }, []],
		[{ outcome: 'rate-limited' }, []],
		[{ outcome: 'unavailable', reason: 'given up' }, []],
		[{ outcome: 'unavailable', reason: 'the shop is not responding' }, []],
	] as const)('updates the shop’s state: %j', (report, shown) => {
		const seen: string[] = [];
		const calls = shopCalls(
			floor<Ground>({
				states: {
					failed: (_, part, reason) => seen.push(`-${part} ${reason}`),
					worked: (_, part) => seen.push(`+${part}`),
				},
				metrics: { durations: { shop: { observe: (ms) => seen.push(`${ms} ms`) } } },
				logger: { debug: () => {}, warn: () => {} },
			}),
		);
		calls.note({ endpoint: 'purchases/validation', requests: 1, ms: 40, ...report });
		expect(seen).toEqual([...shown, '40 ms']);
	});
});
