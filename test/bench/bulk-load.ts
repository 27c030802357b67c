import { KeyvSqlite } from '@keyv/sqlite';
import { Client } from 'pg';
import { newRecord } from '../../src/claims/changes.js';
import { listsOf } from '../../src/claims/claim-indexes.js';
import { ClaimKeys } from '../../src/claims/claim-keys.js';
import { claimKey } from '../../src/claims/store-keys.js';
import { claimSecret, codeNumber, guild, memberNumber, samplePurchase } from '../claims/sample-claims.js';
import type { Address } from '../storage/open-address.js';

// Claim by claim, a million of them takes an hour. These are the same rows, made by the same functions, written many
// at a time past the claim store.

type Row = readonly [key: string, value: unknown];

/** Writes rows, many at a time. */
interface Loader {
	write(rows: readonly Row[]): Promise<void>;
	close(): Promise<void>;
}

/** A statement has two values for each, and SQLite takes 32,766. */
const batchSize = 1_000;
export const claimsPerMember = 2;
/** Support ends on this number of different days. */
const days = 365;

/** Fills a store with claims number 0 to `count` - 1, each member with two. The store has been opened once before. */
export async function bulkLoad(address: Address, count: number): Promise<void> {
	const loader = address.databaseUrl.startsWith('sqlite:')
		? await sqliteLoader(address.databaseUrl)
		: await postgresLoader(address.databaseUrl);
	const keys = new ClaimKeys(claimSecret);
	const lists = new Map<string, string[]>();
	let batch: Row[] = [];
	const add = async (row: Row): Promise<void> => {
		batch.push(row);
		if (batch.length < batchSize) return;
		await loader.write(batch);
		batch = [];
	};
	// In the order of their keys: each row then goes to the end of the index, however large that is.
	const hashes = Array.from({ length: count }, (_, n) => ({ n, hash: keys.hash(codeNumber(n)) }));
	for (const { n, hash } of hashes.sort(byHash)) {
		const record = newRecord(
			{ userId: holderOf(n), guildId: guild, purchase: purchaseOf(n), at: n },
			{ secret: keys.check, sealed: keys.seal(hash, codeNumber(n)) },
		);
		await add([claimKey(hash), record]);
		for (const list of listsOf(hash, record)) {
			const listed = lists.get(list);
			if (listed === undefined) lists.set(list, [hash]);
			else listed.push(hash);
		}
	}
	for (const list of [...lists.keys()].sort()) await add([list, { v: 1, hashes: lists.get(list) }]);
	await loader.write(batch);
	await loader.close();
}

function byHash(one: { readonly hash: string }, other: { readonly hash: string }): number {
	return one.hash < other.hash ? -1 : 1;
}

/** The member who holds claim number `n`. */
export function holderOf(n: number): string {
	return memberNumber(Math.floor(n / claimsPerMember));
}

function purchaseOf(n: number) {
	return samplePurchase({ supportedUntil: Date.UTC(2026, 0, 1 + (n % days), 12) });
}

function serialized(rows: readonly Row[]): (readonly [key: string, value: string])[] {
	return rows.map(([key, value]) => [`claimcheck:${key}`, JSON.stringify({ value })]);
}

async function sqliteLoader(databaseUrl: string): Promise<Loader> {
	const adapter = new KeyvSqlite({ uri: databaseUrl, busyTimeout: 5_000 });
	// A crash would cost no more than the run, and the keys come in no order.
	await adapter.query('PRAGMA synchronous = OFF');
	await adapter.query('PRAGMA cache_size = -500000');
	return {
		async write(rows) {
			if (rows.length === 0) return;
			const places = rows.map(() => '(?, ?)').join(', ');
			await adapter.query(`INSERT INTO keyv (key, value) VALUES ${places}`, ...serialized(rows).flat());
		},
		close: () => adapter.disconnect(),
	};
}

async function postgresLoader(databaseUrl: string): Promise<Loader> {
	const client = new Client({ connectionString: databaseUrl });
	await client.connect();
	return {
		async write(rows) {
			const pairs = serialized(rows);
			await client.query('INSERT INTO claimcheck (key, value) SELECT * FROM unnest($1::text[], $2::text[])', [
				pairs.map(([key]) => key),
				pairs.map(([, value]) => value),
			]);
		},
		async close() {
			await client.query('ANALYZE claimcheck');
			await client.end();
		},
	};
}
