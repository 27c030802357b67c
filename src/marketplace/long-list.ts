import { spawn } from 'node:child_process';
import { createInterface, type Interface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { IndexedItem, ItemList } from './indexed-item.js';
import { type AttemptOutcome, failed } from './result.js';
import type { TransportAnswer } from './transport.js';

type LastLine = AttemptOutcome<Pick<ItemList, 'skipped'>>;
/** A line of the reader's output: each item, then the outcome without them. */
export type ReaderLine = { readonly item: IndexedItem } | LastLine;

/** Built beside this module. */
const builtReader = fileURLToPath(new URL('./list-reader.js', import.meta.url));

const unread = failed({ kind: 'malformed', reason: 'the list could not be read, or not in time' });

/** Some 900 items. Parsing more here would block the event loop, and V8 would keep the memory. */
const maxBytesHere = 1024 * 1024;

export function isLong(answer: TransportAnswer): boolean {
	return bytesOf(answer) > maxBytesHere;
}

function bytesOf({ body }: TransportAnswer): number {
	return body.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** Parses a long list in a separate process to free its memory. A crash or abort counts as malformed. */
export async function judgeLongList(
	answer: TransportAnswer,
	signal: AbortSignal,
	program = builtReader,
): Promise<AttemptOutcome<ItemList>> {
	const { status, body } = answer;
	// When parsed, an honest list takes three times its bytes, a hostile one twenty times.
	const heapLimit = `--max-old-space-size=${Math.ceil(128 + (8 * bytesOf(answer)) / 2 ** 20)}`;
	const reader = spawn(process.execPath, [heapLimit, program, String(status)], {
		// It gets neither the key nor any other secret.
		env: {},
		stdio: ['pipe', 'pipe', 'ignore'],
		signal,
		killSignal: 'SIGKILL',
	});
	const lines = createInterface({ input: reader.stdout });
	// It could not be started, or was killed because of the signal.
	reader.on('error', () => lines.close());
	const written = pipeline(Readable.from(body), reader.stdin);
	const [read] = await Promise.allSettled([readLines(lines), written]);
	const { items, end } = read.status === 'fulfilled' ? read.value : { items: [], end: unread };
	return end.ok ? { ok: true, value: { items, skipped: end.value.skipped } } : end;
}

async function readLines(lines: Interface) {
	const items: IndexedItem[] = [];
	let end: LastLine = unread;
	for await (const text of lines) {
		const line: ReaderLine = JSON.parse(text);
		if ('item' in line) items.push(line.item);
		else end = line;
	}
	return { items, end };
}
