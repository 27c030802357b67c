import { AppError, StoreCorruptError } from '../../base/errors.js';
import { inBatches } from '../../base/in-batches.js';
import type { MemberRef } from '../../base/row-fields.js';
import { checkReadable } from '../../claims/claim-store.js';
import { claimPrefix, holderIn, recordIn } from '../../claims/record.js';
import { Alerts } from '../../messages/alerts.js';
import { SyncRows } from '../../roles/sync-rows.js';
import { readServed } from '../../servers/served-guilds.js';
import { backupTime } from '../../storage/backups.js';
import type { Store } from '../../storage/store.js';
import { readEach } from '../../storage/table.js';
import { type Opened, open } from '../program/open.js';
import type { Session } from './session.js';

/** More mentions don't fit into a message. */
const maxNamed = 20;
const batchSize = 500;
/** The items and versions seen, the log of news, and how far each server has got in it. */
const newsPrefixes = ['items-seen:', 'news-log', 'announced:'] as const;

/**
 * Prepares the copy that will replace a database: requests the roles of all members whose purchases differ, and stores an
 * alert that names them to staff. `former`: undefined if there is no database.
 */
export async function prepareMembers(
	session: Session,
	copy: string,
	{ backup, former }: { readonly backup: string; readonly former: string | undefined },
): Promise<void> {
	const { clock } = session;
	await open(session.environment, async (opened) => {
		const restored = await opened.store({ file: copy });
		const { lost, gained, owed, isComplete } = await difference(session, restored, former);
		const served = (await readServed(restored)) ?? [];
		const targets = [...lost, ...gained].flatMap((userId) => served.map((guildId) => ({ guildId, userId })));
		const syncRows = new SyncRows(restored, clock);
		for (const target of [...targets, ...owed]) await syncRows.request(target);
		const logger = {
			error({ err }: { readonly err: unknown }) {
				throw err;
			},
		};
		await new Alerts({ store: restored, clock, logger }).raise(undefined, {
			kind: 'restored',
			madeAt: await backupTime(backup),
			lost: firstOf(lost),
			gained: firstOf(gained),
			isComplete,
		});
		sayWho(session, 'lost a purchase', lost);
		sayWho(session, 'have a purchase again', gained);
		if (former !== undefined && isComplete) return;
		const who =
			former === undefined
				? 'There was no database here. Members who verified after the backup was made'
				: 'The previous database could not be read in full. Other members';
		session.say(`${who} may have lost a purchase. Their roles stay, because it is unknown who they are`);
	});
}

function sayWho(session: Session, what: string, members: ReadonlySet<string>): void {
	if (members.size > 0) session.say(`Members who ${what} (${members.size}): ${[...members].join(' ')}`);
}

/** Uses the readable part of the former database: a damaged one is the reason for many restores. */
async function difference(session: Session, restored: Store, former: string | undefined) {
	const [lost, gained] = [new Set<string>(), new Set<string>()];
	/** Role changes that were still pending when the bot stopped. */
	const owed: MemberRef[] = [];
	const compare = async (opened: Opened): Promise<boolean> => {
		const store = await opened.store({ file: former, unchecked: true });
		await checkReadable(store, session.settings('CLAIM_SECRET').CLAIM_SECRET);
		await carryNews(store, restored);
		for await (const target of new SyncRows(store, session.clock).requested()) owed.push(target);
		const isWhole = await findMissing(store, restored, lost);
		return (await findMissing(restored, store, gained)) && isWhole;
	};
	const isComplete =
		former === undefined ||
		(await open(session.environment, compare).catch((error: unknown) => {
			if (!(error instanceof AppError)) throw error;
			return false;
		}));
	return { lost, gained, owed, isComplete };
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

function firstOf(members: ReadonlySet<string>) {
	const named = [...members].slice(0, maxNamed);
	return { named, more: members.size - named.length };
}

/**
 * Adds the holders of valid purchases that `other` lacks to `members`, also if `from` becomes unreadable halfway.
 * @returns false if a claim of either store is damaged
 */
export async function findMissing(from: Store, other: Store, members: Set<string>): Promise<boolean> {
	let isComplete = true;
	for await (const pairs of inBatches(from.list(claimPrefix), batchSize)) {
		const keys = pairs.map(({ key }) => key);
		const others = await readEach(other, keys);
		for (const [index, pair] of pairs.entries()) {
			const found = others[index];
			const [record, twin] = [recordIn(pair), found && recordIn(found)];
			if (record === 'damaged' || twin === 'damaged') isComplete = false;
			else if (record?.status === 'active') {
				for (const { userId } of record.holders) {
					if (twin?.status !== 'active' || holderIn(twin, userId) === undefined) members.add(userId);
				}
			}
		}
	}
	return isComplete;
}
