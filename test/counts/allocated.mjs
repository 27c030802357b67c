// Loaded before a bot, by NODE_OPTIONS: from each SIGUSR2 to the next it counts the bytes that are allocated on the heap,
// and writes them as a line into the file that ALLOCATIONS_LOG names: 0 for the first one.

import { appendFileSync } from 'node:fs';
import { GCProfiler, getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// What is optimized at which moment depends on the machine, and optimized code leaves out allocations.
setFlagsFromString('--no-opt');
setFlagsFromString('--no-maglev');
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
const used = () => getHeapStatistics().used_heap_size;

let profiler;
let last = 0;

process.on('SIGUSR2', () => {
	const now = used();
	let allocated = 0;
	for (const { beforeGC, afterGC } of profiler?.stop().statistics ?? []) {
		allocated += beforeGC.heapStatistics.usedHeapSize - last;
		last = afterGC.heapStatistics.usedHeapSize;
	}
	if (profiler !== undefined) allocated += now - last;
	appendFileSync(process.env.ALLOCATIONS_LOG, `${allocated}\n`);
	collect();
	profiler = new GCProfiler();
	profiler.start();
	last = used();
});
