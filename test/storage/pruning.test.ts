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

/** Starts pruning, which calls `onList` before it lists a kind, and `onPause` after a round. */
function startPruning(onList: (prefix: string) => void, isTrusted: () => boolean, onPause = () => true) {
	const log: string[] = [];
	const store = memoryStore(rows);
	const list: typeof store.list = (prefix) => {
		onList(prefix);
		return store.list(prefix);
	};
	const delay = async (_: number, signal?: AbortSignal) => {
		if (onPause()) await new Promise((resolve) => signal?.addEventListener('abort', resolve));
	};
	const logger = { warn: ({ err }: { err: Error }) => log.push(err.message) };
	const clock = { now: () => now, isTrusted, delay };
	const pruning = createPruning(kinds, floor({ store: { ...store, list }, logger, clock }));
	pruning.start();
	return { pruning, log };
}

it('removes the expired rows of the other kinds if one kind cannot be read, and logs why', async () => {
	const { pruning, log } = startPruning(
		(prefix) => {
			if (prefix === 'two:') throw new Error('a row that can not be read');
		},
		() => true,
	);
	await expect.poll(() => log).toEqual(['a row that can not be read']);
	await pruning.stop();
	expect([...rows.keys()]).toEqual(['two:', 'endless:', 'one:later']);
});

it('removes nothing while the clock is not trusted, even if this is found out in the middle of a round', async () => {
	let [isTrusted, rounds] = [false, 0];
	const { pruning } = startPruning(
		() => {
			isTrusted = false;
		},
		() => isTrusted,
		() => {
			rounds += 1;
			isTrusted = rounds === 2;
			return rounds >= 4;
		},
	);
	await expect.poll(() => rounds).toBe(4);
	await pruning.stop();
	expect([...rows.keys()]).toEqual(['two:', 'three:', 'endless:', 'one:later']);
});
