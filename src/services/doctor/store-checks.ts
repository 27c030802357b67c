import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseEnv } from 'node:util';
import { type Clock, dayMs } from '../../base/clock.js';
import { failureReason } from '../../base/errors.js';
import { type BackupState, examineBackup } from '../../claims/admin/examine-backup.js';
import type { Settings } from '../../config.js';
import type { Ground } from '../../ground.js';
import { isSameAccount, readAccount } from '../../marketplace/key-check.js';
import type { MarketplaceResult } from '../../marketplace/result.js';
import type { Account } from '../../marketplace/schemas.js';
import { type Finding, ok, trouble } from '../../servers/guild-finding.js';
import {
	areOnOneDisk,
	backupElsewhereKind,
	backupPlace,
	lastBackupAt,
	listBackups,
} from '../../storage/backups.js';
import { fileToBackUp } from '../../storage/open.js';
import type { Store } from '../../storage/store.js';
import { Table } from '../../storage/table.js';
import { loadKind } from '../refunds/refunds.js';

/** Backups are made daily; one more day tolerates a machine that was off overnight. */
const oldBackupDays = 3;
/** A backup on another disk counts for this long. */
const elsewhereMs = 30 * dayMs;

/** The state of the API key, and the reason if the marketplace did not respond. */
export interface KeyAnswer {
	readonly state: 'good' | 'refused' | 'sells-nothing' | 'other-account' | 'unreachable';
	readonly reason?: string;
}

/** The parts of the bot that are checked besides Discord. */
export interface Examined {
	readonly settings: Pick<
		Settings,
		'MEMBERS_INTENT' | 'RECHECK_DAYS' | 'DATABASE_URL' | 'BACKUPS' | 'CLAIM_SECRET'
	>;
	/** Or why it can't be opened. */
	readonly store: Store | { readonly problem: unknown };
	/** The running bot reads its own state, the command line asks the shop. */
	key(): Promise<KeyAnswer>;
	/** Undefined if no bot runs here. */
	readonly states: Ground['states'] | undefined;
	readonly clock: Pick<Clock, 'now'>;
}

/** A check that can't be made is a finding, too. */
export async function orUnchecked(
	what: 'gateway' | 'commands' | 'guilds' | 'guild' | 'marketplace-key',
	check: () => Promise<Finding | readonly Finding[]>,
): Promise<readonly Finding[]> {
	try {
		return [await check()].flat();
	} catch {
		return [trouble('warning', 'unchecked', `finding.unchecked.${what}`, 'finding.unchecked.todo')];
	}
}

/** The fix of a failure, preceded by its reason, such as `SQLITE_FULL` or `HTTP 500`, and its start if known. */
export function because(
	{ states }: Pick<Examined, 'states'>,
	dependency: 'database' | 'shop' | 'discord',
	reason: string | undefined,
	todo: Finding['todo'][number],
): readonly [todo: Finding['todo'], details: Pick<Finding, 'values'>] {
	if (reason === undefined) return [[todo], { values: {} }];
	const state = states?.of(dependency);
	const since = state === undefined || state.status === 'up' ? undefined : state.since;
	return [['finding.reason', todo], { values: { reason: { foreign: reason, since } } }];
}

export async function examineKey(examined: Examined): Promise<readonly Finding[]> {
	const { state, reason } = await examined.key();
	if (state === 'good') return [ok('marketplace-key', 'finding.key.good')];
	const known = examined.states?.of('shop');
	// While the shop is down, the bot asks nothing for a check-up: the reason is that of the last real request.
	const why = known?.status === 'down' ? known.reason : reason;
	const silent = state === 'unreachable' ? why : undefined;
	const reasons = because(examined, 'shop', silent, `finding.key.${state}.todo`);
	return [trouble('problem', 'marketplace-key', `finding.key.${state}.says`, ...reasons)];
}

/** The state of the API key by its account and that of the stored claims. `store`: undefined if it can't be opened. */
export async function keyAnswerOf(
	store: Store | undefined,
	account: MarketplaceResult<Account>,
	sellsNothing: boolean,
): Promise<KeyAnswer> {
	if (!account.ok) {
		const { failure } = account;
		const state = failure.kind === 'bad-key' ? 'refused' : 'unreachable';
		return { state, ...('reason' in failure && { reason: failure.reason }) };
	}
	const noted = store === undefined ? undefined : await readAccount(store).catch(() => undefined);
	if (noted !== undefined && !isSameAccount(noted, account.value)) return { state: 'other-account' };
	return { state: sellsNothing ? 'sells-nothing' : 'good' };
}

export async function examineStore(examined: Examined): Promise<readonly Finding[]> {
	const { store } = examined;
	try {
		if ('problem' in store) throw store.problem;
		await store.ping();
		return [ok('store', 'finding.store.ok')];
	} catch (error) {
		const reasons = because(examined, 'database', failureReason(error), 'finding.store.todo');
		return [trouble('problem', 'store', 'finding.store.says', ...reasons)];
	}
}

/** An unreadable store is a separate finding. */
export async function examineRefundChecks({ store, settings }: Examined): Promise<readonly Finding[]> {
	if ('problem' in store || settings.RECHECK_DAYS === 0) return [];
	const known = await new Table(loadKind, store).get('').catch(() => undefined);
	if (known === undefined) return [];
	const { neededADay: needed, possibleADay: possible, overdue } = known;
	// More than a day behind: the bot catches up on shorter outages by itself.
	if (needed <= possible && overdue <= possible) return [];
	const values = { needed, possible, overdue };
	return [
		trouble('warning', 'refund-checks', 'finding.refundChecks.says', 'finding.refundChecks.todo', { values }),
	];
}

/** Only for databases that the bot backs up; an unreadable store is a separate finding. */
export async function examineBackups({ store, settings, clock }: Examined): Promise<readonly Finding[]> {
	const file = fileToBackUp(settings);
	if ('problem' in store || file === undefined) return [];
	const last = await lastBackupAt(store).catch(() => 'unreadable' as const);
	if (last === 'unreadable') return [];
	const days = last === undefined ? undefined : Math.max(0, Math.floor((clock.now() - last) / dayMs));
	const newest = await newestBackup(file, settings.CLAIM_SECRET).catch((): BackupState => 'damaged');
	const elsewhere = await lastBackupAt(store, backupElsewhereKind).catch(() => undefined);
	const isAlone = elsewhere === undefined || clock.now() - elsewhere >= elsewhereMs;
	const isOnOneDisk = isAlone && (await shareDiskWithSecret(file).catch(() => false));
	const disk = trouble('warning', 'backup-disk', 'finding.backupDisk.says', 'finding.backupDisk.todo');
	return [backupFinding(days, newest), ...(isOnOneDisk ? [disk] : [])];
}

/** @returns undefined if there is no backup beside the database */
async function newestBackup(file: string, secret: string): Promise<BackupState | undefined> {
	const newest = (await listBackups(file)).find(({ isReplaced }) => !isReplaced);
	return newest && (await examineBackup(newest.path, secret)).state;
}

/** True if one broken disk would take the secret and every backup. */
async function shareDiskWithSecret(file: string): Promise<boolean> {
	const text = await readFile('.env', 'utf8').catch(() => '');
	// A container or a service gets the secret from elsewhere.
	if (!parseEnv(text)['CLAIM_SECRET']?.trim()) return false;
	const { folder } = backupPlace(file);
	return await areOnOneDisk('.env', existsSync(folder) ? folder : dirname(folder));
}

/** @param days since the last backup; undefined if there is none yet */
function backupFinding(days: number | undefined, newest: BackupState | undefined): Finding {
	const todo = 'finding.backup.todo';
	if (newest !== undefined && newest !== 'good')
		return trouble('warning', 'backup', uselessBackup[newest], todo);
	if (days === undefined) return trouble('warning', 'backup', 'finding.backup.none', todo);
	if (days >= oldBackupDays)
		return trouble('warning', 'backup', 'finding.backup.old', todo, { values: { days } });
	return ok('backup', newest === 'good' ? 'finding.backup.opens' : 'finding.backup.ok');
}

const uselessBackup = {
	'other-secret': 'finding.backup.otherSecret',
	'newer-format': 'finding.backup.newer',
	'older-format': 'finding.backup.older',
	damaged: 'finding.backup.damaged',
	foreign: 'finding.backup.damaged',
} as const;
