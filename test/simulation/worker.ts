import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { simulateMany } from './seeds.js';

// A core's part of `npm run simulate`: asks for seeds until there are none left, and returns their results.

const { batch, clocks } = z
	.object({ batch: z.int().positive(), clocks: z.literal('wrong').optional() })
	.parse(workerData);
const port = parentPort;
if (port === null) throw new Error('This is a worker of `npm run simulate`');

port.on('message', (first: number | undefined) => {
	if (first === undefined) {
		port.close();
		return;
	}
	void simulateMany(first, batch, clocks).then(({ seeds, passedMs, acts, failures, sometimes }) =>
		port.postMessage({ seeds, passedMs, acts, failures, reached: [...sometimes.reached] }),
	);
});
port.postMessage(undefined);
