import { beforeEach, describe, expect, it } from 'vitest';
import type { SupportEnd } from '../../src/base/purchase-fields.js';
import type { ClaimStore } from '../../src/claims/claim-store.js';
import type { ShopAnswer } from '../../src/claims/refund-rule.js';
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
const valid = (until: SupportEnd) => note({ kind: 'valid', purchase: { ...team, supportedUntil: until } });
const invalid = async () => {
	place.clock += day;
	return await note({ kind: 'invalid' });
};

describe('a purchase to check with the shop', () => {
	it('is a single one for all its holders, held since the first of them', async () => {
		place.clock += 5;
		await claim(bob, 1, otherGuild);
		const held = await claims.moderated.byHash(hash);
		expect(held).toMatchObject({
			...{ hash, item, supportedUntil, purchasedAt, status: 'active', isRevokedByStaff: false },
			...{ check: { at: place.clock, misses: [] }, skippedAt: undefined },
			claims: [
				{ holderId: alice, claimedAt: place.clock - 5 },
				{ holderId: bob, claimedAt: place.clock },
			],
		});
		await claims.own.unlink(hash, { userId: alice, guildId: guild });
		await claims.own.unlink(hash, { userId: bob, guildId: guild });
		expect(await claims.moderated.byHash(hash)).toMatchObject({ claims: [] });
	});

	it('is any readable one that wasn’t given by staff without a code', async () => {
		const second = await claim(bob, 2);
		await claims.moderated.give({ userId: bob, purchase: team }, 'one', act);
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

	it('says since when it couldn’t be checked, if only this purchase has the problem', async () => {
		await claims.checks.skip(hash);
		expect(await claims.moderated.byHash(hash)).toMatchObject({ skippedAt: place.clock });
		await claims.checks.skip('0'.repeat(64));
		expect(place.rows.has(`claim:${'0'.repeat(64)}`)).toBe(false);
	});
});

describe('recording the shop’s answer', () => {
	it('moves the end of support, and the claim’s index entry to that day', async () => {
		const later = Date.UTC(2028, 0, 1);
		const extended = { supportExtended: true, purchase: { supportedUntil: later } };
		expect(await valid(later)).toMatchObject(extended);
		expect(place.rows.has(`due:2028-01-01:${hash}`)).toBe(true);
		expect(await valid('unknown')).toMatchObject({ ...extended, supportExtended: false });
		expect(await valid(undefined)).toMatchObject({ supportExtended: false });
		expect(await valid(place.clock)).toMatchObject({ supportExtended: false });
		expect(await valid(undefined)).toMatchObject({ supportExtended: false });
		await valid('unknown');
		// It may equal the previous end, so this is no renewal.
		expect(await valid(later)).toMatchObject({ ...extended, supportExtended: false });
		const line = { at: place.clock, what: 'support-changed', by: staff, why: 'shop-confirmed' };
		expect((await claims.read(hash))?.history.slice(1)).toEqual(Array(6).fill(line));
	});

	it('counts a third "invalid" as a refund, but only `revoke` carries it out', async () => {
		expect(await invalid()).toMatchObject({ isRefund: false, reinstated: false });
		expect(await claims.checks.revoke(hash, { by: 'claimcheck' })).toBeUndefined();
		await invalid();
		expect(await invalid()).toMatchObject({ isRefund: true, purchase: { status: 'active' } });
		const cause = { by: 'claimcheck', why: 'shop-invalid' } as const;
		expect(await claims.checks.revoke(hash, cause)).toMatchObject({ hash, status: 'revoked' });
		expect(await claims.checks.revoke(hash, cause)).toBeUndefined();
		expect((await claims.read(hash))?.history.slice(1)).toEqual([
			{ at: place.clock, what: 'revoked', ...cause },
		]);
	});

	it('does nothing for a missing claim, and leaves no index entry for it', async () => {
		const none = '0'.repeat(64);
		const before = [...place.rows.keys()];
		const question = { by: staff, askedAt: place.clock, canJudge: true };
		expect(await claims.checks.note(none, { kind: 'valid', purchase: team }, question)).toBeUndefined();
		expect(await claims.checks.note(none, { kind: 'invalid' }, question)).toBeUndefined();
		expect([...place.rows.keys()]).toEqual(before);
	});
});
