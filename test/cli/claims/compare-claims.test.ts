import { beforeEach, describe, expect, it } from 'vitest';
import { StoreUnavailableError } from '../../../src/base/errors.js';
import { findMissing, type MissingClaims } from '../../../src/cli/claims/restored-members.js';
import type { Store } from '../../../src/storage/store.js';
import { type MemoryClaims, memoryClaims } from '../../claims/memory-claims.js';
import { guild, memberNumber, revoke } from '../../claims/sample-claims.js';
import { memoryStore } from '../../world/memory-store.js';

const alice = memberNumber(1);
const bob = memberNumber(2);
const act = { by: memberNumber(9), guildId: guild, why: 'a ticket' };

let place: MemoryClaims;
let hash: string;
let missing: MissingClaims;

beforeEach(async () => {
	place = await memoryClaims();
	hash = await place.claim(alice, 1);
	missing = { members: new Set(), isComplete: true };
});

/** The store as it is now, which later changes leave as it is. */
const copied = (): Store => memoryStore(new Map(place.rows));
const none = (): Store => memoryStore(new Map());
/** A store with these rows, in which the first purchase is damaged. */
const withDamage = (rows = new Map<string, unknown>()) =>
	memoryStore(new Map(rows).set(`claim:${hash}`, { v: 2 }));

/** Compares the stores, and lists the members whose roles may differ. */
async function found(from: Store, other: Store) {
	await findMissing(from, other, missing);
	return { members: [...missing.members], isComplete: missing.isComplete };
}

const nothing = { members: [], isComplete: true };
const alicesHere = { members: [alice], isComplete: true };
const inTeam = (userId: string) => place.claim(userId, 2, guild, { licenseType: 'Team' });

describe('what another store lacks', () => {
	it.each([
		[
			'nothing if both hold the same',
			nothing,
			() => place.claim(bob, 2),
			() => [copied(), place.store] as const,
		],
		['a purchase that it does not hold', alicesHere, () => {}, () => [place.store, none()] as const],
		['not what it holds besides', nothing, () => {}, () => [none(), place.store] as const],
	] as const)('is %s', async (_, expected, change, stores) => {
		await change();
		const [from, other] = stores();
		expect(await found(from, other)).toEqual(expected);
	});

	it.each([
		[
			'a purchase that another member holds there',
			() => place.claims.moderated.transfer(hash, alice, bob, act),
		],
		['a purchase that is revoked there', () => revoke(place.claims, hash)],
	])('is %s', async (_, change) => {
		const before = copied();
		await change();
		expect(await found(before, place.store)).toEqual(alicesHere);
	});

	it('is a seat of one holder, and not the seats of the others', async () => {
		await inTeam(bob);
		const before = copied();
		await inTeam(alice);
		expect(await found(place.store, before)).toEqual(alicesHere);
	});

	it('is no purchase that is revoked here', async () => {
		const before = copied();
		await revoke(place.claims, hash);
		for (const other of [before, none()]) expect(await found(place.store, other)).toEqual(nothing);
	});

	it('passes over a purchase that is deleted while the store is read', async () => {
		const store: Store = {
			...place.store,
			async *list(prefix) {
				yield { key: `claim:${'0'.repeat(64)}`, value: undefined };
				yield* place.store.list(prefix);
			},
		};
		expect(await found(store, none())).toEqual(alicesHere);
	});

	it.each([
		['here', () => found(withDamage(place.rows), none())],
		['there', () => found(place.store, withDamage())],
	])('is unknown of a purchase that is damaged %s, and known of the others', async (_, compare) => {
		await place.claim(bob, 2);
		expect(await compare()).toEqual({ members: [bob], isComplete: false });
	});

	it('is kept as far as it was found if the store becomes unreadable halfway', async () => {
		const store: Store = {
			...place.store,
			async *list(prefix) {
				// As many as are compared together.
				for (let n = 0; n < 500; n += 1) yield* place.store.list(prefix);
				throw new StoreUnavailableError('down');
			},
		};
		await expect(found(store, none())).rejects.toThrow(StoreUnavailableError);
		expect([...missing.members]).toEqual([alice]);
	});
});
