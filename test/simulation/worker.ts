import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import type { RareBranch } from '../world/sometimes.js';
import { simulateMany } from './seeds.js';

// One core's share of `npm run simulate`: asks for seeds until there are none left, and returns their results.

export interface Batch {
	readonly seeds: number;
	readonly failures: readonly string[];
	readonly reached: ReadonlyMap<RareBranch, number>;
}

const { batch, clocks } = z
	.object({ batch: z.int().positive(), clocks: z.literal('wrong').optional() })
	.parse(workerData);
const port = parentPort;
if (port === null) throw new Error('This is a worker of `npm run simulate`');

port.on('message', async (first: number | undefined) => {
	if (first === undefined) {
		port.close();
		return;
	}
	const { seeds, failures, sometimes } = await simulateMany(first, batch, clocks);
	port.postMessage({ seeds, failures, reached: sometimes.reached } satisfies Batch);
});
port.postMessage(undefined);
