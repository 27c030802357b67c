import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { exportClaims } from '../../claims/admin/export-claims.js';
import { type Conflict, ImportFileError, importClaims } from '../../claims/admin/import-claims.js';
import { exitCodes } from './exit-codes.js';
import { carriedRows } from './export-rows.js';
import { linesOf } from './read-lines.js';
import { readClaims, type Session, say, withClaims } from './session.js';
import { UsageError } from './usage.js';

/** `export [FILE]`: to standard output where no file is named. */
export async function runExport(session: Session, file: string | undefined): Promise<number> {
	const { claims, rows, damaged } = await readClaims(session, 'Exported', async (work) =>
		file === undefined || file === '-'
			? await exportClaims(work, carriedRows, lineWriter(session.stdout))
			: await writeWhole(file, (write) => exportClaims(work, carriedRows, write)),
	);
	const where = file === undefined ? '' : ` to ${file}`;
	say(session, `${claims} claims exported${where}, with ${rows} rows of settings and the like`);
	for (const key of damaged) say(session, `NOT exported, since it cannot be read: ${key}`);
	return damaged.length === 0 ? exitCodes.ok : exitCodes.findings;
}

/** `import FILE`: from standard input where the file is `-`. */
export async function runImport(session: Session, file: string): Promise<number> {
	const { added, same, conflicts } = await withClaims(session, 'Imported', (work) =>
		// Opened here, where somebody already listens for its errors.
		importClaims(
			work,
			carriedRows,
			linesOf(file === '-' ? session.stdin : createReadStream(file), isTooLong),
		),
	);
	say(session, `${added} claims added, ${same} were there already, ${conflicts.length} conflicts`);
	for (const conflict of conflicts) say(session, `Conflict, left as it was: ${describeConflict(conflict)}`);
	return conflicts.length === 0 ? exitCodes.ok : exitCodes.findings;
}

function isTooLong(line: number): Error {
	return new ImportFileError(line, 'is longer than any line of an export');
}

function describeConflict(conflict: Conflict): string {
	if (conflict.kind === 'row') return conflict.key;
	const { hash, holdersInStore, holdersInFile } = conflict;
	const here = holdersInStore.join(' and ') || 'nobody';
	const there = holdersInFile.join(' and ') || 'nobody';
	return here === there
		? `claim ${hash}, held by ${here} in both, with different details`
		: `claim ${hash}, held by ${here} here and by ${there} in the file`;
}

/** A file that is whole or not there, and that only its owner can read. */
async function writeWhole<Result>(
	file: string,
	write: (line: (text: string) => Promise<void>) => Promise<Result>,
): Promise<Result> {
	if (await stat(file).catch(() => undefined))
		throw new UsageError(`${file} exists already: choose another name`);
	const partial = `${file}.partial`;
	const stream = createWriteStream(partial, { mode: 0o600, flush: true });
	// An error of the stream also ends `finished`, which is where it is handled.
	const ended = finished(stream);
	ended.catch(() => {});
	try {
		const result = await Promise.race([write(lineWriter(stream)), ended.then(neverEnds)]);
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

/** Before the last line is written, a stream ends by an error only. */
function neverEnds(): never {
	throw new Error('The file was closed');
}

/** Resolves when there is room for the next line. */
function lineWriter(stream: NodeJS.WritableStream): (text: string) => Promise<void> {
	return async (text) => {
		if (!stream.write(`${text}\n`)) await new Promise<void>((resolve) => stream.once('drain', resolve));
	};
}
