import { expect, it } from 'vitest';
import { createTasks, PeriodicTask } from '../../../src/base/time/periodic-task.js';

it('works at the start and every hour, continues after a failure, and stops', async () => {
	const log: string[] = [];
	let pass = (): void => {};
	let waits = 0;
	const timer = new PeriodicTask({
		everyMs: 3_600_000,
		name: 'clearing away',
		work: async () => {
			log.push('work');
			if (log.length === 1) throw new Error('no store today');
		},
		logger: { warn: () => log.push('failed') },
		clock: {
			delay: (ms, signal) =>
				new Promise((resolve) => {
					waits += 1;
					expect(ms).toBe(3_600_000);
					pass = resolve;
					signal?.addEventListener('abort', () => resolve());
				}),
		},
	});
	const waited = async (count: number): Promise<void> => {
		while (waits < count) await new Promise((resolve) => setImmediate(resolve));
	};
	timer.start();
	await waited(1);
	expect(log).toEqual(['work', 'failed']);
	pass();
	await waited(2);
	expect(log).toEqual(['work', 'failed', 'work']);
	await timer.stop();
	expect(log).toHaveLength(3);
});

it('runs again if it is woken, even during a round, and ignores earlier wake-ups', async () => {
	let rounds = 0;
	const waits: (readonly [wokenBefore: boolean, end: () => void])[] = [];
	const task = new PeriodicTask({
		...{ everyMs: 60_000, name: 'updates', logger: { warn: () => {} } },
		work: async () => {
			rounds += 1;
			if (rounds === 2) task.wake();
		},
		clock: {
			delay: (_, signal) =>
				new Promise((end) => {
					waits.push([signal?.aborted === true, end]);
					if (signal?.aborted) end();
					signal?.addEventListener('abort', () => end());
				}),
		},
	});
	const waited = async (count: number): Promise<void> => {
		while (waits.length < count) await new Promise((resolve) => setImmediate(resolve));
	};
	task.start();
	await waited(1);
	task.wake();
	await waited(3);
	expect([rounds, waits.map(([wokenBefore]) => wokenBefore)]).toEqual([3, [false, true, false]]);
	await task.stop();
	expect(task.signal.aborted).toBe(true);
});

const task = (name: string, log: string[]) => ({
	name,
	start: () => void log.push(`start ${name}`),
	stop: async () => void log.push(`stop ${name}`),
});

it('starts tasks a moment apart, stops the started ones, and starts none after the stop', async () => {
	const log: string[] = [];
	const logger = { debug: (fields: object) => void log.push(JSON.stringify(fields)) };
	let goOn: () => void = () => {};
	const tasks = createTasks(logger, {
		delay: (ms, signal) =>
			new Promise((resolve) => {
				log.push(`wait ${ms}`);
				goOn = resolve;
				signal?.addEventListener('abort', () => resolve());
			}),
	});
	tasks.start(task('one', log), task('two', log));
	tasks.start(task('three', log));
	await expect.poll(() => log).toEqual(['start one', '{"task":"one"}', 'wait 50']);
	goOn();
	await expect.poll(() => log.slice(3)).toEqual(['start two', '{"task":"two"}', 'wait 50']);
	await tasks.stop();
	tasks.start(task('four', log));
	await tasks.stop();
	expect(log.slice(6, 8)).toEqual(['stop one', 'stop two']);
	expect(log.join()).not.toMatch(/three|four/);
});
