import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { Ground } from '../../src/ground.js';
import { shopCalls } from '../../src/marketplace/shop-calls.js';
import { DependencyStates } from '../../src/operate/dependency-states.js';
import { FakeClock } from '../world/fake-clock.js';
import { floor } from '../world/floor.js';

const minute = 60_000;

const idle = { errors: { inc: () => {} }, logger: pino({ level: 'silent' }) };

describe('alerts about outages', () => {
	it('are raised after five minutes for the store and twenty for the shop, and end with the outage', () => {
		let now = 0;
		const clock = { now: () => now, delay: async () => {} };
		const states = new DependencyStates({ ...idle, clock, stopwatch: { now: () => now } });
		const look = (minutes: number): string[] => {
			now = minutes * minute;
			const seen: string[] = [];
			states.alert({
				outage: (dependency, { reason }) => seen.push(`${dependency} ${reason}`),
				outageOver: (dependency) => seen.push(`${dependency} up`),
			});
			return seen;
		};
		states.failed('database', 'writes', 'SQLITE_FULL');
		states.failed('shop', 'answers', 'HTTP 500');
		expect(look(4)).toEqual([]);
		expect(look(5)).toEqual(['database SQLITE_FULL']);
		expect(look(20)).toEqual(['database SQLITE_FULL', 'shop HTTP 500']);
		states.worked('database', 'writes');
		states.worked('shop', 'answers');
		states.failed('shop', 'key', 'API key refused');
		expect(look(60)).toEqual(['database up', 'shop up']);
		states.failed('database', 'contents', 'it was emptied');
		expect(look(60)).toEqual(['database it was emptied', 'shop up']);
	});
});

describe('a probe', () => {
	it('tries until the dependency works, and again in the next outage', async () => {
		const clock = new FakeClock();
		const states = new DependencyStates({ ...idle, clock, stopwatch: performance });
		let left = 8;
		const probes = states.probes({
			async database() {
				left -= 1;
				if (left > 0) throw new Error('away');
				states.worked('database', 'reads');
			},
			shop: async () => states.worked('shop', 'key'),
			discord: async () => {},
		});
		states.failed('database', 'reads', 'away');
		for (const probe of probes) probe.start();
		await clock.advance(6_000);
		expect([left, states.of('database').status]).toEqual([1, 'down']);
		await clock.advance(60_000);
		expect([left, states.of('database').status]).toEqual([0, 'up']);
		states.failed('shop', 'key', 'API key refused');
		await clock.advance(15_000);
		expect(states.of('shop').status).toBe('up');
		await Promise.all(probes.map((probe) => probe.stop()));
	});
});

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
