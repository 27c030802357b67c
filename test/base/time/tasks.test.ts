import { expect, it } from 'vitest';
import { Tasks } from '../../../src/base/time/periodic-task.js';

const task = (name: string, log: string[]) => ({
	name,
	start: () => void log.push(`start ${name}`),
	stop: async () => void log.push(`stop ${name}`),
});

it('starts tasks a moment apart, stops those that have started, and starts none after the stop', async () => {
	const log: string[] = [];
	const logger = { debug: (fields: object) => void log.push(JSON.stringify(fields)) };
	let goOn: () => void = () => {};
	const tasks = new Tasks(logger, {
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
