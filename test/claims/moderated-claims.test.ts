import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyClaims } from '../../src/claims/admin/verify-claims.js';
import type { Claim } from '../../src/claims/claim.js';
import { ClaimKeys } from '../../src/claims/claim-keys.js';
import { type ClaimStore, openClaimStore } from '../../src/claims/claim-store.js';
import type { ModeratedClaims, ModerationOutcome } from '../../src/claims/moderated-claims.js';
import type { Store } from '../../src/storage/store.js';
import { type TestPlace, usualBackEnds } from '../storage/back-ends.js';
import { claimSecret, codeNumber, guild, memberNumber, samplePurchase } from './sample-claims.js';

const alice = memberNumber(1);
const bob = memberNumber(2);
const moderator = memberNumber(9);
const code = codeNumber(1);
const act = { by: moderator, guildId: guild, why: 'asked for in a ticket' };
const tenMinutes = 600_000;

for (const backEnd of await usualBackEnds()) {
	describe.skipIf(backEnd.missing !== undefined)(`moderated claims on ${backEnd.name}`, () => {
		let place: TestPlace;
		let store: Store;
		let claims: ClaimStore;
		let moderated: ModeratedClaims;
		let clock: number;
		let held: Claim;

		const open = (on: Store): Promise<ClaimStore> =>
			openClaimStore({
				store: on,
				claimSecret,
				clock: { now: () => clock },
				report: { damaged: (key) => expect.unreachable(key) },
			});
		const claim = async (userId: string, guildId = guild): Promise<string> =>
			(await claims.claim(code, { userId, guildId, purchase: samplePurchase() })).kind;

		beforeEach(async () => {
			clock = 1_000_000;
			place = await backEnd.makePlace();
			store = await place.open();
			claims = await open(store);
			moderated = claims.moderated;
			await claim(alice);
			const [first] = await claims.claimsOf(alice);
			if (first === undefined) throw new Error('Nothing was claimed');
			held = first;
			clock += 1;
		});
		afterEach(async () => {
			const work = { store, keys: new ClaimKeys(claimSecret), onProgress: () => {} };
			expect((await verifyClaims(work)).problems).toEqual([]);
			await store.close();
			await place.remove();
		});

		it('finds a claim by its code and by its holder, with its history', async () => {
			const file = await moderated.byCode(code);
			expect(file).toMatchObject({
				hash: held.hash,
				claims: [held],
				history: [{ at: 1_000_000, what: 'claimed', by: alice, guildId: guild }],
			});
			expect(await moderated.byMember(alice)).toEqual([file]);
			expect(await moderated.byMember(bob)).toEqual([]);
			expect(await moderated.byCode(codeNumber(2))).toBeUndefined();
		});

		it('is not changed where a member deletes their data who was only to have received it', async () => {
			const { revision } = done(await moderated.lock(held.hash, act));
			expect(await moderated.transfer(held.hash, alice, bob, act)).toEqual({ kind: 'locked' });
			expect(await moderated.byMember(bob)).toEqual([]);
			await claims.own.forget(bob);
			expect(await claims.historyOf(held.hash)).not.toContainEqual(
				expect.objectContaining({ what: 'forgotten' }),
			);
			done(await moderated.undo(held.hash, revision, act));
		});

		it('takes each change back within ten minutes, to exactly what was, also in another process', async () => {
			await claims.present(code, alice);
			const before = await claims.claimsOf(alice);
			const changes: (() => Promise<ModerationOutcome>)[] = [
				() => moderated.release(held.hash, alice, act),
				() => moderated.transfer(held.hash, alice, bob, act),
				() => moderated.lock(held.hash, act),
			];
			for (const change of changes) {
				const { revision } = done(await change());
				clock += tenMinutes - 1;
				const reopened = await place.open();
				const later = await open(reopened);
				done(await later.moderated.undo(held.hash, revision, act));
				expect(await claims.claimsOf(alice)).toEqual(before);
				expect(await claims.claimsOf(bob)).toEqual([]);
				await reopened.close();
			}
		});

		it('lets one of ten moderators who transfer concurrently have their way', async () => {
			const outcomes = await Promise.all(
				Array.from({ length: 10 }, (_, n) =>
					moderated.transfer(held.hash, alice, memberNumber(100 + n), act),
				),
			);
			expect(outcomes.filter(({ kind }) => kind === 'done')).toHaveLength(1);
			expect(outcomes.filter(({ kind }) => kind === 'not-held')).toHaveLength(9);
			const holders: string[] = [];
			for await (const each of claims.scan.all()) holders.push(each.holderId);
			expect(holders).toHaveLength(1);
		});
	});
}

function done(outcome: ModerationOutcome): Extract<ModerationOutcome, { kind: 'done' }> {
	if (outcome.kind !== 'done') throw new Error(`Expected a change, got ${outcome.kind}`);
	return outcome;
}
