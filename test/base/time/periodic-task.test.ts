import { expect, it } from 'vitest';
import { createTasks, PeriodicTask } from '../../../src/base/time/periodic-task.js';
import { FakeClock } from '../../world/fake-clock.js';

it('works at the start and every hour, continues after a failure, and stops', async () => {
	const log: string[] = [];
	const clock = new FakeClock();
	const task = new PeriodicTask({
		...{ everyMs: 3_600_000, name: 'clearing away', clock },
		work: async () => {
			log.push('work');
			if (log.length === 1) throw new Error('no store today');
		},
		logger: { warn: () => log.push('failed') },
	});
	task.start();
	await clock.advance(3_599_999);
	expect(log).toEqual(['work', 'failed']);
	await clock.advance(1);
	expect(log).toEqual(['work', 'failed', 'work']);
	await task.stop();
	await clock.advance(3_600_000);
	expect(log).toHaveLength(3);
});

it('runs again if it is woken, even during a round, and ignores earlier wake-ups', async () => {
	let rounds = 0;
	const clock = new FakeClock();
	const task = new PeriodicTask({
		...{ everyMs: 60_000, name: 'updates', clock, logger: { warn: () => {} } },
		work: async () => {
			rounds += 1;
			if (rounds === 2) task.wake();
		},
	});
	task.start();
	await clock.advance(0);
	expect(rounds).toBe(1);
	task.wake();
	await clock.advance(59_999);
	expect(rounds).toBe(3);
	await clock.advance(1);
	expect(rounds).toBe(4);
	await task.stop();
	expect(task.signal.aborted).toBe(true);
});

it('starts tasks a moment apart, stops the started ones, and starts none after the stop', async () => {
	const log: string[] = [];
	const clock = new FakeClock();
	const tasks = createTasks({ debug: (fields: object) => void log.push(JSON.stringify(fields)) }, clock);
	const task = (name: string) => ({
		name,
		start: () => void log.push(`start ${name}`),
		stop: async () => void log.push(`stop ${name}`),
	});
	tasks.start(task('one'), task('two'));
	tasks.start(task('three'));
	await clock.advance(49);
	expect(log).toEqual(['start one', '{"task":"one"}']);
	await clock.advance(1);
	expect(log.slice(2)).toEqual(['start two', '{"task":"two"}']);
	await tasks.stop();
	tasks.start(task('four'));
	await tasks.stop();
	expect(log.slice(4, 6)).toEqual(['stop one', 'stop two']);
	expect(log.join()).not.toMatch(/three|four/);
});
