import { beforeEach, describe, expect, it } from 'vitest';
import { StoreUnavailableError } from '../../../src/base/errors.js';
import { findMissing } from '../../../src/cli/claims/restored-members.js';
import { memoryStore } from '../../../src/storage/memory-store.js';
import type { Store } from '../../../src/storage/store.js';
import { type MemoryClaims, memoryClaims } from '../../claims/memory-claims.js';
import { guild, memberNumber, revoke } from '../../claims/sample-claims.js';

const alice = memberNumber(1);
const bob = memberNumber(2);
const act = { by: memberNumber(9), guildId: guild, why: 'a ticket' };

let place: MemoryClaims;
let hash: string;
let missing: Set<string>;

beforeEach(async () => {
	place = await memoryClaims();
	hash = await place.claim(alice, 1);
	missing = new Set();
});

const none = (): Store => memoryStore(new Map());

/** Compares the stores, and lists the members whose roles may differ. */
async function found(from: Store, other: Store) {
	const isComplete = await findMissing(from, other, missing);
	return { members: [...missing], isComplete };
}

describe('purchases missing in another store', () => {
	it.each([
		['another purchase', () => place.claim(bob, 2), [], [bob]],
		['a move', () => place.claims.moderated.transfer(hash, alice, bob, act), [alice], [bob]],
		['a revocation', () => revoke(place.claims, hash), [alice], []],
		['a seat', () => place.claim(bob, 1, guild, { licenseType: 'Team' }), [], [bob]],
	])('are found by holder and state: before and after %s', async (_, change, before, after) => {
		const former = memoryStore(new Map(place.rows));
		await change();
		expect((await found(former, place.store)).members).toEqual(before);
		missing.clear();
		expect((await found(place.store, former)).members).toEqual(after);
	});

	it('are found even if another purchase is damaged on one side', async () => {
		await place.claim(bob, 2);
		const damaged = { [`claim:${hash}`]: { v: 2 } };
		const withDamage = (rows: Iterable<[string, unknown]>) =>
			memoryStore(new Map([...rows, ...Object.entries(damaged)]));
		expect(await found(withDamage(place.rows), none())).toEqual({ members: [bob], isComplete: false });
		expect(await found(place.store, withDamage([]))).toEqual({ members: [bob], isComplete: false });
	});

	it('are kept as far as they were found if the store becomes unreadable halfway', async () => {
		const store: Store = {
			...place.store,
			async *list(prefix) {
				// One batch compares this many.
				for (let n = 0; n < 500; n += 1) yield* place.store.list(prefix);
				throw new StoreUnavailableError('down');
			},
		};
		await expect(found(store, none())).rejects.toThrow(StoreUnavailableError);
		expect([...missing]).toEqual([alice]);
	});
});
