import { expect, it } from 'vitest';
import { createPruning } from '../../src/composition/create-pruning.js';

it('removes the other kinds where one can not be removed, and logs why', async () => {
	const log: string[] = [];
	const pruned = (name: string) => ({ prune: async () => void log.push(name) });
	const broken = { prune: () => Promise.reject(new Error('a row that can not be read')) };
	const pruning = createPruning([pruned('limits'), broken, pruned('references')], {
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
