import { beforeEach, describe, expect, it } from 'vitest';
import { StoreCorruptError, StoreRefusedError } from '../../src/base/errors.js';
import { revokedByModerator } from '../../src/claims/moderation-changes.js';
import { compareAndSet } from '../storage/compare-and-set.js';
import { onCommit } from '../storage/on-commit.js';
import { type MemoryClaims, memoryClaims } from './memory-claims.js';
import { codeNumber, guild, memberNumber, otherGuild, revoke, samplePurchase } from './sample-claims.js';

const [alice, bob, carol] = [1, 2, 3].map(memberNumber) as [string, string, string];
const code = codeNumber(1);
const team = samplePurchase({ licenseType: 'Team' });
const asBob = { userId: bob, guildId: guild, purchase: samplePurchase() };
const day = 86_400_000;

let place: MemoryClaims;
beforeEach(async () => {
	place = await memoryClaims();
});

describe('claiming a code', () => {
	it('is refused if the claim is revoked, and the holder is asked to have it checked again', async () => {
		const hash = await place.claim(alice, 1);
		const cause = { by: 'claimcheck', why: 'shop-invalid' } as const;
		expect(await revoke(place.claims, hash, cause)).toBe(true);
		expect(await revoke(place.claims, hash, cause)).toBe(false);
		expect(await place.claims.present(code, alice)).toMatchObject({
			...{ kind: 'revoked-yours', claim: { status: 'revoked' } },
		});
		expect(await place.claims.claim(code, asBob)).toMatchObject({ kind: 'taken' });
	});

	it('attack 48: treats a claim copied under another hash as damaged, never as a held code', async () => {
		const [held, other] = [await place.claim(alice, 1), await place.claim(bob, 2)];
		place.rows.set(`claim:${other}`, place.rows.get(`claim:${held}`));
		const act = { by: carol, guildId: guild, why: '', canManageRoles: true };
		const { claims } = place;
		for (const attempt of [
			() => claims.present(codeNumber(2), alice),
			() => claims.present(codeNumber(2), bob),
			() => claims.claim(codeNumber(2), asBob),
			() => claims.moderated.link(codeNumber(2), asBob, act),
			() => claims.moderated.change(other, act, revokedByModerator),
		])
			await expect(attempt()).rejects.toThrow(StoreCorruptError);
		expect((await claims.present(code, bob)).kind).toBe('taken');
	});

	it.each([null, { v: 1 }, { v: 2 }])('never treats a damaged claim as a free code: %j', async (row) => {
		const hash = await place.claim(alice, 1);
		await place.claim(alice, 2);
		place.rows.set(`claim:${hash}`, row);
		await expect(place.claims.present(code, bob)).rejects.toThrow(StoreCorruptError);
		await expect(place.claims.claim(code, asBob)).rejects.toThrow(StoreCorruptError);
		place.corrupt.length = 0;
		const readable: string[] = [];
		for await (const each of place.claims.scan.all()) readable.push(each.holderId);
		expect([readable, place.corrupt]).toEqual([[alice], [`claim:${hash}`]]);
	});

	it('stops as soon as the secret is being changed, and so does the reading that roles follow from', async () => {
		const current = place.rows.get('meta:secret');
		const next = { ...(current as object), next: 'another' };
		expect(await compareAndSet(place.store, 'meta:secret', current, next)).toBe(true);
		await expect(place.claims.claim(code, asBob)).rejects.toThrow(StoreRefusedError);
		await expect(place.claims.present(code, bob)).rejects.toThrow(StoreRefusedError);
		await expect(place.claims.readClaimsOf(alice)).rejects.toThrow(StoreRefusedError);
	});

	it('commits the caller’s additions for the outcome in the same transaction', async () => {
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

	it('reports the number of seats only if there is more than one', async () => {
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

	it('doesn’t give away a reserved seat while the clock may be wrong', async () => {
		const hash = await place.claim(alice, 1);
		await place.claims.own.unlink(hash, { userId: alice, guildId: guild });
		place.clock += 14 * day;
		place.isClockTrusted = false;
		const asked = { userId: bob, guildId: guild };
		expect(await place.claims.present(code, asked.userId)).toMatchObject({ kind: 'taken' });
		place.isClockTrusted = true;
		expect(await place.claims.present(code, asked.userId)).toEqual({ kind: 'unclaimed' });
	});

	it('doesn’t succeed for a member who meanwhile unlinks or moves the code', async () => {
		const hash = await place.claim(alice, 1);
		const { own } = await place.openWith((store) =>
			onCommit(store, { before: () => place.rows.delete(`claim:${hash}`) }),
		);
		const outcomes = await Promise.all([
			own.unlink(hash, { userId: alice, guildId: guild }),
			own.letGo(hash, alice, { userId: bob, guildId: otherGuild }),
		]);
		expect(outcomes).toEqual(Array(2).fill({ kind: 'refused' }));
	});
});
