import { text } from 'node:stream/consumers';
import { judgeText } from './attempt-outcome.js';
import { allItemsEndpoint } from './endpoints.js';
import type { ReaderLine } from './long-list.js';

// The separate process that parses a long list: its only argument is the response's status, the body comes on stdin,
// and a line of JSON for each item goes to stdout.

const write = (line: ReaderLine): void => {
	process.stdout.write(`${JSON.stringify(line)}\n`);
};

const outcome = judgeText(allItemsEndpoint, Number(process.argv[2]), await text(process.stdin));
if (outcome.ok) {
	const { items, skipped } = outcome.value;
	for (const item of items) write({ item });
	write({ ok: true, value: { skipped } });
} else write(outcome);
