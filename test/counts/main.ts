import { writeFile } from 'node:fs/promises';
import { countAllocations } from './allocations.js';
import { committedCounts, countsFile } from './committed.js';
import {
	allocationsFile,
	committedAllocations,
	compareAllocations,
	nodeVersion,
	rounded,
} from './committed-allocations.js';
import { countOn, stores } from './count-on.js';

// `npm run counts`: counts anew and writes the numbers that test/e2e/counts.proof.test.ts holds the bot to.

const write = async (file: string, value: unknown): Promise<void> => {
	const text = `${JSON.stringify(value, undefined, '\t')}\n`;
	await writeFile(file, text);
	process.stdout.write(text);
};

const all = await committedCounts();
for (const store of stores) {
	const counts = await countOn(store);
	if (counts === undefined) process.stderr.write(`${store} is not installed: its numbers stay\n`);
	else all[store] = counts;
}
await write(countsFile, all);

const allocated = await countAllocations();
const before = await committedAllocations();
const { grown, fallen } = compareAllocations(before, allocated, nodeVersion());
// A difference from run to run is no change.
if (grown.length + fallen.length > 0)
	await write(allocationsFile, { node: nodeVersion(), kib: rounded(allocated) });
