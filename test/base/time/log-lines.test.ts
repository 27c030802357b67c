import { describe, expect, it } from 'vitest';
import { gatherLines, rareLines } from '../../../src/base/time/log-lines.js';
import { FakeClock } from '../../world/fake-clock.js';

function setUp() {
	const lines: unknown[] = [];
	const logger = { error: (fields: object) => void lines.push(fields), debug: () => {} };
	const clock = new FakeClock();
	const gathered = gatherLines(logger, clock);
	const fail = (reference: string, reason = 'SQLITE_FULL') =>
		gathered.note(logger, 'An interaction failed', { reason, reference });
	return { lines, clock, gathered, fail };
}

describe('repeated failures with the same cause', () => {
	it('are logged once, then once a minute with their count and references', async () => {
		const { lines, clock, fail } = setUp();
		for (const reference of ['AAA-AAA', 'BBB-BBB', 'CCC-CCC']) fail(reference);
		expect(lines).toEqual([{ reason: 'SQLITE_FULL', reference: 'AAA-AAA' }]);
		await clock.advance(60_000);
		fail('DDD-DDD');
		await clock.advance(60_000);
		expect(lines.slice(1)).toEqual([
			{ reason: 'SQLITE_FULL', count: 2, references: ['BBB-BBB', 'CCC-CCC'] },
			{ reason: 'SQLITE_FULL', count: 1, references: ['DDD-DDD'] },
		]);
	});

	it('are logged immediately again after a quiet minute', async () => {
		const { lines, clock, fail } = setUp();
		fail('AAA-AAA');
		await clock.advance(60_000);
		fail('BBB-BBB');
		expect(lines).toHaveLength(2);
	});

	it('are kept apart from failures with another cause', () => {
		const { lines, fail } = setUp();
		fail('AAA-AAA');
		fail('BBB-BBB', 'HTTP 503');
		expect(lines).toHaveLength(2);
	});

	it('are logged when the bot stops', async () => {
		const { lines, clock, gathered, fail } = setUp();
		for (const reference of ['AAA-AAA', 'BBB-BBB']) fail(reference);
		gathered.stop();
		await clock.advance(0);
		expect(lines[1]).toEqual({ reason: 'SQLITE_FULL', count: 1, references: ['BBB-BBB'] });
	});
});

it('a lasting problem is logged once an hour, and another problem has its own line', () => {
	let now = 1_000_000;
	const levelOf = rareLines({ now: () => now });
	const levels = (minutes: number, trouble: string) => {
		now = 1_000_000 + minutes * 60_000;
		return levelOf(trouble, 'warn');
	};
	const given = [0, 1, 59, 60, 61].map((minutes) => levels(minutes, 'a'));
	expect(given.join(' ')).toBe('warn debug debug warn debug');
	expect(levels(61, 'b')).toBe('warn');
	// A clock that was ahead has been set right.
	expect(levels(-1, 'a')).toBe('warn');
});
