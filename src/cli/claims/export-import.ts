import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import type { AdminJob } from '../../claims/admin/admin-job.js';
import { exportClaims } from '../../claims/admin/export-claims.js';
import { type Conflict, ImportFileError, importClaims } from '../../claims/admin/import-claims.js';
import { rowKinds } from '../../composition/stored-rows.js';
import { readSettings } from '../../config.js';
import { exitCodes } from './program.js';
import { counted, linesOf, type Session, say, UsageError, withClaims } from './session.js';

/** `export [FILE]`: to standard output if no file is named. */
export async function runExport(session: Session, file: string | undefined): Promise<number> {
	const { claims, rows, damaged } = await withClaims(session, 'Exported', async (work) =>
		file === undefined || file === '-'
			? await exportClaims(work, rowKinds, lineWriter(session.stdout))
			: await writeWhole(file, (write) => exportClaims(work, rowKinds, write)),
	);
	const where = file === undefined ? '' : ` to ${file}`;
	say(
		session,
		`${counted(claims, 'claim')} exported${where}, with ${counted(rows, 'row')} of settings and other data`,
	);
	for (const key of damaged) say(session, `NOT exported, since it cannot be read: ${key}`);
	return damaged.length === 0 ? exitCodes.ok : exitCodes.findings;
}

/** `import FILE`: from standard input if the file is `-`. */
export async function runImport(session: Session, file: string): Promise<number> {
	const { DISCORD_GUILD_ID: listed } = readSettings(session.environment, ['DISCORD_GUILD_ID']);
	const job = (work: AdminJob) => {
		// Opened here, where its errors are handled.
		const input = file === '-' ? session.stdin : createReadStream(file);
		return importClaims(work, rowKinds, linesOf(input, isTooLong), { home: listed?.[0], listed });
	};
	const { added, same, conflicts } = await withClaims(session, 'Imported', job, {
		converts: true,
		create: true,
	});
	say(
		session,
		`${counted(added, 'claim')} added, ${same} there already, ${counted(conflicts.length, 'conflict')}`,
	);
	for (const conflict of conflicts) say(session, `Conflict, left as it was: ${describeConflict(conflict)}`);
	return conflicts.length === 0 ? exitCodes.ok : exitCodes.findings;
}

function isTooLong(line: number): Error {
	return new ImportFileError(line, 'is too long for a line of an export');
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

/** Writes a file atomically, readable only by its owner. `lineEnd`: empty if the lines have their own. */
export async function writeWhole<Result>(
	file: string,
	write: (line: (text: string) => Promise<void>) => Promise<Result>,
	lineEnd = '\n',
): Promise<Result> {
	if (await stat(file).catch(() => undefined))
		throw new UsageError(`${file} exists already: choose another name`);
	const partial = `${file}.partial`;
	const stream = createWriteStream(partial, { mode: 0o600, flush: true });
	// An error of the stream also rejects `finished`, which handles it.
	const ended = finished(stream);
	ended.catch(() => {});
	try {
		const result = await Promise.race([write(lineWriter(stream, lineEnd)), ended.then(neverEnds)]);
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

/** Resolves when there is room for the next line. */
function lineWriter(stream: NodeJS.WritableStream, lineEnd = '\n'): (text: string) => Promise<void> {
	return async (text) => {
		if (!stream.write(text + lineEnd)) await new Promise<void>((resolve) => stream.once('drain', resolve));
	};
}
