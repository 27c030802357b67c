import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import type { AdminJob } from '../../claims/admin/admin-job.js';
import { type CarriedRow, exportClaims } from '../../claims/admin/export-claims.js';
import { type Conflict, ImportFileError, importClaims } from '../../claims/admin/import-claims.js';
import { policySchema } from '../../claims/policy.js';
import { readSettings } from '../../config.js';
import { settingsSchema } from '../../guilds/guild-settings.js';
import { panelSchema } from '../../guilds/panels.js';
import { disputeKeyPattern, disputePrefix, disputeSchema } from '../../moderation/disputes/dispute.js';
import {
	referenceKeyPattern,
	referencePrefix,
	referenceSchema,
} from '../../moderation/references/reference.js';
import { noticeKeyPattern, noticeRowSchema } from '../../notifications/notice.js';
import { grantSchema } from '../../roles/grant-outbox.js';
import { dayRecordSchema } from '../../statistics/day-record.js';
import { exitCodes } from './program.js';
import { counted, linesOf, type Session, say, UsageError, withClaims } from './session.js';

/** `export [FILE]`: to standard output if no file is named. */
export async function runExport(session: Session, file: string | undefined): Promise<number> {
	const { claims, rows, damaged } = await withClaims(session, 'Exported', async (work) =>
		file === undefined || file === '-'
			? await exportClaims(work, carriedRows, lineWriter(session.stdout))
			: await writeWhole(file, (write) => exportClaims(work, carriedRows, write)),
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
		return importClaims(work, carriedRows, linesOf(input, isTooLong), { home: listed?.[0], listed });
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

/** Prefixes of the keys whose rows refer to claims by hash, which a change of the secret changes. */
export const mentions: readonly string[] = [referencePrefix, disputePrefix];

/**
 * The rows exported besides the claims. A new kind of row has to be listed here or among those that `export-claims.ts`
 * leaves out: otherwise an export reports it and an import rejects it.
 */
export const carriedRows: readonly CarriedRow[] = [
	{ key: /^policy$/, value: policySchema },
	{ key: /^settings:\d{17,20}$/, value: settingsSchema },
	{ key: /^panel:\d{17,20}:\d{17,20}$/, value: panelSchema },
	/** Members who still wait for their roles. */
	{ key: /^grant:\d{17,20}:\d{17,20}$/, value: grantSchema },
	/** References of refusals, which members may still use. */
	{ key: referenceKeyPattern, value: referenceSchema },
	/** Two accounts that claim one purchase. */
	{ key: disputeKeyPattern, value: disputeSchema },
	/** Notices to members, pending or recently delivered. */
	{ key: noticeKeyPattern, value: noticeRowSchema },
	{ key: /^stats:\d{17,20}:\d{4}-\d{2}-\d{2}$/, value: dayRecordSchema },
];
