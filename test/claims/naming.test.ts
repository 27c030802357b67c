import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClaimStore } from '../../src/claims/claim-store.js';
import { type MemoryClaims, memoryClaims } from './memory-claims.js';
import { codeNumber, guild, memberNumber, samplePurchase } from './sample-claims.js';

const [alice, bob, staff] = [1, 2, 9].map(memberNumber) as [string, string, string];
const act = { by: staff, guildId: guild, why: 'a ticket' };
const { item, licenseType } = samplePurchase();

let place: MemoryClaims;
let claims: ClaimStore;
let hash: string;

beforeEach(async () => {
	place = await memoryClaims();
	place.clock = 1_000;
	place.policy = { unlinking: { kind: 'after-days', days: 0 }, seats: {} };
	claims = place.claims;
	hash = await place.claim(alice, 1);
});
afterEach(() => expect(place.corrupt).toEqual([]));

describe('what a member is given of the data that names them', () => {
	it('is all of a purchase that they hold', async () => {
		await claims.moderated.lock(hash, act);
		const [claim] = await claims.claimsOf(alice);
		expect(await claims.own.naming(alice)).toEqual([
			{
				...{ hash, item, licenseType, claim },
				history: await claims.historyOf(hash),
				// Staff could bring back what they hold anyway.
				undo: { until: 601_000, before: { userId: alice, claimedAt: 1_000 } },
			},
		]);
		expect(await claims.own.naming(bob)).toEqual([]);
	});

	it('is the lines that name them alone, of one that they have lost, and what an undo would bring back', async () => {
		await claims.present(codeNumber(1), alice);
		await claims.moderated.transfer(hash, alice, bob, act);
		await claims.present(codeNumber(1), bob);
		const lines = (await claims.historyOf(hash)) ?? [];
		expect(lines.map(({ what }) => what)).toEqual(['claimed', 'transferred']);
		expect(await claims.own.naming(alice)).toEqual([
			{
				...{ hash, item, licenseType, claim: undefined },
				history: lines,
				undo: {
					until: 601_000,
					before: { userId: alice, claimedAt: 1_000 },
				},
			},
		]);
		const [claim] = await claims.claimsOf(bob);
		expect(await claims.own.naming(bob)).toEqual([
			{ hash, item, licenseType, claim, history: lines, undo: undefined },
		]);
	});

	it('is the lines that name them where nothing else does any more', async () => {
		await claims.moderated.release(hash, alice, act);
		await claims.moderated.lock(hash, act);
		const [named, ...more] = await claims.own.naming(alice);
		expect(named?.history.map(({ what }) => what)).toEqual(['claimed', 'released']);
		expect([named?.claim, named?.undo, more]).toEqual([undefined, undefined, []]);
	});
});
