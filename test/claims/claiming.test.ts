import { beforeEach, describe, expect, it } from 'vitest';
import { onCommit } from '../storage/on-commit.js';
import { type MemoryClaims, memoryClaims } from './memory-claims.js';
import { codeNumber, guild, memberNumber, otherGuild, samplePurchase } from './sample-claims.js';

const [alice, bob, carol] = [1, 2, 3].map(memberNumber) as [string, string, string];
const code = codeNumber(1);
const team = samplePurchase({ licenseType: 'Team' });
const day = 86_400_000;

let place: MemoryClaims;
beforeEach(async () => {
	place = await memoryClaims();
});

describe('claiming a code', () => {
	it('has in its commit what the caller adds for the outcome', async () => {
		for (const [index, userId] of [alice, alice, bob, carol].entries())
			await place.claims.claim(code, { userId, guildId: guild, purchase: team }, async (tx) => ({ kind }) => {
				tx.put(`grant:${index}`, kind);
			});
		const added = [...place.rows].filter(([key]) => key.startsWith('grant:'));
		expect(added).toEqual([
			['grant:0', 'claimed'],
			['grant:1', 'already-yours'],
			['grant:2', 'claimed'],
			['grant:3', 'taken'],
		]);
	});

	it('says how many may hold it only where that is more than one', async () => {
		const hash = await place.claim(alice, 1);
		const asked = { userId: carol, guildId: guild };
		const outcome = await place.claims.claim(code, { ...asked, purchase: samplePurchase() });
		expect(outcome).toStrictEqual({ kind: 'taken', hash });
		const shared = await place.claim(alice, 2, guild, team);
		await place.claim(bob, 2, guild, team);
		expect(await place.claims.present(codeNumber(2), asked.userId)).toEqual({
			kind: 'taken',
			hash: shared,
			seats: 2,
		});
	});

	it('has no free seat that was kept for a member while the clock may be wrong', async () => {
		const hash = await place.claim(alice, 1);
		await place.claims.own.unlink(hash, { userId: alice, guildId: guild });
		place.clock += 14 * day;
		place.isClockTrusted = false;
		const asked = { userId: bob, guildId: guild };
		expect(await place.claims.present(code, asked.userId)).toMatchObject({ kind: 'taken' });
		place.isClockTrusted = true;
		expect(await place.claims.present(code, asked.userId)).toEqual({ kind: 'unclaimed' });
	});

	it('again, says in its history that the shop confirmed what has changed', async () => {
		const hash = await place.claim(alice, 1);
		await place.claim(alice, 1, guild, { supportedUntil: 5 });
		expect((await place.claims.historyOf(hash))?.slice(1)).toEqual([
			{ at: place.clock, what: 'support-changed', by: 'claimcheck', why: 'shop-confirmed' },
		]);
	});

	it('is over for who unlinks or moves what goes away meanwhile', async () => {
		const hash = await place.claim(alice, 1);
		const { own } = await place.openWith((store) =>
			onCommit(store, { before: () => place.rows.delete(`claim:${hash}`) }),
		);
		const outcomes = await Promise.all([
			own.unlink(hash, { userId: alice, guildId: guild }),
			own.letGo(hash, alice, { userId: bob, guildId: otherGuild }),
		]);
		expect(outcomes).toEqual(Array(2).fill({ kind: 'not-yours' }));
	});

	it('shows each holder the own seat, never one of fewer than there are', async () => {
		await place.claim(alice, 1, guild, team);
		await place.claim(bob, 1, guild, team);
		const seatOf = async (userId: string) => (await place.claims.own.held(userId))[0]?.seat;
		expect([await seatOf(alice), await seatOf(bob)]).toEqual([
			{ number: 1, of: 2 },
			{ number: 2, of: 2 },
		]);
		place.policy = { ...place.policy, seats: {} };
		expect([await seatOf(alice), await seatOf(bob)]).toEqual([
			{ number: 1, of: 1 },
			{ number: 2, of: 2 },
		]);
	});
});
