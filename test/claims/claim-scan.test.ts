import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MemberClaims } from '../../src/claims/claim-scan.js';
import { type ClaimStore, openClaimStore } from '../../src/claims/claim-store.js';
import type { Store } from '../../src/storage/store.js';
import { usualBackEnds } from '../storage/back-ends.js';
import { compareAndSet } from '../storage/compare-and-set.js';
import { placeForEach } from '../storage/place-for-each.js';
import { put } from '../storage/put.js';
import { claimSecret, codeNumber, guild, memberNumber, otherGuild, samplePurchase } from './sample-claims.js';

const [alice, bob, carol, dave] = [1, 2, 3, 4].map(memberNumber) as [string, string, string, string];
const dayMs = 86_400_000;
const by = { by: memberNumber(9), guildId: guild, why: '' };

for (const backEnd of await usualBackEnds()) {
	describe.skipIf(backEnd.missing !== undefined)(`who is on record with claims, on ${backEnd.name}`, () => {
		const at = placeForEach(backEnd);
		let store: Store;
		let claims: ClaimStore;
		let clock: number;
		let corrupt: string[];

		const claim = async (userId: string, n: number, guildId = guild): Promise<string> => {
			const claimed = await claims.claim(codeNumber(n), { userId, guildId, purchase: samplePurchase() });
			return 'claim' in claimed ? claimed.claim.hash : '';
		};
		const members = async (after?: string): Promise<Map<string, MemberClaims>> => {
			const found = new Map<string, MemberClaims>();
			for await (const member of claims.scan.members(after)) found.set(member.userId, member);
			return found;
		};

		beforeEach(async () => {
			clock = Date.UTC(2026, 3, 1);
			corrupt = [];
			store = await at().open();
			claims = await openClaimStore({
				store,
				claimSecret,
				clock: { now: () => clock },
				report: { damaged: (key) => corrupt.push(key) },
			});
			await claims.policy.change({ what: 'unlinking', unlinking: { kind: 'after-days', days: 0 } });
		});
		afterEach(() => store.close());

		it('has those who held a claim until lately, with the guilds in which they did', async () => {
			const released = await claim(alice, 1);
			await claim(alice, 1, otherGuild);
			await claims.moderated.release(released, alice, by);
			const transferred = await claim(bob, 2);
			await claims.moderated.transfer(transferred, bob, carol, by);
			const unlinked = await claim(dave, 3);
			await claims.own.unlink(unlinked, { userId: dave, guildId: guild });
			const formerOf = async () => [...(await members())].map(([userId, it]) => [userId, it.isFormer]);
			expect(new Map((await formerOf()) as [string, boolean][])).toEqual(
				new Map([
					[alice, true],
					[bob, true],
					[carol, true],
					[dave, true],
				]),
			);
			clock += 30 * dayMs + 1;
			expect((await formerOf()).every(([, isFormer]) => isFormer === false)).toBe(true);
		});

		it('leaves out, and reports, a claim that cannot be read, and nothing else', async () => {
			await claim(alice, 1);
			const damaged = await claim(bob, 2);
			const sound = await claim(bob, 3);
			await claim(carol, 4);
			await put(store, `claim:${damaged}`, { v: 2 });
			const found = await members();
			expect(found.get(bob)).toMatchObject({ claims: [{ hash: sound }], isComplete: false });
			expect(found.get(carol)).toMatchObject({ claims: [{}], isComplete: true });
			expect(corrupt).toContain(`claim:${damaged}`);
		});

		it('attack 48: goes on after a claim that was copied under another hash', async () => {
			const hash = await claim(alice, 1);
			await claim(bob, 2);
			const copy = `claim:${'ab'.repeat(32)}`;
			await compareAndSet(store, copy, undefined, await store.get(`claim:${hash}`));
			const found = await members();
			expect([...found.keys()].toSorted()).toEqual([alice, bob]);
			expect(found.get(alice)?.claims.map((it) => it.hash)).toEqual([hash]);
		});

		it('has those after a member', async () => {
			for (const [index, userId] of [alice, bob, carol].entries()) await claim(userId, index);
			expect([...(await members(bob)).keys()]).toEqual([carol]);
		});
	});
}
