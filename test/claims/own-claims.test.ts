import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ClaimStore, openClaimStore } from '../../src/claims/claim-store.js';
import { openSqlite } from '../../src/storage/sqlite.js';
import type { Store } from '../../src/storage/store.js';
import { compareAndSet } from '../storage/compare-and-set.js';
import {
	claimSecret,
	codeNumber,
	guild,
	memberNumber,
	policyRow,
	samplePurchase,
	strictPolicy,
} from './sample-claims.js';

const alice = memberNumber(1);
const bob = memberNumber(2);

let folder: string;
let store: Store;
let claims: ClaimStore;
let corrupt: string[];
let now: number;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'claimcheck-own-'));
	store = await openSqlite(join(folder, 'claims.sqlite'), () => {}, { create: true });
	corrupt = [];
	now = Date.UTC(2026, 3, 1);
	claims = await openClaimStore({
		store,
		claimSecret,
		clock: { now: () => now },
		report: { damaged: (key) => corrupt.push(key) },
	});
});
afterEach(async () => {
	await store.close();
	await rm(folder, { recursive: true });
});

async function claim(userId: string, n: number, guildId = guild, licenseType = 'Regular License') {
	now += 1;
	const made = await claims.claim(codeNumber(n), {
		userId,
		guildId,
		purchase: samplePurchase({ licenseType }),
	});
	return 'claim' in made ? made.claim.hash : expect.unreachable(made.kind);
}

describe('what a member holds', () => {
	it('has the end of its code and the member’s seat among those of its license type', async () => {
		await compareAndSet(store, 'policy', undefined, policyRow({ ...strictPolicy, seats: { Team: 2 } }));
		await claim(bob, 0xbeef, guild, 'Team');
		await claim(alice, 0xbeef, guild, 'Team');
		await claim(alice, 0x3a8c);
		expect(await claims.own.held(alice)).toMatchObject([
			{ holderId: alice, ending: 'beef', seat: { number: 2, of: 2 }, isRevokedByStaff: false },
			{ holderId: alice, ending: '3a8c', seat: { number: 1, of: 1 } },
		]);
		expect(await claims.own.held(memberNumber(3))).toEqual([]);
	});

	it('can be seen, and given out, without the one that is damaged, which is reported', async () => {
		const damaged = await claim(alice, 1);
		const sound = await claim(alice, 2);
		const key = `claim:${damaged}`;
		const row = await store.get(key);
		expect(await compareAndSet(store, key, row, { v: 2, holders: 'none' })).toBe(true);
		expect((await claims.own.held(alice)).map(({ hash }) => hash)).toEqual([sound]);
		expect((await claims.own.naming(alice)).map(({ hash }) => hash)).toEqual([sound]);
		expect((await claims.claimsOf(alice)).map(({ hash }) => hash)).toEqual([sound]);
		expect(corrupt).toEqual([key, key, key]);
		// Roles must not follow from these alone.
		expect((await claims.readClaimsOf(alice)).isComplete).toBe(false);
	});

	it('is shown without its ending where the copy of its code can’t be opened', async () => {
		const hash = await claim(alice, 1);
		const row = await store.get(`claim:${hash}`);
		await compareAndSet(store, `claim:${hash}`, row, { ...(row as object), sealed: 'v1.AAAA' });
		expect(await claims.own.held(alice)).toMatchObject([{ hash, ending: '' }]);
		expect(corrupt).toEqual([`claim:${hash}`]);
	});
});
