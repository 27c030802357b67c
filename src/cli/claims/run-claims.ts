import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { AppError, StoreCorruptError } from '../../base/errors.js';
import { wrapText } from '../../base/wrap-text.js';
import { type ClaimStats, claimStats, type Tally } from '../../claims/admin/claim-stats.js';
import { rotateSecret } from '../../claims/admin/rotate-secret.js';
import { verifyClaims } from '../../claims/admin/verify-claims.js';
import { ClaimKeys } from '../../claims/claim-keys.js';
import { bringToFormat } from '../../claims/format.js';
import { rowKinds } from '../../composition/stored-rows.js';
import { readSettings } from '../../config.js';
import { areOnOneDisk, backupPath } from '../../storage/backups/backup-path.js';
import { makeBackup } from '../../storage/backups/daily-backups.js';
import { noteBackup } from '../../storage/backups/last-backup.js';
import { sqliteFileOf } from '../../storage/open.js';
import { connectSqlite } from '../../storage/sqlite.js';
import { backupSqlite } from '../../storage/sqlite-backup.js';
import { damageText, findDamage, rebuildIndex } from '../../storage/sqlite-damage.js';
import { requireDatabase } from '../../storage/sqlite-file.js';
import type { Store } from '../../storage/store.js';
import { runBackups } from './backups.js';
import { runConfirmAccount } from './confirm-account.js';
import { runDump, runLoad } from './dump-load.js';
import { runExportCsv } from './export-csv.js';
import { runForgetServer } from './forget-server.js';
import { runImportCsv } from './import-csv.js';
import { exitCodes } from './program.js';
import { runRestore } from './restore.js';
import {
	type CommandProcess,
	counted,
	databaseFile,
	readNewSecret,
	type Session,
	say,
	UsageError,
	upgrading,
	withClaims,
	withSession,
	withStore,
} from './session.js';

/** Wider lines are hard to read. */
const maxColumns = 120;

const options = {
	yes: { type: 'boolean', default: false },
	apply: { type: 'boolean', default: false },
	json: { type: 'boolean', default: false },
	help: { type: 'boolean', default: false },
} as const;

/** A line for each command, however long: it is broken for the terminal. */
export const usage = `Usage: npm run claims -- COMMAND

  dump [FILE]          every row of the database as JSON lines, to FILE or to standard output; codes stay encrypted
  load FILE            adds the rows of a dump ("-": from standard input), to any kind of database; overwrites nothing, lists conflicts
  export-csv FILE      a list for spreadsheets: member, item, licence, dates, price, roles; never a code
  import-csv FILE      reads a list, and says what an import would do: member and code, or for gifts member, item, until. --apply imports it beside the running bot, checks each code with the shop, can be killed and run again. Reads the bot's other variables too
  backup [FILE]        SQLite: a consistent copy of the database, even while the bot runs; dated, in the folder backups beside it
  backups              SQLite: lists the backups, newest first, and whether CLAIM_SECRET opens them
  restore [FILE]       SQLite, with the bot stopped: replaces the database with a backup, keeps the old one beside it, and undoes all that if the database then fails its check; without FILE it offers the backups. Asks, or --yes
  verify               checks that every claim opens with CLAIM_SECRET and is found by its members; rebuilds SQLite's index if it lacks rows
  stats [--json]       counts claims, holders, items
  rotate-secret        moves every claim from CLAIM_SECRET to NEW_CLAIM_SECRET (or NEW_CLAIM_SECRET_FILE); can be killed and run again.
  forget-server ID     removes settings, panels and the like of a server that is no longer served. Asks, or --yes
  confirm-account      confirms that the key belongs to another marketplace account: codes are checked with it from then on. Reads MARKETPLACE_URL and MARKETPLACE_API_KEY too. Asks, or --yes

Reads DATABASE_URL and CLAIM_SECRET as the bot does, from the environment or .env. Exit code 1: something needs your attention.
`;

/** Runs one command and resolves to its exit code. Rejects with UsageError, and with the command's errors. */
export async function runClaims(given: CommandProcess, argv: readonly string[]): Promise<number> {
	const parsed = parse(argv);
	return await withSession(given, (session) => run(session, parsed));
}

async function run(session: Session, { command, file, values }: ReturnType<typeof parse>): Promise<number> {
	if (values.help || command === undefined) {
		const { columns } = session.stdout;
		session.stdout.write(wrapText(usage, Math.min(columns ?? maxColumns, maxColumns)));
		return values.help ? exitCodes.ok : exitCodes.usage;
	}
	switch (command) {
		case 'dump':
			return await runDump(session, file);
		case 'load':
			return await runLoad(session, required(command, file));
		case 'export-csv':
			return await runExportCsv(session, required(command, file));
		case 'import-csv':
			return await runImportCsv(session, required(command, file), values.apply);
		case 'backup':
			return await runBackup(session, file);
		case 'backups':
			return await runBackups(session);
		case 'restore':
			return await runRestore(session, file, values.yes);
		case 'verify':
			return await runVerify(session);
		case 'stats':
			return await runStats(session, values.json);
		case 'rotate-secret':
			return await runRotation(session);
		case 'forget-server':
			return await runForgetServer(session, required(command, file, 'an ID'), values.yes);
		case 'confirm-account':
			return await runConfirmAccount(session, values.yes);
		case 'export':
		case 'import':
			throw new UsageError(`${command} is called ${command === 'export' ? 'dump' : 'load'} now`);
		default:
			throw new UsageError(`There is no command ${command}`);
	}
}

function parse(argv: readonly string[]) {
	try {
		const { positionals, values } = parseArgs({ args: [...argv], options, allowPositionals: true });
		const [command, file, extra] = positionals;
		if (extra !== undefined) throw new UsageError(`${extra} is one argument too many`);
		return { command, file, values };
	} catch (error) {
		throw error instanceof TypeError ? new UsageError(error.message) : error;
	}
}

function required(command: string, argument: string | undefined, what = 'a FILE'): string {
	if (argument === undefined) throw new UsageError(`${command} needs ${what}`);
	return argument;
}

/** `backup [FILE]`: with a dated name beside the daily ones; only daily ones are deleted. */
async function runBackup(session: Session, named: string | undefined): Promise<number> {
	const file = databaseFile(
		session,
		'backup is for SQLite: for PostgreSQL use pg_dump, for Redis its own snapshots, or `dump` for either',
	);
	const target = named ?? backupPath(file, session.clock.now(), 'manual');
	if (named === undefined) await makeBackup(file, target);
	else await backupSqlite(file, target);
	await noted(session, !(await areOnOneDisk(file, target)));
	say(session, `Backed up to ${target}`);
	return exitCodes.ok;
}

/** For the check-up. The backup is valid even if this can't be recorded, as on a full disk. */
async function noted(session: Session, isElsewhere: boolean): Promise<void> {
	const note = (store: Store) => noteBackup(store, session.clock.now(), isElsewhere);
	await withStore(session, 'Noted', note).catch((error: unknown) => {
		if (!(error instanceof AppError)) throw error;
		say(session, 'Note: the check-up will not list this backup, because the database is not writable');
	});
}

async function runVerify(session: Session): Promise<number> {
	const { DATABASE_URL } = readSettings(session.environment, ['DATABASE_URL', 'CLAIM_SECRET']);
	const lacking = await rebuildLackingIndex(DATABASE_URL);
	if (lacking > 0) session.stdout.write(`index lacked ${lacking} of the rows  (rebuilt)\n`);
	const { claims, entries, problems } = await withClaims(session, 'Verified', verifyClaims, {
		converts: false,
		unchecked: true,
	});
	for (const { kind, key } of problems) session.stdout.write(`${kind}  ${key}\n`);
	session.stdout.write(
		`${counted(claims, 'claim')} and ${entries} ${entries === 1 ? 'entry' : 'entries'}: ${problems.length === 0 ? 'clean' : counted(problems.length, 'problem')}\n`,
	);
	return problems.length === 0 ? exitCodes.ok : exitCodes.findings;
}

async function runStats(session: Session, json: boolean): Promise<number> {
	const stats = await withClaims(session, 'Counted', (work) => claimStats(work, session.clock.now()));
	session.stdout.write(json ? `${JSON.stringify(stats)}\n` : statsText(stats));
	return exitCodes.ok;
}

async function runRotation(session: Session): Promise<number> {
	const settings = readSettings(session.environment, ['DATABASE_URL', 'CLAIM_SECRET']);
	const from = new ClaimKeys(settings.CLAIM_SECRET);
	const to = new ClaimKeys(readNewSecret(session.environment));
	if (from.check === to.check) throw new UsageError('NEW_CLAIM_SECRET is the same as CLAIM_SECRET');
	const moved = await withStore(session, 'Moved', async (store, onProgress) => {
		await bringToFormat(store, upgrading(session));
		const mentions = rowKinds.flatMap(({ prefix, mentionsClaim }) => (mentionsClaim ? [prefix] : []));
		return await rotateSecret({ store, from, to, onProgress, clock: session.clock, mentions });
	});
	say(session, `${counted(moved, 'claim')} moved. Now set CLAIM_SECRET to the new secret and start the bot`);
	return exitCodes.ok;
}

/**
 * Compares an SQLite database's index with its table, and rebuilds one that lacks rows. Rejects with StoreCorruptError
 * if only a backup helps.
 * @returns how many rows no look-up found
 */
async function rebuildLackingIndex(databaseUrl: string): Promise<number> {
	const file = sqliteFileOf(databaseUrl);
	if (file === undefined) return 0;
	const path = resolve(file);
	await requireDatabase(path);
	const adapter = await connectSqlite(path);
	try {
		const damage = await findDamage(adapter);
		if (damage.kind === 'none') return 0;
		if (damage.kind === 'file') throw new StoreCorruptError(damageText(path, damage));
		if (await rebuildIndex(adapter)) return damage.lacking;
		throw new StoreCorruptError(damageText(path, { kind: 'file' }));
	} finally {
		await adapter.disconnect();
	}
}

const maxLines = 20;

function statsText(stats: ClaimStats): string {
	const { claims, active, revoked, damaged, holders, supported } = stats;
	return [
		`${counted(claims, 'claim')} by ${counted(holders, 'member')}`,
		`${active} active (${supported} with support), ${revoked} revoked, ${damaged} damaged`,
		...tallyLines('Items', stats.items),
		...tallyLines('Licenses', stats.licenseTypes),
		'',
	].join('\n');
}

function tallyLines(title: string, tallies: readonly Tally[]): string[] {
	if (tallies.length === 0) return [];
	const shown = tallies.slice(0, maxLines);
	const width = String(shown[0]?.claims ?? 0).length;
	const rest = tallies.length - shown.length;
	return [
		'',
		title,
		...shown.map(({ name, claims }) => `  ${String(claims).padStart(width)}  ${printable(name)}`),
		...(rest > 0 ? [`  … and ${rest} more (--json shows all)`] : []),
	];
}

/** Names come from the marketplace: they must not contain terminal control sequences. */
function printable(name: string): string {
	return name.replaceAll(/\p{C}/gu, '?');
}
