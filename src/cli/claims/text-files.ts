import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { UsageError } from '../program/run-program.js';

/** More than ten times the line of a claim with thousands of events. */
const maxLineLength = 4 * 1024 * 1024;

/**
 * The lines of a stream, whatever they end with, without their endings. Not node:readline: it loses lines before a
 * listener is attached, and a stream error ends the process. A line of more than 4 MiB characters is not read to its
 * end: `tooLong` creates the error for it, from its number.
 */
export async function* linesOf(
	chunks: AsyncIterable<string | Uint8Array>,
	tooLong: (line: number) => Error,
): AsyncGenerator<string> {
	const decoder = new TextDecoder();
	let rest = '';
	let ended = 0;
	for await (const chunk of chunks) {
		const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
		// A CR at the end may be the first half of a CRLF.
		const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
		rest = lines.pop() ?? '';
		for (const line of lines) {
			ended += 1;
			if (line.length > maxLineLength) throw tooLong(ended);
			yield line;
		}
		if (rest.length > maxLineLength) throw tooLong(ended + 1);
	}
	rest = (rest + decoder.decode()).replace(/\r$/, '');
	if (rest !== '') yield rest;
}

/** Writes text; resolves when there is room for more. */
export type Write = (text: string) => Promise<void>;

/** Writes a file atomically, readable only by its owner. */
export async function writeWhole<Result>(
	file: string,
	write: (write: Write) => Promise<Result>,
): Promise<Result> {
	if (await stat(file).catch(() => undefined))
		throw new UsageError(`${file} exists already: choose another name`);
	const partial = `${file}.partial`;
	const stream = createWriteStream(partial, { mode: 0o600, flush: true });
	// An error of the stream also rejects `finished`, which handles it.
	const ended = finished(stream);
	ended.catch(() => {});
	try {
		const result = await Promise.race([write(writerTo(stream)), ended.then(neverEnds)]);
		stream.end();
		await ended;
		await rename(partial, file);
		return result;
	} catch (error) {
		stream.destroy();
		await rm(partial, { force: true });
		throw error;
	}
}

/** Before the last line is written, a stream can only end with an error. */
function neverEnds(): never {
	throw new Error('The file was closed');
}

export function writerTo(stream: NodeJS.WritableStream): Write {
	return async (text) => {
		if (!stream.write(text)) await new Promise<void>((resolve) => stream.once('drain', resolve));
	};
}
