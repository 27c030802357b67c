import { describe, expect, it } from 'vitest';
import { changeLog } from '../../src/dependencies/change-log.js';
import type { DependencyState } from '../../src/dependencies/dependency-states.js';
import { reportOutages } from '../../src/dependencies/outage-alerts.js';
import { Probes } from '../../src/dependencies/probes.js';
import { ShopCalls } from '../../src/marketplace/shop-calls.js';
import { settled } from '../roles/event-loop.js';
import { quietStates } from './quiet-states.js';

const minute = 60_000;

describe('the log of outages', () => {
	it('has a line with the reason when one begins, and one with its length when it ends', () => {
		const lines: unknown[] = [];
		const write = (level: string) => (fields: object, message: string) =>
			void lines.push([level, message, fields]);
		const logger = { info: write('info'), warn: write('warn'), error: write('error') };
		const log = changeLog(logger as never, { now: () => 21_000 });
		const down: DependencyState = { status: 'down', since: 1_000, reason: 'HTTP 500' };
		log('shop', down, { status: 'up' });
		log('shop', { status: 'up' }, down);
		log('database', { status: 'degraded', since: 0, reason: 'SQLITE_FULL' }, { status: 'up' });
		expect(lines).toEqual([
			['warn', 'The shop is not responding', { dependency: 'shop', status: 'down', reason: 'HTTP 500' }],
			['info', 'The shop is responding again', { dependency: 'shop', seconds: 20, reason: 'HTTP 500' }],
			[
				'error',
				'The database is not writable',
				{ dependency: 'database', status: 'degraded', reason: 'SQLITE_FULL' },
			],
		]);
	});
});

describe('alerts about outages', () => {
	it('come after five minutes of the store and twenty of the shop, and end with the outage', () => {
		const clock = { now: 0 };
		const states: Record<string, DependencyState> = {};
		const seen: string[] = [];
		const report = {
			outage: (dependency: string, { reason }: { reason: string }) => seen.push(`${dependency} ${reason}`),
			outageOver: (dependency: string) => seen.push(`${dependency} up`),
		};
		const look = (minutes: number): string[] => {
			clock.now = minutes * minute;
			seen.length = 0;
			const of = (dependency: string): DependencyState => states[dependency] ?? { status: 'up' };
			reportOutages({ of }, report, { now: () => clock.now });
			return [...seen];
		};
		states['database'] = { status: 'degraded', since: 0, reason: 'SQLITE_FULL' };
		states['shop'] = { status: 'down', since: 0, reason: 'HTTP 500' };
		expect(look(4)).toEqual([]);
		expect(look(5)).toEqual(['database SQLITE_FULL']);
		expect(look(20)).toEqual(['database SQLITE_FULL', 'shop HTTP 500']);
		states['database'] = { status: 'up' };
		states['shop'] = { status: 'degraded', since: 0, reason: 'API key refused' };
		expect(look(60)).toEqual(['database up', 'shop up']);
	});
});

describe('a probe', () => {
	it('tries with growing pauses until the dependency works, and again in the next outage', async () => {
		const pauses: number[] = [];
		const states = quietStates();
		let left = 8;
		const attempts = {
			async database() {
				left -= 1;
				if (left > 0) throw new Error('away');
				states.worked('database', 'reads');
			},
			shop: async () => {},
			discord: async () => {},
		};
		const probes = new Probes(attempts, states, { delay: async (ms) => void pauses.push(ms) });
		states.failed('database', 'reads', 'away');
		probes.start();
		await settled();
		expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 5_000, 5_000, 5_000, 5_000, 5_000]);
		left = 1;
		states.failed('database', 'writes', 'full');
		states.failed('shop', 'key', 'API key refused');
		await probes.stop();
		expect(pauses).toContain(10_000);
		left = 1;
		states.worked('database', 'writes');
		states.failed('database', 'writes', 'full');
		await settled();
		expect(left).toBe(1);
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
		// Nothing was learned of the shop.
		[{ outcome: 'refused', reason: 'an unknown error message' }, []],
		[{ outcome: 'rate-limited' }, []],
		[{ outcome: 'unavailable', reason: 'given up' }, []],
		[{ outcome: 'unavailable', reason: 'the shop is not responding' }, []],
	] as const)('shows how it is: %j', (report, shown) => {
		const seen: string[] = [];
		const calls = new ShopCalls({
			states: {
				failed: (_, part, reason) => seen.push(`-${part} ${reason}`),
				worked: (_, part) => seen.push(`+${part}`),
			},
			durations: { observe: (ms) => seen.push(`${ms} ms`) },
			logger: { debug: () => {}, warn: () => {} },
		});
		calls.note({ endpoint: 'purchases/validation', requests: 1, ms: 40, ...report });
		expect(seen).toEqual([...shown, '40 ms']);
	});
});
