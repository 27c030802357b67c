import { beforeEach, describe, expect, it } from 'vitest';
import { verifyClaims } from '../../../src/claims/admin/verify-claims.js';
import { memberEntryPrefix } from '../../../src/claims/claim-indexes.js';
import { ClaimKeys } from '../../../src/claims/claim-keys.js';
import { claimKey } from '../../../src/claims/record.js';
import { put } from '../../storage/put.js';
import { simulatedBackEnd } from '../../world/simulated-back-end.js';
import { codeNumber, memberNumber, releasing } from '../sample-claims.js';
import { type AdminPlace, keys, makeAdminPlace } from './admin-place.js';

const hash = keys.hash(codeNumber(3));
const claim = claimKey(hash);
const member = memberEntryPrefix(memberNumber(3)) + hash;
const day = `due:2026-09-04:${hash}`;

describe('verifying a store', () => {
	let place: AdminPlace;
	const problems = async () => (await verifyClaims(place.work)).problems;

	beforeEach(async () => {
		place = await makeAdminPlace(simulatedBackEnd, 30);
	});

	it('finds nothing in a sound store, and reports what it checked', async () => {
		expect(await verifyClaims(place.work)).toEqual({ claims: 30, entries: 60, problems: [] });
	});

	it.each(['gibberish', '{"value":{"v":1}}'])(
		'reports a damaged claim, but not its index entries: %s',
		async (row) => {
			await place.damage(claim, row);
			expect(await problems()).toEqual([{ kind: 'damaged-claim', key: claim }]);
		},
	);

	it('finds a sealed code that belongs to another claim', async () => {
		const other = keys.hash(codeNumber(4));
		const [mine, theirs] = await place.store.getMany([claim, claimKey(other)]);
		await put(place.store, claim, { ...(mine as object), sealed: (theirs as { sealed: string }).sealed });
		expect(await problems()).toEqual([{ kind: 'unopenable-copy', key: claim }]);
	});

	it('finds a claim that was made with another secret', async () => {
		const secret = new ClaimKeys('another-secret-of-thirty-two-characters').check;
		await put(place.store, claim, { ...((await place.store.get(claim)) as object), secret });
		expect(await problems()).toEqual([{ kind: 'foreign-secret', key: claim }]);
	});

	it.each([
		['its member', member],
		['its day', day],
	])('finds a claim without the index entry of %s', async (_, entry) => {
		await place.store.transact(async (tx) => tx.remove(entry));
		expect(await problems()).toEqual([{ kind: 'missing-entry', key: claim }]);
	});

	it('finds index entries without a claim or with the wrong one', async () => {
		const strays = [
			memberEntryPrefix(memberNumber(99)) + 'f'.repeat(64),
			memberEntryPrefix(memberNumber(99)) + hash,
			`due:1970-01-01:${hash}`,
		];
		for (const key of strays) await put(place.store, key, {});
		const found = (await problems()).toSorted((a, b) => (a.key < b.key ? -1 : 1));
		expect(found).toEqual(strays.toSorted().map((key) => ({ kind: 'stray-entry', key })));
	});

	it('doesn’t report claims and index entries that change during the check', async () => {
		const { store } = place;
		const stray = memberEntryPrefix(memberNumber(99)) + hash;
		await put(store, stray, {});
		const list = async function* (prefix: string) {
			for await (const pair of store.list(prefix)) {
				if (pair.key === stray) await store.transact(async (tx) => tx.remove(stray));
				if (pair.key === claim || pair.key === member)
					await place.claims.moderated.change(
						hash,
						{
							...{ by: memberNumber(50), guildId: '200000000000000001', why: '', canManageRoles: true },
						},
						releasing(memberNumber(3)),
					);
				yield pair;
			}
		};
		const changing = { ...place.work, store: Object.assign(Object.create(store), { list }) };
		expect((await verifyClaims(changing)).problems).toEqual([]);
	});
});
