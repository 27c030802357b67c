import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ImportFileError } from '../../claims/admin/load.js';
import { syncFolder } from '../../storage/backups.js';

/** More than ten times the line of a claim with thousands of events. */
const maxLineLength = 4 * 1024 * 1024;

/**
 * The lines of a stream, whatever they end with, without their endings. Not node:readline: it loses lines before a
 * listener is attached, and a stream error ends the process. A line of more than 4 MiB characters is not read to its
 * end: that rejects with ImportFileError.
 */
export async function* linesOf(chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<string> {
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
			if (line.length > maxLineLength) throw new ImportFileError(ended, 'is too long');
			yield line;
		}
		if (rest.length > maxLineLength) throw new ImportFileError(ended + 1, 'is too long');
	}
	rest = (rest + decoder.decode()).replace(/\r$/, '');
	if (rest !== '') yield rest;
}

export type Write = (text: string) => Promise<unknown>;

const bufferLength = 64 * 1024;

/** Writes or replaces a file atomically, readable only by its owner. If it rejects, the former file is unchanged. */
export async function writeWhole<Result>(
	path: string,
	write: (add: Write) => Promise<Result>,
): Promise<Result> {
	const partial = `${path}.partial`;
	await rm(partial, { force: true });
	const file = await open(partial, 'wx', 0o600);
	try {
		let buffer = '';
		const result = await write(async (text) => {
			buffer += text;
			if (buffer.length < bufferLength) return;
			await file.appendFile(buffer);
			buffer = '';
		});
		await file.appendFile(buffer);
		await file.sync();
		await rename(partial, path);
		await syncFolder(dirname(path));
		return result;
	} catch (error) {
		await rm(partial, { force: true });
		throw error;
	} finally {
		await file.close();
	}
}
