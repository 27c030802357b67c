import { describe, expect, it } from 'vitest';
import { Breaker, type Evidence, type Pass } from '../../src/marketplace/breaker.js';
import { FakeClock } from '../world/fake-clock.js';

const setUp = () => {
	const clock = new FakeClock();
	const breaker = new Breaker({
		clock,
		failuresUntilSick: 3,
		backgroundWaitMs: 1_000,
		maxBackgroundWaitMs: 8_000,
	});
	return { clock, breaker };
};

const enter = (breaker: Breaker): Pass => {
	const entry = breaker.enter();
	if (entry.kind !== 'pass') throw new Error('expected to be let through');
	return entry;
};

const settle = (breaker: Breaker, evidence: Evidence): void => breaker.settle(enter(breaker), evidence);

const makeSick = (breaker: Breaker): void => {
	for (let failure = 0; failure < 3; failure += 1) settle(breaker, 'down');
};

describe('for buyers', () => {
	it('lets all calls through immediately while the server is well', () => {
		const { breaker } = setUp();
		const kinds = Array.from({ length: 50 }, () => breaker.enter().kind);
		expect(new Set(kinds)).toEqual(new Set(['pass']));
	});

	it('takes only failures in a row for a sickness', () => {
		const { breaker } = setUp();
		for (const evidence of ['down', 'down', 'up', 'down', 'unknown', 'down'] as const) {
			settle(breaker, evidence);
		}
		expect(breaker.sick).toBe(false);
		settle(breaker, 'down');
		expect(breaker.sick).toBe(true);
	});

	it('makes one trial at a time while the server is sick, and the others wait for what it shows', async () => {
		const { breaker } = setUp();
		makeSick(breaker);
		const trial = enter(breaker);
		const others = [breaker.enter(), breaker.enter()];
		expect(others.map((entry) => entry.kind)).toEqual(['wait', 'wait']);
		breaker.settle(trial, 'down');
		const shown = await Promise.all(others.map((entry) => entry.kind === 'wait' && entry.evidence));
		expect(shown).toEqual(['down', 'down']);
	});

	it('lets the very next buyer try after a failed trial, however little time has passed', () => {
		const { breaker } = setUp();
		makeSick(breaker);
		for (let trial = 0; trial < 20; trial += 1) settle(breaker, 'down');
		expect(breaker.enter().kind).toBe('pass');
	});

	it('is well again after one success', () => {
		const { breaker } = setUp();
		makeSick(breaker);
		settle(breaker, 'up');
		expect(breaker.sick).toBe(false);
		expect([breaker.enter().kind, breaker.enter().kind]).toEqual(['pass', 'pass']);
	});

	it('starts another trial after one that was given up', () => {
		const { breaker } = setUp();
		makeSick(breaker);
		settle(breaker, 'unknown');
		expect(breaker.sick).toBe(true);
		expect([breaker.enter().kind, breaker.enter().kind]).toEqual(['pass', 'wait']);
	});
});

describe('for background work', () => {
	it('waits longer after each failure, up to a limit', async () => {
		const { clock, breaker } = setUp();
		makeSick(breaker);
		const waits: number[] = [];
		for (let failure = 0; failure < 6; failure += 1) {
			const refused = breaker.enterInBackground();
			if (refused.kind === 'pass') throw new Error('expected a refusal');
			waits.push(refused.retryAt - clock.now());
			await clock.advance(refused.retryAt - clock.now());
			const pass = breaker.enterInBackground();
			if (pass.kind !== 'pass') throw new Error('expected to be let through');
			breaker.settle(pass, 'down');
		}
		expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
	});

	it('sends one request at a time too', async () => {
		const { clock, breaker } = setUp();
		makeSick(breaker);
		await clock.advance(1_000);
		expect(breaker.enterInBackground().kind).toBe('pass');
		expect(breaker.enterInBackground().kind).toBe('refused');
	});
});
