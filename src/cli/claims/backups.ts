import { relative } from 'node:path';
import { AppError, exitCodes } from '../../base/errors.js';
import { type BackupState, type ExaminedBackup, examineBackup } from '../../claims/admin/examine-backup.js';
import {
	areOnOneDisk,
	backupPath,
	backupSqlite,
	type ListedBackup,
	listBackups,
	noteBackup,
} from '../../storage/backups.js';
import { UsageError } from '../program/run-program.js';
import { type Command, counted, type Session } from './session.js';

export const backup: Command = {
	takes: '[FILE]',
	says: 'SQLite: a consistent copy of the database, even while the bot runs; dated, in the folder backups beside it',
	async run(session, { argument: named }) {
		const file = session.databaseFile(
			'backup is for SQLite: for PostgreSQL use pg_dump, for Redis its own snapshots, or `dump` for either',
		);
		const target = named ?? backupPath(file, session.clock.now(), 'manual');
		await backupSqlite(file, target);
		const isElsewhere = !(await areOnOneDisk(file, target));
		try {
			await noteBackup(await session.store(), session.clock.now(), isElsewhere);
		} catch (error) {
			// As on a full disk. The backup is valid even so.
			if (!(error instanceof AppError)) throw error;
			session.say('Note: the check-up will not list this backup, because the database is not writable');
		}
		session.say(`Backed up to ${target}`);
		return exitCodes.ok;
	},
};

interface FoundBackup extends ListedBackup, ExaminedBackup {}

const states: Readonly<Record<BackupState, string>> = {
	good: 'your secret opens it',
	'other-secret': 'made with another secret',
	'newer-format': 'needs a newer version of the bot',
	'older-format': 'needs an older version of the bot',
	damaged: 'damaged',
	foreign: 'not a backup of this bot',
};

export const backups: Command = {
	says: 'SQLite: lists the backups, newest first, and whether CLAIM_SECRET opens them',
	async run(session) {
		const file = session.databaseFile(
			'backups lists those of SQLite: PostgreSQL and Redis have their own, and `dump` works with both',
		);
		const found = await findBackups(session, file);
		if (found.length === 0) {
			session.say('There are no backups beside the database. Make one: npm run claims -- backup');
			return exitCodes.ok;
		}
		session.print(linesFor(found));
		const newest = found.find(({ isReplaced }) => !isReplaced);
		return newest?.state === 'good' ? exitCodes.ok : exitCodes.trouble;
	},
};

/** Offers the backups: on a terminal for a choice, otherwise for the next command. @returns a path or an exit code */
export async function chooseBackup(session: Session, file: string): Promise<string | number> {
	const found = await findBackups(session, file);
	if (found.length === 0)
		throw new UsageError('restore needs a FILE. There are no backups beside the database');
	const choices = found.filter(({ state }) => state === 'good');
	if (session.process.isTerminal !== true) {
		session.print(linesFor(found));
		session.say(`Name one: npm run claims -- restore ${shown(choices[0]?.path ?? 'FILE')} --yes`);
		return exitCodes.usage;
	}
	session.tell(linesFor(found, choices));
	if (choices.length === 0) {
		session.say('None of them can be restored. Nothing changed');
		return exitCodes.trouble;
	}
	const answer = await session.ask('Which one? Type its number, or press Enter for none: ');
	const chosen = choices[Number(answer) - 1];
	if (chosen !== undefined) return chosen.path;
	const numbers = choices.length === 1 ? 'the only number is 1' : `the numbers are 1 to ${choices.length}`;
	session.say(answer === '' ? 'Nothing changed' : `Nothing changed: ${numbers}, not ${answer}`);
	return exitCodes.trouble;
}

async function findBackups(session: Session, file: string): Promise<readonly FoundBackup[]> {
	const { CLAIM_SECRET } = session.settings('CLAIM_SECRET');
	const found: FoundBackup[] = [];
	// One after the other: each is read in full.
	for (const listed of await listBackups(file)) {
		found.push({ ...listed, ...(await examineBackup(listed.path, CLAIM_SECRET)) });
	}
	return found;
}

/** @param choices the backups that get a number */
function linesFor(found: readonly FoundBackup[], choices: readonly FoundBackup[] = []): string {
	const rows = found.map((each) => [
		String(choices.indexOf(each) + 1 || ''),
		dateText(each.at),
		each.purchases === undefined ? '' : counted(each.purchases, 'purchase'),
		each.format === undefined ? '' : `format ${each.format}`,
		states[each.state] + (each.isReplaced ? ' (set aside by a restore)' : ''),
		shown(each.path),
	]);
	const widths = rows.reduce<number[]>(
		(most, row) => row.map((cell, at) => Math.max(most[at] ?? 0, cell.length)),
		[],
	);
	const line = (row: readonly string[]) =>
		row
			.flatMap((cell, at) => (widths[at] === 0 ? [] : cell.padEnd(widths[at] ?? 0)))
			.join('  ')
			.trimEnd();
	return `${rows.map(line).join('\n')}\n`;
}

/** In the time of this machine. */
export function dateText(at: number): string {
	return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}

function shown(path: string): string {
	return relative('', path) || path;
}
