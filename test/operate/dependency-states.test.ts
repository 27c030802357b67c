import { describe, expect, it } from 'vitest';
import { type Clock, minuteMs } from '../../src/base/clock.js';
import { DependencyStates } from '../../src/operate/dependency-states.js';
import { FakeClock } from '../world/fake-clock.js';

const start = 1_700_000_000_000;

/** States with a stopped clock, and their log: `level message reason`. `waiting`: for probes. */
function setUp(waiting: Pick<Clock, 'delay'> = { delay: async () => {} }) {
	const clock = { ms: 0 };
	const changes: string[] = [];
	const failures: string[] = [];
	const write =
		(level: string) => (fields: { readonly reason: string; readonly seconds?: number }, message: string) =>
			void changes.push(
				[level, message, fields.reason, fields.seconds].filter((it) => it !== undefined).join(', '),
			);
	const states = new DependencyStates({
		clock: { now: () => start + clock.ms, delay: (ms, signal) => waiting.delay(ms, signal) },
		stopwatch: { now: () => clock.ms },
		errors: { inc: ({ dependency }) => failures.push(dependency) },
		logger: { info: write('info'), warn: write('warn'), error: write('error') } as never,
	});
	return { clock, changes, failures, states };
}

describe('the state of a dependency', () => {
	it('changes once with an outage and once with its end, however many operations fail', () => {
		const { clock, changes, failures, states } = setUp();
		for (let n = 0; n < 500; n += 1) states.failed('database', 'reads', 'ECONNREFUSED');
		expect(states.of('database')).toEqual({ status: 'down', since: start, reason: 'ECONNREFUSED' });
		clock.ms = 20_000;
		for (let n = 0; n < 500; n += 1) states.worked('database', 'reads');
		expect(states.of('database')).toEqual({ status: 'up' });
		expect(changes).toEqual([
			'error, The database is not responding, ECONNREFUSED',
			'info, The database works again, ECONNREFUSED, 20',
		]);
		expect(failures).toHaveLength(500);
	});

	it('is degraded while writes fail and reads work, and keeps its reason up to date', () => {
		const { changes, states } = setUp();
		states.failed('database', 'writes', 'SQLITE_BUSY');
		states.worked('database', 'reads');
		states.failed('database', 'writes', 'SQLITE_FULL');
		expect(states.of('database')).toEqual({ status: 'degraded', since: start, reason: 'SQLITE_FULL' });
		expect(changes).toHaveLength(1);
	});

	it('is the worst of its parts', () => {
		const { states } = setUp();
		states.failed('database', 'writes', 'SQLITE_FULL');
		states.failed('database', 'reads', 'timed out');
		expect(states.of('database')).toMatchObject({ status: 'down', reason: 'timed out' });
		states.worked('database', 'reads');
		expect(states.of('database')).toMatchObject({ status: 'degraded', reason: 'SQLITE_FULL' });
	});

	it('ignores operations that started before its last change', () => {
		const { clock, changes, states } = setUp();
		clock.ms = 10;
		states.failed('database', 'reads', 'ECONNRESET', 5);
		states.worked('database', 'reads', 5);
		expect(states.of('database').status).toBe('down');
		clock.ms = 20;
		states.worked('database', 'reads', 15);
		states.failed('database', 'reads', 'timed out', 15);
		expect(states.of('database').status).toBe('up');
		expect(changes).toHaveLength(2);
	});

	it('stays down while it flaps: an hour with every second call failing is one outage', () => {
		const { clock, changes, states } = setUp();
		for (; clock.ms < 3_600_000; clock.ms += 1_000) {
			states.failed('shop', 'answers', 'HTTP 500');
			clock.ms += 1_000;
			states.worked('shop', 'answers');
		}
		// The first failure was a separate outage.
		expect(changes).toHaveLength(3);
		clock.ms += 300_000;
		states.worked('shop', 'answers');
		expect(states.of('shop')).toEqual({ status: 'up' });
	});

	it('is up at the first success after an outage that is not a relapse', () => {
		const { clock, states } = setUp();
		for (let day = 0; day < 3; day += 1) {
			clock.ms += 86_400_000;
			states.failed('shop', 'answers', 'HTTP 500');
			states.worked('shop', 'answers');
			expect(states.of('shop').status).toBe('up');
		}
	});

	it('tolerates two failed calls to Discord in a row', () => {
		const { states } = setUp();
		for (let n = 0; n < 10; n += 1) {
			states.failed('discord', 'calls', 'HTTP 500');
			states.failed('discord', 'calls', 'HTTP 500');
			states.worked('discord', 'calls');
		}
		expect(states.of('discord').status).toBe('up');
		for (let n = 0; n < 3; n += 1) states.failed('discord', 'calls', 'HTTP 502');
		expect(states.of('discord')).toMatchObject({ status: 'degraded', reason: 'HTTP 502' });
	});
});

describe('waiting for a dependency', () => {
	it('ends with the first success of every part that failed', async () => {
		const { states } = setUp();
		states.failed('database', 'reads', 'ECONNREFUSED');
		states.failed('database', 'writes', 'ECONNREFUSED');
		let isOver = false;
		const waiting = states.untilWorking('database', new AbortController().signal).then(() => {
			isOver = true;
		});
		states.worked('database', 'writes');
		await new Promise((resolve) => setImmediate(resolve));
		expect(isOver).toBe(false);
		states.worked('database', 'reads');
		await waiting;
	});

	it('ends when its signal aborts, and immediately if nothing is failing', async () => {
		const { states } = setUp();
		const { signal } = new AbortController();
		await states.untilWorking('database', signal);
		states.failed('database', 'reads', 'ECONNREFUSED');
		const stopping = new AbortController();
		const waiting = states.untilWorking('database', stopping.signal);
		stopping.abort();
		await waiting;
	});
});

describe('alerts about outages', () => {
	it('are raised after five minutes for the store and twenty for the shop, and end with the outage', () => {
		const { clock, states } = setUp();
		const look = (minutes: number): string[] => {
			clock.ms = minutes * 60_000;
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

it('a probe tries until the dependency works, sleeps, and tries again in the next outage', async () => {
	const clock = new FakeClock();
	const { states } = setUp(clock);
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
	await clock.advance(7_000);
	expect([left, states.of('database').status]).toEqual([1, 'down']);
	await clock.advance(60_000);
	expect([left, states.of('database').status]).toEqual([0, 'up']);
	expect(Math.min(...clock.pending)).toBeGreaterThan(5 * minuteMs);
	states.failed('shop', 'key', 'API key refused');
	await clock.advance(15_000);
	expect(states.of('shop').status).toBe('up');
	await Promise.all(probes.map((probe) => probe.stop()));
});
