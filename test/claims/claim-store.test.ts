import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StoreCorruptError, StoreRefusedError } from '../../src/base/errors.js';
import { type ClaimStore, openClaimStore } from '../../src/claims/claim-store.js';
import type { Store } from '../../src/storage/store.js';
import { type TestPlace, usualBackEnds } from '../storage/back-ends.js';
import { compareAndSet } from '../storage/compare-and-set.js';
import { placeForEach } from '../storage/place-for-each.js';
import {
	claimSecret,
	codeNumber,
	guild,
	memberNumber,
	otherGuild,
	revoke,
	samplePurchase,
} from './sample-claims.js';

const alice = memberNumber(1);
const bob = memberNumber(2);
const code = codeNumber(1);
const purchase = samplePurchase();

for (const backEnd of await usualBackEnds()) {
	describe.skipIf(backEnd.missing !== undefined)(`the claim store on ${backEnd.name}`, () => {
		const at = placeForEach(backEnd);
		let place: TestPlace;
		let store: Store;
		let claims: ClaimStore;
		let clock: number;
		let corrupt: string[];

		const open = (on: Store): Promise<ClaimStore> =>
			openClaimStore({
				store: on,
				claimSecret,
				clock: { now: () => clock },
				report: { damaged: (key) => corrupt.push(key) },
			});
		const claim = (on: ClaimStore, userId: string, n = 1, guildId = guild) =>
			on.claim(codeNumber(n), { userId, guildId, purchase });

		beforeEach(async () => {
			clock = 1_000_000;
			corrupt = [];
			place = at();
			store = await place.open();
			claims = await open(store);
		});
		afterEach(() => store.close());

		it('knows the holder again, also after a restart', async () => {
			const first = await claim(claims, alice);
			const reopened = await place.open();
			const later = await open(reopened);
			const known = await later.present(code, alice);
			expect(known).toEqual({ ...first, kind: 'already-yours' });
			expect(await later.claimsOf(alice)).toEqual('claim' in first ? [first.claim] : []);
			await reopened.close();
		});

		it('keeps a revoked claim from other members, and asks its holder to have it checked again', async () => {
			const { claim: held } = granted(await claim(claims, alice));
			const cause = { by: 'claimcheck', why: 'shop-invalid' } as const;
			expect(await revoke(claims, held.hash, cause)).toBe(true);
			expect(await revoke(claims, held.hash, cause)).toBe(false);
			expect(await claims.present(code, alice)).toEqual({
				kind: 'revoked-yours',
				claim: { ...held, status: 'revoked' },
			});
			expect(await claim(claims, bob)).toMatchObject({ kind: 'taken' });
		});

		it('takes a revocation back when the holder proves the purchase again, with its newest support', async () => {
			const { claim: held } = granted(await claim(claims, alice));
			await revoke(claims, held.hash);
			const again = await claims.claim(code, {
				userId: alice,
				guildId: otherGuild,
				purchase: samplePurchase({ supportedUntil: undefined }),
			});
			expect(again).toEqual({
				kind: 'already-yours',
				claim: {
					...held,
					supportedUntil: undefined,
					check: { at: 1_000_000, misses: [] },
				},
			});
			expect((await claims.historyOf(held.hash))?.map((event) => event.what)).toEqual([
				'claimed',
				'revoked',
				'reinstated',
				'support-changed',
			]);
		});

		it('lets one of twenty concurrent members have a code, and gives the others the true reason', async () => {
			const second = await place.open();
			const sides = [claims, await open(second)];
			const outcomes = await Promise.all(
				Array.from({ length: 20 }, (_, index) =>
					claim(sides[index % 2] ?? claims, memberNumber(100 + index)),
				),
			);
			const kinds = outcomes.map((outcome) => outcome.kind);
			expect(kinds.filter((kind) => kind === 'claimed')).toHaveLength(1);
			expect(kinds.filter((kind) => kind === 'taken')).toHaveLength(19);
			await second.close();
		});

		it('attack 48: takes a claim that was copied under another hash for damage, never for a held code', async () => {
			const { claim: held } = granted(await claim(claims, alice));
			const { claim: other } = granted(await claim(claims, bob, 2));
			const key = `claim:${other.hash}`;
			const copied = await store.get(`claim:${held.hash}`);
			expect(await compareAndSet(store, key, await store.get(key), copied)).toBe(true);
			for (const userId of [alice, bob]) {
				const presented = claims.present(codeNumber(2), userId);
				await expect(presented).rejects.toThrow(StoreCorruptError);
				await expect(claim(claims, userId, 2)).rejects.toThrow(StoreCorruptError);
			}
			const act = { by: bob, guildId: guild, why: '', canManageRoles: true };
			const gift = { userId: alice, purchase: samplePurchase() };
			await expect(claims.gifts.link(codeNumber(2), gift, act)).rejects.toThrow(StoreCorruptError);
			await expect(claims.moderated.revoke(other.hash, act)).rejects.toThrow(StoreCorruptError);
			expect((await claims.present(code, bob)).kind).toBe('taken');
		});

		it('never takes a damaged claim for a free code', async () => {
			const { claim: held } = granted(await claim(claims, alice));
			await claim(claims, alice, 2);
			for (const row of ['gibberish', '{"value":{"v":1}}', '{"value":null}', '{"value":{"v":2}}']) {
				await place.damage(`claim:${held.hash}`, row);
				await expect(claims.present(code, bob)).rejects.toThrow(StoreCorruptError);
				await expect(claim(claims, bob)).rejects.toThrow(StoreCorruptError);
				expect(await claims.readClaimsOf(alice)).toMatchObject({ claims: [{}], isComplete: false });
			}
			corrupt.length = 0;
			const readable: string[] = [];
			for await (const each of claims.scan.all()) readable.push(each.holderId);
			expect(readable).toEqual([alice]);
			expect(corrupt).toEqual([`claim:${held.hash}`]);
		});

		it('stops recording as soon as the secret is being changed', async () => {
			const current = await store.get('meta:secret');
			await compareAndSet(store, 'meta:secret', current, { ...(current as object), next: 'another' });
			await expect(claim(claims, alice)).rejects.toThrow(StoreRefusedError);
			await expect(claims.present(code, alice)).rejects.toThrow(StoreRefusedError);
		});
	});
}

function granted<Outcome extends { kind: string }>(outcome: Outcome): Extract<Outcome, { claim: unknown }> {
	if (!('claim' in outcome)) throw new Error(`Expected a claim, got ${outcome.kind}`);
	return outcome as Extract<Outcome, { claim: unknown }>;
}
