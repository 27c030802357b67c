// Loaded before a bot, by NODE_OPTIONS: at each SIGUSR2 it collects all garbage and writes what is left, in bytes, as a
// line into the file that HEAP_LOG names.

import { appendFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

process.on('SIGUSR2', () => {
	collect();
	const { heapUsed, external } = process.memoryUsage();
	appendFileSync(process.env.HEAP_LOG, `${heapUsed + external}\n`);
});
