import { AppError, StoreCorruptError } from '../../base/errors.js';
import { inBatches } from '../../base/in-batches.js';
import type { MemberRef } from '../../base/member-ref.js';
import type { Snowflake } from '../../claims/claim.js';
import { readEach } from '../../claims/claim-records.js';
import { checkReadable } from '../../claims/claim-store.js';
import { holderIn, recordIn } from '../../claims/record.js';
import { claimPrefix } from '../../claims/store-keys.js';
import { readSettings } from '../../config.js';
import { readServed } from '../../guilds/served-guilds.js';
import type { FirstMembers } from '../../notifications/alert.js';
import { Alerts } from '../../notifications/alerts.js';
import { SyncRows } from '../../roles/sync-rows.js';
import { backupTime } from '../../storage/backups/backup-path.js';
import type { Store, StoredPair } from '../../storage/store.js';
import { type Session, say, withStore } from './session.js';

/** More mentions don't fit into a message. */
const maxNamed = 20;
const batchSize = 500;
/** The items and versions seen, the log of news, and how far each server has got in it. */
const newsPrefixes = ['items-seen:', 'news-log', 'announced:'] as const;

interface Difference {
	/** Members who lack a purchase in the backup, and members who have one more there. */
	readonly lost: MissingClaims;
	readonly gained: MissingClaims;
	/** Role changes that were still pending when the bot stopped. */
	readonly owed: MemberRef[];
	isComplete: boolean;
}

/**
 * Compares the database with the copy that will replace it, and prepares the copy for the bot's next start: requests
 * the roles of all members whose purchases differ, and stores an alert that names them to staff. `former`: undefined if
 * there is no database.
 */
export async function prepareMembers(
	session: Session,
	copy: string,
	{ backup, former }: { readonly backup: string; readonly former: string | undefined },
): Promise<void> {
	const { clock } = session;
	const prepare = async (restored: Store): Promise<void> => {
		const { lost, gained, owed, isComplete } = await difference(session, restored, former);
		const served = (await readServed(restored)) ?? [];
		const changed = [...lost.members, ...gained.members];
		const targets = changed.flatMap((userId) => served.map((guildId) => ({ guildId, userId })));
		await requestRoles(new SyncRows(restored, clock), [...targets, ...owed]);
		const alerts = new Alerts({
			store: restored,
			clock,
			logger: {
				error({ err }: { readonly err: unknown }) {
					throw err;
				},
			},
		});
		await alerts.raise(undefined, {
			kind: 'restored',
			madeAt: await backupTime(backup),
			lost: firstOf(lost.members),
			gained: firstOf(gained.members),
			isComplete,
		});
		report(session, 'lost a purchase', lost.members);
		report(session, 'have a purchase again', gained.members);
		if (former === undefined) {
			say(
				session,
				'There was no database here. Members who verified after the backup was made may have lost a',
			);
			say(session, 'purchase. Their roles stay, because it is unknown who they are');
		}
		if (isComplete) return;
		say(session, 'The previous database could not be read in full. Other members may have lost a purchase.');
		say(session, 'Their roles stay, because it is unknown who they are');
	};
	await withStore(session, 'Compared', prepare, { file: copy });
}

/** Uses the readable part of the former database: a damaged one is the reason for many restores. */
async function difference(
	session: Session,
	restored: Store,
	former: string | undefined,
): Promise<Difference> {
	const [lost, gained] = [noneMissing(), noneMissing()];
	const found: Difference = { lost, gained, owed: [], isComplete: former === undefined };
	if (former === undefined) return found;
	const { CLAIM_SECRET } = readSettings(session.environment, ['CLAIM_SECRET']);
	try {
		const compare = async (store: Store): Promise<void> => {
			await checkReadable(store, CLAIM_SECRET);
			await carryNews(store, restored);
			// With the clock at the end of time every request is due, including postponed ones.
			const syncRows = new SyncRows(store, { now: () => Number.POSITIVE_INFINITY });
			for await (const { target } of syncRows.due()) found.owed.push(target);
			await findMissing(store, restored, lost);
			await findMissing(restored, store, gained);
		};
		await withStore(session, 'Compared', compare, { file: former, unchecked: true });
		found.isComplete = lost.isComplete && gained.isComplete;
	} catch (error) {
		if (!(error instanceof AppError)) throw error;
	}
	return found;
}

/** Otherwise the bot would announce again what it has announced since the backup. */
async function carryNews(former: Store, restored: Store): Promise<void> {
	for (const prefix of newsPrefixes) {
		for await (const pair of former.list(prefix)) {
			if (pair.corrupt) continue;
			try {
				await restored.transact(async (tx) => tx.put(pair.key, pair.value));
			} catch (error) {
				if (!(error instanceof StoreCorruptError)) throw error;
			}
		}
	}
}

function noneMissing(): MissingClaims {
	return { members: new Set(), isComplete: true };
}

async function requestRoles(syncRows: SyncRows, targets: readonly MemberRef[]): Promise<void> {
	for (let from = 0; from < targets.length; from += batchSize) {
		const some = targets.slice(from, from + batchSize);
		await Promise.all(some.map((target) => syncRows.request(target)));
	}
}

function firstOf(members: ReadonlySet<string>): FirstMembers {
	const named = [...members].slice(0, maxNamed);
	return { named, more: members.size - named.length };
}

function report(session: Session, what: string, members: ReadonlySet<string>): void {
	if (members.size > 0) say(session, `Members who ${what} (${members.size}): ${[...members].join(' ')}`);
}

/** The holders of valid purchases that one store has and another lacks. */
export interface MissingClaims {
	readonly members: Set<Snowflake>;
	/** False if a claim of either store is damaged. */
	isComplete: boolean;
}

/** Adds everything that `other` lacks to `missing`, also if `from` becomes unreadable halfway. */
export async function findMissing(from: Store, other: Store, missing: MissingClaims): Promise<void> {
	for await (const pairs of inBatches(from.list(claimPrefix), batchSize)) {
		const others = await readEach(
			other,
			pairs.map(({ key }) => key),
		);
		for (const [index, pair] of pairs.entries()) compare(pair, others[index], missing);
	}
}

function compare(pair: StoredPair, other: StoredPair | undefined, missing: MissingClaims): void {
	const [record, twin] = [recordIn(pair), other && recordIn(other)];
	if (record === 'damaged' || twin === 'damaged') {
		missing.isComplete = false;
		return;
	}
	if (record?.status !== 'active') return;
	for (const { userId } of record.holders) {
		if (twin?.status !== 'active' || holderIn(twin, userId) === undefined) missing.members.add(userId);
	}
}
