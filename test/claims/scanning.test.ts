import { beforeEach, describe, expect, it } from 'vitest';
import { knownEnd } from '../../src/base/purchase-fields.js';
import { duePrefixesBetween } from '../../src/claims/claim-indexes.js';
import type { ClaimStore } from '../../src/claims/claim-store.js';
import { type MemoryClaims, memoryClaims } from './memory-claims.js';
import { guild, memberNumber, releasing, samplePurchase } from './sample-claims.js';

const [alice, bob, carol, dave] = [1, 2, 3, 4].map(memberNumber) as [string, string, string, string];
const act = { by: memberNumber(9), guildId: guild, why: '' };
const end = knownEnd(samplePurchase().supportedUntil) ?? 0;
const none = '0'.repeat(64);

let place: MemoryClaims;
beforeEach(async () => {
	place = await memoryClaims();
});

async function members({ scan }: Pick<ClaimStore, 'scan'> = place.claims) {
	const found = [];
	for await (const member of scan.members()) found.push(member);
	return found;
}

async function endingBetween(from: number, until: number): Promise<string[]> {
	const found: string[] = [];
	for await (const { hash } of place.claims.scan.withSupportEnding(from, until)) found.push(hash);
	return found;
}

describe('finding claims by the end of their support', () => {
	it('returns each once, however many end on one day', async () => {
		const hashes: string[] = [];
		for (let n = 0; n < 60; n += 1) hashes.push(await place.claim(alice, n));
		expect((await endingBetween(end, end + 1)).toSorted()).toEqual(hashes.toSorted());
		expect([await endingBetween(end - 1, end), await endingBetween(end + 1, end + 2)]).toEqual([[], []]);
	});

	it('reads only the days that overlap the time span', () => {
		const day = 86_400_000;
		const days = (from: number, until: number) => {
			const found: string[] = [];
			for (const prefix of duePrefixesBetween(from, until)) {
				found.push(prefix.slice('due:'.length, -':'.length));
				// Stops after the third day, since a wrong list may be endless.
				if (found.length > 2) break;
			}
			return found;
		};
		const first = Date.UTC(2026, 8, 1);
		expect(days(first, first + day)).toEqual(['2026-09-01']);
		expect(days(first + 5, first + day + 1)).toEqual(['2026-09-01', '2026-09-02']);
		expect(days(first, first)).toEqual([]);
	});
});

describe('listing every member on record', () => {
	it('returns each once, however many there are', async () => {
		const ids = Array.from({ length: 201 }, (_, n) => memberNumber(n));
		for (const [n, userId] of ids.entries()) await place.claim(userId, n);
		const found = await members();
		expect(found.map(({ userId }) => userId).toSorted()).toEqual(ids.toSorted());
		expect(found.every(({ claims }) => claims.length === 1)).toBe(true);
	});

	it('skips entries without a claim or with the wrong member', async () => {
		const hash = await place.claim(alice, 1);
		for (const each of [none, hash]) place.rows.set(`member:${bob}:${each}`, {});
		expect((await members()).map(({ userId }) => userId)).toEqual([alice]);
		expect(place.corrupt).toEqual([]);
	});

	it('includes recent former holders, however they lost their claim', async () => {
		place.policy = { unlinking: { kind: 'after-days', days: 0 }, seats: {} };
		const { moderated, own } = place.claims;
		await moderated.change(await place.claim(alice, 1), act, releasing(alice));
		await moderated.transfer(await place.claim(bob, 2), bob, carol, act);
		await own.unlink(await place.claim(dave, 3), { userId: dave, guildId: guild });
		const ids = async () => (await members()).map(({ userId }) => userId).toSorted();
		expect(await ids()).toEqual([alice, bob, carol, dave]);
		place.clock += 30 * 86_400_000 + 1;
		expect(await ids()).toEqual([carol]);
	});

	it('reports and skips an unreadable claim, and returns the other members', async () => {
		await place.claim(alice, 1);
		const [damaged, sound] = [await place.claim(bob, 2), await place.claim(bob, 3)];
		await place.claim(carol, 4);
		place.rows.set(`claim:${damaged}`, { v: 2 });
		const found = await members();
		expect(found.map(({ userId, isComplete }) => [userId, isComplete])).toEqual([
			[alice, true],
			[bob, false],
			[carol, true],
		]);
		expect(found[1]).toMatchObject({ claims: [{ hash: sound }] });
		expect(place.corrupt).toContain(`claim:${damaged}`);
	});

	it('attack 48: returns each once even if a claim was copied under another hash', async () => {
		const hash = await place.claim(alice, 1);
		place.rows.set(`claim:${'ab'.repeat(32)}`, place.rows.get(`claim:${hash}`));
		expect((await members()).map(({ userId, claims }) => [userId, claims.length])).toEqual([[alice, 1]]);
	});
});
