import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClaimStore } from '../../src/claims/claim-store.js';
import { movedByMemberSince } from '../../src/claims/own-claims.js';
import type { UnlinkPolicy } from '../../src/claims/policy.js';
import { type MemoryClaims, memoryClaims } from './memory-claims.js';
import { codeNumber, guild, memberNumber, otherGuild, revoke, samplePurchase } from './sample-claims.js';

const [alice, second, bob, staff] = [1, 2, 3, 9].map(memberNumber) as [string, string, string, string];
const act = { by: staff, guildId: guild, why: 'a ticket', canManageRoles: true };
const day = 86_400_000;

let place: MemoryClaims;
let claims: ClaimStore;
let hash: string;

beforeEach(async () => {
	place = await memoryClaims();
	place.clock = 1_000 * day;
	unlinkingIs({ kind: 'members-move' });
	claims = place.claims;
	hash = await claim(alice, 1);
});
afterEach(() => expect(place.corrupt).toEqual([]));

function unlinkingIs(unlinking: UnlinkPolicy): void {
	place.policy = { unlinking, seats: { Team: 2 } };
}

const claim = (userId: string, n: number) => place.claim(userId, n, guild, { licenseType: 'Team' });

const move = (from = alice, to = second, of = hash) =>
	claims.own.letGo(of, from, { userId: to, guildId: otherGuild });

describe('letting a claim go to another member', () => {
	it('gives it to them alone, in the server where it showed the code', async () => {
		const [before] = await claims.claimsOf(alice);
		place.clock += 5;
		expect(await move()).toMatchObject({ kind: 'moved', claim: before, file: { revision: 2 } });
		expect(await claims.claimsOf(alice)).toEqual([]);
		expect(await claims.claimsOf(second)).toMatchObject([{ hash, holderId: second, claimedAt: place.clock }]);
		expect((await claims.historyOf(hash))?.at(-1)).toEqual({
			...{ at: place.clock, what: 'transferred', by: alice, member: alice, to: second },
			...{ guildId: otherGuild, why: '' },
		});
	});

	it('is for its holder alone', async () => {
		expect(await move(bob)).toEqual({ kind: 'not-yours' });
		expect(await move(alice, second, '0'.repeat(64))).toEqual({ kind: 'not-yours' });
		expect(place.rows.has(`member:${second}`)).toBe(false);
	});

	it('is not for a member who holds it already', async () => {
		await claim(bob, 1);
		expect(await move(alice, bob)).toEqual({ kind: 'already-held' });
	});

	it('is not possible while staff have locked or blocked it, or gave it without a code', async () => {
		await claims.moderated.lock(hash, act);
		expect(await move()).toEqual({ kind: 'locked' });
		await claims.moderated.unlock(hash, act);
		await claims.moderated.revoke(hash, act);
		expect(await move()).toEqual({ kind: 'locked' });
		await claims.gifts.give({ userId: bob, purchase: samplePurchase() }, 'one', act);
		const [gift] = await claims.claimsOf(bob);
		expect(await move(bob, second, gift?.hash)).toEqual({ kind: 'locked' });
		expect(await claims.claimsOf(second)).toEqual([]);
	});

	it('is not possible after a refund, which would use up the one move', async () => {
		await revoke(claims, hash);
		expect(await move()).toEqual({ kind: 'locked' });
	});

	it('takes the seat that is kept for that account', async () => {
		await claim(second, 1);
		unlinkingIs({ kind: 'after-days', days: 14 });
		await claims.own.unlink(hash, { userId: second, guildId: guild });
		await move();
		// Two seats, and one of them taken: the other is free, and reserved for no member.
		expect(await claims.present(codeNumber(1), bob)).toEqual({
			kind: 'unclaimed',
		});
	});

	it('is possible once in ninety days, by whichever of its members', async () => {
		await move();
		place.clock += 90 * day - 1;
		expect(await move(second, alice)).toEqual({ kind: 'moved-lately' });
		place.clock += 1;
		expect(await move(second, alice)).toMatchObject({ kind: 'moved' });
	});
});

describe('whether members have moved a claim', () => {
	const moved = { at: 5, what: 'transferred', by: alice, member: alice, to: second } as const;
	it.each([
		['after that time', moved, 4, true],
		['at that time', moved, 5, false],
		['by staff', { ...moved, by: staff }, 4, false],
		['not at all', { ...moved, what: 'released' }, 4, false],
	] as const)('hears of a move %s', (_, event, since, isMoved) => {
		const before = { at: 1, what: 'claimed', by: alice } as const;
		expect(movedByMemberSince([before, event], since)).toBe(isMoved);
	});
});
