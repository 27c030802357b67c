import { beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { memoryStore } from '../../src/storage/memory-store.js';
import type { Kind } from '../../src/storage/table.js';
import { createPruning } from '../../src/store-tasks.js';
import { floor } from '../world/floor.js';

const kind = (prefix: string): Kind<{ until: number }> => ({
	prefix,
	schema: z.object({ until: z.number() }),
	until: ({ until }) => until,
});
const endless = { prefix: 'endless:', schema: z.object({ until: z.number() }) };
const kinds = [kind('one:'), kind('two:'), kind('three:'), endless];
const now = 1_000;

let rows: Map<string, unknown>;
beforeEach(() => {
	rows = new Map(['one:', 'two:', 'three:', 'endless:'].map((key) => [key, { until: now }]));
	rows.set('one:later', { until: now + 1 });
});

it('removes the expired rows of the other kinds if one kind cannot be read, and logs why', async () => {
	const log: string[] = [];
	const store = memoryStore(rows);
	const pruning = createPruning(
		kinds,
		floor({
			store: {
				...store,
				list: (prefix) => {
					if (prefix === 'two:') throw new Error('a row that can not be read');
					return store.list(prefix);
				},
			},
			logger: { warn: ({ err }: { err: Error }) => log.push(err.message) },
			clock: {
				now: () => now,
				isTrusted: () => true,
				delay: (_, signal) => new Promise((resolve) => signal?.addEventListener('abort', () => resolve())),
			},
		}),
	);
	pruning.start();
	await expect.poll(() => log).toEqual(['a row that can not be read']);
	await pruning.stop();
	expect([...rows.keys()]).toEqual(['two:', 'endless:', 'one:later']);
});

it('removes nothing while the clock is not trusted, even if this is found out in the middle of a round', async () => {
	let [isTrusted, rounds] = [false, 0];
	const store = memoryStore(rows);
	const pruning = createPruning(
		kinds,
		floor({
			store: {
				...store,
				list: (prefix) => {
					isTrusted = false;
					return store.list(prefix);
				},
			},
			logger: { warn: () => {} },
			clock: {
				now: () => now,
				isTrusted: () => isTrusted,
				delay: async (_, signal) => {
					rounds += 1;
					isTrusted = rounds === 2;
					if (rounds < 4) return;
					await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
				},
			},
		}),
	);
	pruning.start();
	await expect.poll(() => rounds).toBe(4);
	await pruning.stop();
	expect([...rows.keys()]).toEqual(['two:', 'three:', 'endless:', 'one:later']);
});
