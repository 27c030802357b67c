import { inBatches } from '../../base/in-batches.js';
import type { Store, StoredPair } from '../../storage/store.js';
import { readEach } from '../../storage/table.js';
import { allDuePrefix, entriesOf, memberPrefix } from '../claim-indexes.js';
import { type ClaimRecord, claimKey, claimPrefix, recordIn } from '../record.js';
import type { AdminJob } from './dump.js';

interface ClaimProblem {
	readonly kind:
		| 'damaged-claim'
		| 'foreign-secret'
		| 'unopenable-copy'
		/** A claim isn't found by one of its members, or by the day on which its support ends. */
		| 'missing-entry'
		/** An entry under which no claim is found. */
		| 'stray-entry';
	readonly key: string;
}

export interface VerifiedClaims {
	readonly claims: number;
	readonly entries: number;
	readonly problems: readonly ClaimProblem[];
}

const batchSize = 100;

/** Checks that every claim opens with the secret, and that claims and entries agree. Safe while the bot runs. */
export async function verifyClaims(work: AdminJob): Promise<VerifiedClaims> {
	const { store, onProgress } = work;
	const problems: ClaimProblem[] = [];
	let entries = 0;
	for (const prefix of [memberPrefix, allDuePrefix]) {
		for await (const batch of inBatches(store.list(prefix), batchSize)) {
			entries += batch.length;
			problems.push(...(await strayEntries(store, batch)));
		}
	}
	let claims = 0;
	for await (const batch of inBatches(store.list(claimPrefix), batchSize)) {
		problems.push(...(await problemsOf(work, batch)));
		claims += batch.length;
		onProgress(claims);
	}
	return { claims, entries, problems };
}

async function problemsOf(work: AdminJob, batch: readonly StoredPair[]): Promise<readonly ClaimProblem[]> {
	const records = batch.map((pair) => ({ ...pair, record: recordIn(pair) }));
	const problems = records.flatMap(({ key, record }): readonly ClaimProblem[] => {
		if (record === undefined) return [];
		const kind = record === 'damaged' ? 'damaged-claim' : secretProblem(work, key, record);
		return kind === undefined ? [] : [{ kind, key }];
	});
	const sound = records.flatMap(({ key, record }) =>
		record === undefined || record === 'damaged' ? [] : [{ key, record, entries: entriesIn(key, record) }],
	);
	const all = sound.flatMap(({ entries }) => entries);
	const absent = new Set((await readEach(work.store, all)).filter(isAbsent).map(({ key }) => key));
	for (const { key, record, entries } of sound) {
		if (!entries.some((entry) => absent.has(entry))) continue;
		// Together: the claim may have changed since it was listed, and its entries with it.
		const [again, ...present] = await readEach(work.store, [key, ...entries]);
		const now = again && recordIn(again);
		if (now === undefined || now === 'damaged' || now.revision !== record.revision) continue;
		if (present.some(isAbsent)) problems.push({ kind: 'missing-entry', key });
	}
	return problems;
}

function secretProblem({ keys }: AdminJob, key: string, record: ClaimRecord) {
	if (record.secret !== keys.check) return 'foreign-secret';
	return keys.opens(key.slice(claimPrefix.length), record.sealed) ? undefined : 'unopenable-copy';
}

function entriesIn(key: string, record: ClaimRecord): readonly string[] {
	return entriesOf(key.slice(claimPrefix.length), record);
}

async function strayEntries(store: Store, batch: readonly StoredPair[]): Promise<readonly ClaimProblem[]> {
	const strays: ClaimProblem[] = [];
	const keys = batch.map(({ key }) => claimOf(key));
	const claims = await readEach(store, keys);
	for (const [index, { key }] of batch.entries()) {
		const claim = claims[index];
		if (claim === undefined || confirms(claim, key)) continue;
		// Together: the claim may have changed since the entry was listed.
		const [again, entry] = await readEach(store, [claimOf(key), key]);
		if (again === undefined || entry === undefined || isAbsent(entry) || confirms(again, key)) continue;
		strays.push({ kind: 'stray-entry', key });
	}
	return strays;
}

function claimOf(entry: string): string {
	return claimKey(entry.slice(entry.lastIndexOf(':') + 1));
}

/** A damaged claim might confirm its entry. */
function confirms(claim: StoredPair, entry: string): boolean {
	const record = recordIn(claim);
	return record === 'damaged' || (record !== undefined && entriesIn(claim.key, record).includes(entry));
}

function isAbsent(pair: StoredPair): boolean {
	return pair.corrupt !== true && pair.value === undefined;
}
