import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import type { AdminJob } from '../../claims/admin/admin-job.js';
import { dump } from '../../claims/admin/dump.js';
import { ImportFileError, load } from '../../claims/admin/load.js';
import { rowKinds } from '../../composition/stored-rows.js';
import { readSettings } from '../../config.js';
import { exitCodes } from './program.js';
import { counted, linesOf, type Session, say, UsageError, withClaims } from './session.js';

/** `dump [FILE]`: to standard output if no file is named. */
export async function runDump(session: Session, file: string | undefined): Promise<number> {
	const { claims, rows, damaged } = await withClaims(session, 'Dumped', async (work) =>
		file === undefined || file === '-'
			? await dump(work, rowKinds, lineWriter(session.stdout))
			: await writeWhole(file, (write) => dump(work, rowKinds, write)),
	);
	const where = file === undefined ? '' : ` to ${file}`;
	say(session, `${counted(claims, 'claim')} and ${counted(rows, 'other row')} dumped${where}`);
	for (const key of damaged) say(session, `NOT dumped, since it cannot be read: ${key}`);
	return damaged.length === 0 ? exitCodes.ok : exitCodes.findings;
}

/** `load FILE`: from standard input if the file is `-`. */
export async function runLoad(session: Session, file: string): Promise<number> {
	const { DISCORD_GUILD_ID: listed } = readSettings(session.environment, ['DISCORD_GUILD_ID']);
	const job = (work: AdminJob) => {
		// Opened here, where its errors are handled.
		const input = file === '-' ? session.stdin : createReadStream(file);
		const tooLong = (line: number) => new ImportFileError(line, 'is too long for a line of a dump');
		return load(work, rowKinds, linesOf(input, tooLong), { home: listed?.[0], listed });
	};
	const { added, same, conflicts } = await withClaims(session, 'Loaded', job, {
		converts: true,
		create: true,
	});
	say(
		session,
		`${counted(added, 'row')} added, ${same} there already, ${counted(conflicts.length, 'conflict')}`,
	);
	for (const { key, holders } of conflicts) {
		const [here, there] = [holders?.inStore, holders?.inFile].map((ids) => ids?.join(' and ') || 'nobody');
		const what =
			here === there ? 'with different details' : `held by ${here} here and by ${there} in the file`;
		say(session, `Conflict, left as it was: ${key}, ${what}`);
	}
	return conflicts.length === 0 ? exitCodes.ok : exitCodes.findings;
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
