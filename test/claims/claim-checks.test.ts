import { beforeEach, describe, expect, it } from 'vitest';
import { withAnswer } from '../../src/claims/claim-checks.js';
import type { ClaimStore } from '../../src/claims/claim-store.js';
import type { ShopAnswer } from '../../src/claims/refund-rule.js';
import { dueKey } from '../../src/claims/store-keys.js';
import { type MemoryClaims, memoryClaims } from './memory-claims.js';
import { guild, memberNumber, otherGuild, samplePurchase } from './sample-claims.js';

const [alice, bob, staff] = [1, 2, 9].map(memberNumber) as [string, string, string];
const act = { by: staff, guildId: guild, why: 'a ticket', canManageRoles: true };
const day = 86_400_000;
const team = samplePurchase({ licenseType: 'Team' });
const { item, supportedUntil, purchasedAt } = team;

let place: MemoryClaims;
let claims: ClaimStore;
let hash: string;

beforeEach(async () => {
	place = await memoryClaims();
	place.clock = 1_000 * day;
	place.policy = { unlinking: { kind: 'after-days', days: 0 }, seats: { Team: 2 } };
	claims = place.claims;
	hash = await claim(alice, 1);
});

const claim = (userId: string, n: number, guildId = guild) => place.claim(userId, n, guildId, team);

const note = (answer: ShopAnswer) =>
	claims.checks.note(hash, answer, { by: staff, askedAt: place.clock, canJudge: true });
const valid = (until = supportedUntil) => note({ kind: 'valid', supportedUntil: until });
const invalid = async () => {
	place.clock += day;
	return await note({ kind: 'invalid' });
};

describe('a purchase that the shop is asked about', () => {
	it('is one for all its holders, and held since the first of them', async () => {
		place.clock += 5;
		await claim(bob, 1, otherGuild);
		const held = await claims.checks.read(hash);
		expect(held).toEqual({
			...{ hash, item, supportedUntil, purchasedAt, status: 'active', claimedAt: place.clock - 5 },
			...{ revokedBy: undefined, check: { at: place.clock, misses: [] }, skippedAt: undefined },
			holderIds: [alice, bob],
		});
		await claims.own.unlink(hash, { userId: alice, guildId: guild });
		expect(await claims.checks.read(hash)).toMatchObject({ claimedAt: place.clock });
		await claims.own.unlink(hash, { userId: bob, guildId: guild });
		expect(await claims.checks.read(hash)).toMatchObject({ claimedAt: 0, holderIds: [] });
	});

	it('takes over what the shop says of its item and licence', async () => {
		const moved = { id: item.id, name: 'Aurora 2', category: 'templates' };
		const answer = {
			kind: 'valid',
			supportedUntil,
			details: { item: moved, licenseType: 'Single' },
		} as const;
		const before = await claims.historyOf(hash);
		expect(await note(answer)).toMatchObject({ purchase: { item: moved } });
		expect(await claims.claimsOf(alice)).toMatchObject([{ item: moved, licenseType: 'Single' }]);
		expect(await claims.historyOf(hash)).toEqual(before);
		expect(await valid()).toMatchObject({ purchase: { item: moved } });
	});

	it('takes over a date of purchase that the shop corrects, and keeps it if the shop leaves it out', async () => {
		const details = { item, licenseType: 'Team' };
		const at = Date.UTC(2026, 0, 2);
		expect(
			await note({ kind: 'valid', supportedUntil, details: { ...details, purchasedAt: at } }),
		).toMatchObject({ purchase: { purchasedAt: at } });
		const without = {
			kind: 'valid',
			supportedUntil,
			details: { ...details, purchasedAt: undefined },
		} as const;
		expect(await note(without)).toMatchObject({ purchase: { purchasedAt: at } });
	});

	it('keeps a known end of support if the shop’s date can’t be read, and takes a later one over', async () => {
		const unread = { kind: 'valid', supportedUntil: 'unknown' } as const;
		expect(await note(unread)).toMatchObject({ supportChanged: false, purchase: { supportedUntil } });
		await note({ kind: 'valid', supportedUntil: undefined });
		expect(await note(unread)).toMatchObject({
			supportChanged: true,
			purchase: { supportedUntil: 'unknown' },
		});
		// It may be the same end as before, so this is no renewal.
		const known = { kind: 'valid', supportedUntil: Date.UTC(2030, 0, 1) } as const;
		expect(await note(known)).toMatchObject({ supportChanged: true, supportExtended: false });
	});

	it('is every one but those that staff gave without a code, and that can’t be read', async () => {
		const second = await claim(bob, 2);
		await claims.gifts.give({ userId: bob, purchase: team }, 'one', act);
		const asked = async () => {
			const found: string[] = [];
			for await (const each of claims.checks.all()) found.push(each.hash);
			return found;
		};
		expect(await asked()).toEqual([hash, second].toSorted());
		expect(place.corrupt).toEqual([]);
		place.rows.set(`claim:${hash}`, { v: 2 });
		expect(await asked()).toEqual([second]);
		expect(place.corrupt).toEqual([`claim:${hash}`]);
	});

	it('that could not be checked for a reason of its own says when', async () => {
		await claims.checks.skip(hash);
		expect(await claims.checks.read(hash)).toMatchObject({
			skippedAt: place.clock,
			holderIds: [alice],
		});
		await claims.checks.skip('0'.repeat(64));
		expect(place.rows.has(`claim:${'0'.repeat(64)}`)).toBe(false);
	});
});

describe('an answer of the shop that is noted', () => {
	it('moves the end of support, and the claim’s entry to that day', async () => {
		const later = Date.UTC(2028, 0, 1);
		expect(await valid(later)).toMatchObject({
			...{ supportChanged: true, supportExtended: true, purchase: { supportedUntil: later } },
		});
		expect(place.rows.has(dueKey(later, hash))).toBe(true);
		expect(await note({ kind: 'valid', supportedUntil: undefined })).toMatchObject({
			...{ supportChanged: true, supportExtended: false },
		});
		expect((await claims.historyOf(hash))?.slice(1)).toEqual([
			{ at: place.clock, what: 'support-changed', by: staff, why: 'shop-confirmed' },
			{ at: place.clock, what: 'support-changed', by: staff, why: 'shop-confirmed' },
		]);
	});

	it('makes a refund with the third "invalid", which only `revoke` carries out', async () => {
		expect(await invalid()).toMatchObject({ isRefund: false, reinstated: false });
		expect(await claims.checks.revoke(hash, { by: 'claimcheck' })).toBeUndefined();
		await invalid();
		expect(await invalid()).toMatchObject({ isRefund: true, purchase: { status: 'active' } });
		const cause = { by: 'claimcheck', why: 'shop-invalid' } as const;
		expect(await claims.checks.revoke(hash, cause)).toMatchObject({ hash, status: 'revoked' });
		expect(await claims.checks.revoke(hash, cause, () => true)).toBeUndefined();
		expect((await claims.historyOf(hash))?.slice(1)).toEqual([
			{ at: place.clock, what: 'revoked', ...cause },
		]);
	});

	it('is of no claim where there is none, and leaves no entry for it', async () => {
		const none = '0'.repeat(64);
		const before = [...place.rows.keys()];
		const question = { by: staff, askedAt: place.clock, canJudge: true };
		expect(await claims.checks.note(none, { kind: 'valid', supportedUntil: 5 }, question)).toBeUndefined();
		expect(await claims.checks.note(none, { kind: 'invalid' }, question)).toBeUndefined();
		expect([...place.rows.keys()]).toEqual(before);
	});

	it('says nothing new where it is older than what is known', async () => {
		await valid();
		const asked = { by: staff, askedAt: place.clock - 1, canJudge: true };
		const before = place.rows.get(`claim:${hash}`);
		expect(await claims.checks.note(hash, { kind: 'invalid' }, asked)).toMatchObject({ isRefund: false });
		expect(place.rows.get(`claim:${hash}`)).toEqual(before);
		const record = before as Parameters<typeof withAnswer>[0];
		expect(withAnswer(record, { kind: 'nothing' }, staff, 1)).toBe(record);
	});
});
