import type { StoredPair } from '../../storage/store.js';
import { hashesIn, indexClaims, listsOf } from '../claim-indexes.js';
import { readEach } from '../claim-records.js';
import { type ClaimRecord, recordIn } from '../record.js';
import { bucketPrefix, claimPrefix, memberPrefix } from '../store-keys.js';
import { type AdminJob, countClaims, opensWith } from './admin-job.js';
import { inBatches } from './in-batches.js';
import { verifyList } from './verify-lists.js';

/** `leftover` is harmless: a claim that was begun but never written leaves one, and readers ignore it. */
interface ClaimProblem {
	readonly kind:
		| 'damaged-claim'
		| 'foreign-secret'
		| 'unopenable-copy'
		| 'missing-entry'
		| 'damaged-list'
		| 'leftover';
	readonly key: string;
	readonly mended: boolean;
}

export interface VerifiedClaims {
	readonly claims: number;
	readonly lists: number;
	/** Everything found but leftovers. */
	readonly problems: readonly ClaimProblem[];
	readonly leftovers: number;
}

const atOnce = 500;

/**
 * Checks every claim, member's list and day's list against each other. With `repair`, lists are rebuilt from the
 * claims; claims themselves are never changed. May run while the bot runs.
 */
export async function verifyClaims(work: AdminJob, repair: boolean): Promise<VerifiedClaims> {
	const { store, onProgress } = work;
	const total = await countClaims(store);
	const findings: ClaimProblem[] = [];
	let lists = 0;
	for (const prefix of [memberPrefix, bucketPrefix]) {
		for await (const list of store.list(prefix)) {
			lists += 1;
			findings.push(...(await verifyList(store, list, repair)));
		}
	}
	let claims = 0;
	for await (const batch of inBatches(store.list(claimPrefix), atOnce)) {
		findings.push(...(await verifyBatch(work, batch, repair)));
		claims += batch.length;
		onProgress(claims, total);
	}
	const problems = findings.filter(({ kind }) => kind !== 'leftover');
	return { claims, lists, problems, leftovers: findings.length - problems.length };
}

async function verifyBatch(
	work: AdminJob,
	batch: readonly StoredPair[],
	repair: boolean,
): Promise<ClaimProblem[]> {
	const findings: ClaimProblem[] = [];
	const records = new Map<string, ClaimRecord>();
	for (const pair of batch) {
		const hash = pair.key.slice(claimPrefix.length);
		const record = recordIn(pair);
		// Undefined: the claim was removed since it was listed.
		if (record === undefined) continue;
		const problem = record === 'damaged' ? 'damaged-claim' : secretProblem(work, hash, record);
		if (problem !== undefined) findings.push({ kind: problem, key: pair.key, mended: false });
		// A record that isn't the claim of this code belongs to nobody: no list may point to it.
		if (problem !== 'damaged-claim' && problem !== 'unopenable-copy' && record !== 'damaged')
			records.set(hash, record);
	}
	const missing = await missingEntries(work, records);
	if (repair) await indexClaims(work.store, missing);
	for (const [hash] of missing) {
		findings.push({ kind: 'missing-entry', key: claimPrefix + hash, mended: repair });
	}
	return findings;
}

function secretProblem(
	{ keys }: AdminJob,
	hash: string,
	record: ClaimRecord,
): ClaimProblem['kind'] | undefined {
	if (record.secret !== keys.check) return 'foreign-secret';
	return opensWith(keys, hash, record.sealed) ? undefined : 'unopenable-copy';
}

/** The claims that are missing from one of their lists. A damaged list is another finding. */
async function missingEntries(
	{ store }: AdminJob,
	records: ReadonlyMap<string, ClaimRecord>,
): Promise<ReadonlyMap<string, ClaimRecord>> {
	const listKeys = new Set([...records].flatMap(([hash, record]) => listsOf(hash, record)));
	const entries = new Map<string, ReadonlySet<string>>();
	for (const list of await readEach(store, [...listKeys])) {
		const hashes = hashesIn(list);
		if (hashes !== 'damaged') entries.set(list.key, new Set(hashes));
	}
	return new Map(
		[...records].filter(([hash, record]) =>
			listsOf(hash, record).some((key) => entries.get(key)?.has(hash) === false),
		),
	);
}
