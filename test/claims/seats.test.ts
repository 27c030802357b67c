import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { knownEnd } from '../../src/base/support-end.js';
import { verifyClaims } from '../../src/claims/admin/verify-claims.js';
import { ClaimKeys } from '../../src/claims/claim-keys.js';
import { type ClaimStore, openClaimStore } from '../../src/claims/claim-store.js';
import type { ClaimPolicy } from '../../src/claims/policy.js';
import type { Store } from '../../src/storage/store.js';
import { type TestPlace, usualBackEnds } from '../storage/back-ends.js';
import { put } from '../storage/put.js';
import {
	claimSecret,
	codeNumber,
	guild,
	memberNumber,
	otherGuild,
	policyRow,
	samplePurchase,
	strictPolicy,
} from './sample-claims.js';

const alice = memberNumber(1);
const bob = memberNumber(2);
const carol = memberNumber(3);
const code = codeNumber(1);
const team = samplePurchase({ licenseType: 'Team' });
const day = 86_400_000;

for (const backEnd of await usualBackEnds()) {
	describe.skipIf(backEnd.missing !== undefined)(`seats and unlinking on ${backEnd.name}`, () => {
		let place: TestPlace;
		let store: Store;
		let claims: ClaimStore;
		let clock: number;
		let policy: ClaimPolicy;

		const choose = async (next: ClaimPolicy): Promise<void> => {
			policy = next;
			await put(store, 'policy', policyRow(next));
		};
		const open = (on: Store): Promise<ClaimStore> =>
			openClaimStore({
				store: on,
				claimSecret,
				clock: { now: () => clock },
				report: { damaged: (key) => expect.unreachable(key) },
			});
		const claim = async (userId: string, on = claims, purchase = team): Promise<string> =>
			(await on.claim(code, { userId, guildId: guild, purchase })).kind;
		const present = async (userId: string): Promise<string> => (await claims.present(code, userId)).kind;
		const hashOf = async (userId: string): Promise<string> => (await claims.claimsOf(userId))[0]?.hash ?? '';
		const expectClean = async (): Promise<void> => {
			const work = { store, keys: new ClaimKeys(claimSecret), onProgress: () => {} };
			expect((await verifyClaims(work)).problems).toEqual([]);
		};

		beforeEach(async () => {
			clock = Date.UTC(2026, 5, 1);
			policy = { unlinking: { kind: 'never' }, seats: { Team: 3 } };
			place = await backEnd.makePlace();
			store = await place.open();
			await choose(policy);
			claims = await open(store);
		});
		afterEach(async () => {
			await store.close();
			await place.remove();
		});

		it('lets as many members hold a code as its licence type has seats, and no more', async () => {
			expect([await claim(alice), await claim(bob), await claim(carol)]).toEqual(Array(3).fill('claimed'));
			expect(await claim(memberNumber(4))).toBe('taken');
			expect(await present(memberNumber(4))).toBe('taken');
			for (const holder of [alice, bob, carol]) expect(await claims.claimsOf(holder)).toHaveLength(1);
			const held: string[] = [];
			for await (const each of claims.scan.all()) held.push(each.holderId);
			expect(held).toEqual([alice, bob, carol]);
			await expectClean();
		});

		it('has one seat for any other licence type', async () => {
			await claim(alice, claims, samplePurchase());
			expect(await claim(bob, claims, samplePurchase())).toBe('taken');
		});

		it('attack 37: answers a claimant the same for a code that is held, kept, locked or full', async () => {
			await choose({ unlinking: { kind: 'after-days', days: 14 }, seats: { Team: 2 } });
			await claim(alice);
			await claim(bob);
			const asked = { userId: carol, guildId: guild };
			const outcomes = async () => [
				await claims.present(code, asked.userId),
				await claims.claim(code, { ...asked, purchase: team }),
			];
			const hash = await hashOf(alice);
			const full = await outcomes();
			expect(full).toEqual(Array(2).fill({ kind: 'taken', hash, seats: 2 }));
			await claims.own.unlink(hash, { userId: alice, guildId: guild });
			expect(await outcomes()).toEqual(full);
			const act = { by: memberNumber(9), guildId: guild, why: 'fraud' };
			await claims.moderated.lock(hash, act);
			clock += 30 * day;
			expect(await outcomes()).toEqual(full);
		});

		it('says which of several seats a holder has, and never one of fewer than there are', async () => {
			const seatOf = async (userId: string) => {
				const known = await claims.present(code, userId);
				return 'seat' in known ? known.seat : undefined;
			};
			await claim(alice);
			await claim(bob);
			expect([await seatOf(alice), await seatOf(bob)]).toEqual([
				{ number: 1, seats: 3 },
				{ number: 2, seats: 3 },
			]);
			await claim(carol);
			await choose({ ...policy, seats: { Team: 2 } });
			expect(await seatOf(carol)).toEqual({ number: 3, seats: 3 });
			await choose({ ...policy, seats: {} });
			expect(await seatOf(carol)).toBeUndefined();
		});

		it('goes by home’s policy, whichever guild the code is presented in', async () => {
			await claim(alice);
			const elsewhere = { userId: bob, guildId: otherGuild };
			expect((await claims.present(code, elsewhere.userId)).kind).toBe('unclaimed');
			await choose(strictPolicy);
			expect((await claims.present(code, elsewhere.userId)).kind).toBe('taken');
			expect((await claims.claim(code, { ...elsewhere, purchase: team })).kind).toBe('taken');
			expect(await present(bob)).toBe('taken');
		});

		it('gives exactly the available seats to twenty concurrent members, over two processes', async () => {
			const second = await place.open();
			const sides = [claims, await open(second)];
			const kinds = await Promise.all(
				Array.from({ length: 20 }, (_, n) => claim(memberNumber(100 + n), sides[n % 2])),
			);
			expect(kinds.filter((kind) => kind === 'claimed')).toHaveLength(3);
			expect(kinds.filter((kind) => kind === 'taken')).toHaveLength(17);
			const held: string[] = [];
			for await (const each of claims.scan.all()) held.push(each.holderId);
			expect(held).toHaveLength(3);
			await expectClean();
			await second.close();
		});

		it('keeps the seats of those who have one when there are fewer', async () => {
			await claim(alice);
			await claim(bob);
			await choose({ ...policy, seats: {} });
			expect(await present(bob)).toBe('already-yours');
			expect(await claim(bob)).toBe('already-yours');
			expect(await claim(carol)).toBe('taken');
		});

		it('ends support for each holder', async () => {
			await claim(alice);
			await claim(bob);
			const end = knownEnd(team.supportedUntil) ?? 0;
			const holders: string[] = [];
			for await (const each of claims.scan.withSupportEnding(end, end + 1)) holders.push(each.holderId);
			expect(holders).toEqual([alice, bob]);
		});

		it('lets no member unlink by default, nor where a moderator has to release it', async () => {
			await claim(alice);
			const hash = await hashOf(alice);
			const who = { userId: alice, guildId: guild };
			expect(await claims.own.unlink(hash, who)).toEqual({ kind: 'not-allowed' });
			policy = { ...policy, unlinking: { kind: 'members-move' } };
			expect(await claims.own.unlink(hash, who)).toEqual({ kind: 'not-allowed' });
			expect(await claims.claimsOf(alice)).toHaveLength(1);
		});

		it('keeps an unlinked code from others for the days of the policy, and no longer', async () => {
			await choose({ unlinking: { kind: 'after-days', days: 14 }, seats: {} });
			await claim(alice);
			const hash = await hashOf(alice);
			expect(await claims.own.unlink(hash, { userId: alice, guildId: guild })).toMatchObject({
				kind: 'unlinked',
				claim: { holderId: alice },
				freeFrom: clock + 14 * day,
			});
			expect(await claims.claimsOf(alice)).toEqual([]);
			clock += 14 * day - 1;
			expect([await present(bob), await claim(bob)]).toEqual(['taken', 'taken']);
			clock += 1;
			expect([await present(bob), await claim(bob)]).toEqual(['unclaimed', 'claimed']);
			expect(await claim(alice)).toBe('taken');
			expect((await claims.historyOf(hash))?.map(({ what, by }) => `${what} ${by}`)).toEqual([
				`claimed ${alice}`,
				`unlinked ${alice}`,
				`claimed ${bob}`,
			]);
			await expectClean();
		});

		it('lets the one who unlinked take the code again at any time', async () => {
			await choose({ unlinking: { kind: 'after-days', days: 14 }, seats: {} });
			await claim(alice);
			await claims.own.unlink(await hashOf(alice), { userId: alice, guildId: guild });
			expect([await present(alice), await claim(alice)]).toEqual(['unclaimed', 'claimed']);
			clock += 30 * day;
			expect(await claim(bob)).toBe('taken');
		});

		it('frees an unlinked code immediately where the policy says no days', async () => {
			await choose({ unlinking: { kind: 'after-days', days: 0 }, seats: {} });
			await claim(alice);
			await claims.own.unlink(await hashOf(alice), { userId: alice, guildId: guild });
			expect(await claim(bob)).toBe('claimed');
		});

		it('lets no member unlink the claim of another, or a locked one', async () => {
			await choose({ unlinking: { kind: 'after-days', days: 0 }, seats: {} });
			await claim(alice);
			const hash = await hashOf(alice);
			expect(await claims.own.unlink(hash, { userId: bob, guildId: guild })).toEqual({ kind: 'not-yours' });
			await claims.moderated.lock(hash, { by: bob, guildId: guild, why: 'disputed' });
			expect(await claims.own.unlink(hash, { userId: alice, guildId: guild })).toEqual({ kind: 'locked' });
			expect(await claims.own.unlink('0'.repeat(64), { userId: alice, guildId: guild })).toEqual({
				kind: 'not-yours',
			});
		});

		it('deletes what ties a member to a claim, and keeps the code from other members', async () => {
			await choose({ ...policy, seats: {} });
			await claim(alice);
			await claims.own.forget(bob);
			expect((await claims.own.forget(alice)).claims).toMatchObject([{ holderId: alice }]);
			const rows: unknown[] = [];
			for (const prefix of ['claim:', 'member:', 'due:']) {
				for await (const row of store.list(prefix)) rows.push(row);
			}
			expect(rows.length).toBeGreaterThan(0);
			expect(JSON.stringify(rows)).not.toContain(alice);
			clock += 10_000 * day;
			expect([await present(bob), await claim(bob)]).toEqual(['taken', 'taken']);
			await expectClean();
		});

		it('gives a forgotten member the code again who proves the purchase again', async () => {
			await choose({ ...policy, seats: {} });
			await claim(alice);
			await claims.own.forget(alice);
			expect([await present(alice), await claim(alice)]).toEqual(['unclaimed', 'claimed']);
			expect(await claims.claimsOf(alice)).toHaveLength(1);
			await expectClean();
		});

		it('forgets also who has lost the claim, and what could bring them back', async () => {
			await claim(alice);
			const hash = await hashOf(alice);
			const act = { by: carol, guildId: guild, why: 'sold' };
			const outcome = await claims.moderated.transfer(hash, alice, bob, act);
			await claims.own.forget(alice);
			const rows: unknown[] = [];
			for await (const row of store.list('claim:')) rows.push(row);
			expect(JSON.stringify(rows)).not.toContain(alice);
			const revision = 'revision' in outcome ? outcome.revision : -1;
			expect(await claims.moderated.undo(hash, revision, act)).toEqual({ kind: 'changed-since' });
			expect(await claims.claimsOf(bob)).toHaveLength(1);
		});
	});
}
