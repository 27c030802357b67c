import { expect, it } from 'vitest';
import { createPruning } from '../../src/composition/create-storage.js';

it('removes the other kinds where one can not be removed, and logs why', async () => {
	const log: string[] = [];
	const pruned = (name: string) => ({ prune: async () => void log.push(name) });
	const broken = { prune: () => Promise.reject(new Error('a row that can not be read')) };
	const pruning = createPruning([pruned('limits'), broken, pruned('references')], {
		clockGuard: { isTrusted: () => true },
		logger: { warn: ({ err }: { err: Error }) => log.push(err.message) },
		clock: {
			delay: (_, signal) => new Promise((resolve) => signal?.addEventListener('abort', () => resolve())),
		},
	});
	pruning.start();
	await expect.poll(() => log).toContain('a row that can not be read');
	await pruning.stop();
	expect(log).toEqual(['limits', 'references', 'a row that can not be read']);
});

it('removes nothing while the clock is not trusted, even if that is found out in the middle of a round', async () => {
	const log: string[] = [];
	let [isTrusted, rounds] = [false, 0];
	const pruning = createPruning(
		[
			{
				prune: async () => {
					log.push('limits');
					isTrusted = false;
				},
			},
			{ prune: async () => void log.push('references') },
		],
		{
			clockGuard: { isTrusted: () => isTrusted },
			logger: { warn: () => {} },
			clock: {
				delay: async (_, signal) => {
					rounds += 1;
					isTrusted = rounds === 2;
					if (rounds < 4) return;
					await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
				},
			},
		},
	);
	pruning.start();
	await expect.poll(() => rounds).toBe(4);
	await pruning.stop();
	expect(log).toEqual(['limits']);
});
