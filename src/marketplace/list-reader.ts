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
if (outcome.result.ok) {
	for (const item of outcome.result.value.items) write({ item });
	write({ skipped: outcome.result.value.skipped });
} else {
	write({ failure: outcome.result.failure, retryAfterMs: outcome.retryAfterMs });
}
