import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyClaims } from '../../../src/claims/admin/verify-claims.js';
import { ClaimKeys } from '../../../src/claims/claim-keys.js';
import { openClaimStore } from '../../../src/claims/claim-store.js';
import { bucketKey, claimKey, memberKey } from '../../../src/claims/store-keys.js';
import type { Store } from '../../../src/storage/store.js';
import { boundStore } from '../../storage/bound-store.js';
import { placeForEach } from '../../storage/place-for-each.js';
import { claimSecret, codeNumber, memberNumber } from '../sample-claims.js';
import {
	type AdminPlace,
	backEnds,
	fillPlace,
	keys,
	makeClaim,
	rowsOf,
	withSortedLists,
} from './admin-place.js';

const hash = keys.hash(codeNumber(3));
const claim = claimKey(hash);
const member = memberKey(memberNumber(3));
const bucket = bucketKey(Date.UTC(2026, 8, 4, 12), hash);

for (const backEnd of backEnds) {
	describe.skipIf(backEnd.missing !== undefined)(`verifying a store on ${backEnd.name}`, () => {
		const at = placeForEach(backEnd);
		let place: AdminPlace;

		const verify = (repair = false) => verifyClaims(place.work, repair);
		const kinds = async (): Promise<string[]> => (await verify()).problems.map(({ kind }) => kind);
		const setRow = async (key: string, value: unknown): Promise<void> => {
			await place.store.compareAndSet(key, await place.store.get(key), value);
		};

		beforeEach(async () => {
			place = await fillPlace(at(), 30);
		});
		afterEach(() => place.close());

		it('finds nothing in a sound store, and says what it has looked at', async () => {
			expect(await verify()).toEqual({ claims: 30, lists: expect.any(Number), problems: [], leftovers: 0 });
			expect(place.progress.at(-1)).toBe('30/30');
		});

		it.each(['gibberish', '{"value":{"v":1}}'])(
			'finds a damaged claim and leaves it as it is: %s',
			async (row) => {
				const lists = () => place.store.getMany([member, bucket]);
				const before = await lists();
				await place.damage(claim, row);
				expect((await verify(true)).problems).toEqual([{ kind: 'damaged-claim', key: claim, mended: false }]);
				expect(await kinds()).toEqual(['damaged-claim']);
				// For when the claim comes back from a backup.
				expect(await lists()).toEqual(before);
			},
		);

		it('finds a copy of a code that is not of this claim', async () => {
			const other = keys.hash(codeNumber(4));
			const [mine, theirs] = await place.store.getMany([claim, claimKey(other)]);
			await setRow(claim, { ...(mine as object), sealed: (theirs as { sealed: string }).sealed });
			expect(await kinds()).toEqual(['unopenable-copy']);
		});

		it('finds a claim that was made with another secret', async () => {
			const secret = new ClaimKeys('another-secret-of-thirty-two-characters').check;
			await setRow(claim, { ...((await place.store.get(claim)) as object), secret });
			expect(await kinds()).toEqual(['foreign-secret']);
		});

		it.each([
			['its member', member],
			['its day', bucket],
		])('finds a claim that is missing in the list of %s, and mends that', async (_, list) => {
			const before = withSortedLists(await rowsOf(place.store));
			const { hashes } = (await place.store.get(list)) as { hashes: string[] };
			await setRow(list, { v: 1, hashes: hashes.filter((each) => each !== hash) });
			expect((await verify()).problems).toEqual([{ kind: 'missing-entry', key: claim, mended: false }]);
			expect((await verify(true)).problems).toEqual([{ kind: 'missing-entry', key: claim, mended: true }]);
			expect(await kinds()).toEqual([]);
			expect(withSortedLists(await rowsOf(place.store))).toEqual(before);
		});

		it('finds a missing list, and makes it again', async () => {
			const before = withSortedLists(await rowsOf(place.store));
			await setRow(member, undefined);
			await setRow(bucket, undefined);
			expect(new Set(await kinds())).toEqual(new Set(['missing-entry']));
			await verify(true);
			expect(withSortedLists(await rowsOf(place.store))).toEqual(before);
		});

		it.each(['gibberish', '{"value":{"v":1,"hashes":"none"}}'])(
			'makes a damaged list again: %s',
			async (row) => {
				const before = withSortedLists(await rowsOf(place.store));
				await place.damage(member, row);
				expect(await kinds()).toEqual(['damaged-list']);
				expect((await verify(true)).problems.map(({ kind, mended }) => [kind, mended])).toContainEqual([
					'damaged-list',
					true,
				]);
				expect(await verify()).toMatchObject({ problems: [], leftovers: 0 });
				expect(withSortedLists(await rowsOf(place.store))).toEqual(before);
			},
		);

		it('counts entries without a claim as harmless, and clears them away', async () => {
			const stranger = 'ff'.repeat(32);
			const before = withSortedLists(await rowsOf(place.store));
			for (const key of [member, bucket, memberKey(memberNumber(99))]) {
				const hashes = ((await place.store.get(key)) as { hashes: string[] } | undefined)?.hashes ?? [];
				// A claim that exists, but on the list of another member, is no better.
				await setRow(key, { v: 1, hashes: [...hashes, stranger, keys.hash(codeNumber(4))] });
			}
			expect(await verify()).toMatchObject({ problems: [], leftovers: 6 });
			expect(await verify(true)).toMatchObject({ problems: [], leftovers: 6 });
			expect(await verify()).toMatchObject({ problems: [], leftovers: 0 });
			expect(withSortedLists(await rowsOf(place.store))).toEqual(before);
		});

		it('loses no entry of a claim that the bot is making while it clears away', async () => {
			const { store } = place;
			const key = claimKey(keys.hash(codeNumber(30)));
			const interrupted: Store = {
				...boundStore(store),
				compareAndSet: async (at, expected, next) => {
					// The entries are there and the claim is not: leftovers, by all that a repair can see.
					if (at === key) expect(await verify(true)).toMatchObject({ leftovers: 2 });
					return await store.compareAndSet(at, expected, next);
				},
			};
			const bot = await openClaimStore({
				store: interrupted,
				claimSecret,
				clock: { now: () => 1_000 },
				report: { damaged: () => {} },
			});
			await makeClaim(bot, 30);
			expect(await verify()).toMatchObject({ claims: 31, problems: [], leftovers: 0 });
		});
	});
}
