import { writeFile } from 'node:fs/promises';
import { committedCounts, countOn, countsFile, stores } from './count.js';

// `npm run counts` counts again and writes the figures that test/counts/counts.proof.test.ts compares the bot with.

const all = await committedCounts();
for (const store of stores) {
	const counts = await countOn(store);
	if (counts === undefined) process.stderr.write(`${store} is not installed: its numbers stay\n`);
	else all[store] = counts;
}
const text = `${JSON.stringify(all, undefined, '\t')}\n`;
await writeFile(countsFile, text);
process.stdout.write(text);
