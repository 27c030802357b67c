import { expect, it } from 'vitest';
import { PeriodicTask } from '../../../src/base/time/periodic-task.js';

it('works at the start and each hour, goes on after a failure, and stops', async () => {
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
