import { writeFile } from 'node:fs/promises';
import { committedCounts, countOn, countsFile, stores } from './count.js';

// `npm run counts`: counts anew and writes the numbers that test/counts/counts.proof.test.ts holds the bot to.

const all = await committedCounts();
for (const store of stores) {
	const counts = await countOn(store);
	if (counts === undefined) process.stderr.write(`${store} is not installed: its numbers stay\n`);
	else all[store] = counts;
}
const text = `${JSON.stringify(all, undefined, '\t')}\n`;
await writeFile(countsFile, text);
process.stdout.write(text);
