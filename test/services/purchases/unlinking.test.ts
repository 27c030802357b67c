import { describe, expect, it } from 'vitest';
import type { HeldClaim } from '../../../src/claims/own-claims.js';
import type { UnlinkPolicy } from '../../../src/claims/policy.js';
import type { RoleRules } from '../../../src/servers/role-rules.js';
import { createPurchases } from '../../../src/services/purchases/purchases.js';
import { Limits } from '../../../src/storage/rate-limits.js';
import type { Store } from '../../../src/storage/store.js';
import { memoryClaims } from '../../claims/memory-claims.js';
import { noRules } from '../../servers/no-rules.js';
import { onCommit } from '../../storage/on-commit.js';
import { type FloorOf, floor } from '../../world/floor.js';
import { heldClaim } from './held-claim.js';

const here = '100000000000000001';
const elsewhere = '100000000000000002';
const claim = heldClaim;
const { hash, holderId: userId } = claim;
const place = { guildId: here, userId };

const rules: RoleRules = {
	...noRules,
	buyerRoleId: 'buyer',
	itemRoles: { '7': 'aurora' },
};

function setUp(unlinking: UnlinkPolicy, held: readonly HeldClaim[] = [claim]) {
	const log: unknown[] = [];
	const parts: FloorOf<typeof createPurchases> = {
		claims: {
			own: {
				held: async () => held,
				unlink: async (...asked) => {
					log.push(['unlink', ...asked.slice(0, 2)]);
					return unlinking.kind === 'after-days'
						? { kind: 'unlinked', claim, freeFrom: 9 }
						: { kind: 'refused' };
				},
			},
			readPolicy: async () => ({ unlinking, seats: {} }),
		},
		limits: { take: async () => undefined },
		guilds: { rulesOf: async () => rules },
		clock: { now: () => 1000 },
		audit: { write: (...event) => void log.push(['audit', ...event]) },
		served: { ids: [here, elsewhere] },
	};
	return { service: createPurchases(floor(parts)), parts, log };
}

const allowed: UnlinkPolicy = { kind: 'after-days', days: 7 };

describe('a member who wants to let go of a purchase', () => {
	it('is asked first, with the roles that follow from nothing else', async () => {
		const ask = async (...held: readonly HeldClaim[]) =>
			(await setUp(allowed, held).service.unlinkQuestion(place, hash))?.roleIds;
		const other = { ...claim, hash: 'b'.repeat(64), item: { id: 8, name: 'Desk Icons', category: 'icons' } };
		expect(await ask(claim)).toEqual(['buyer', 'aurora']);
		expect(await ask(other, claim)).toEqual(['aurora']);
		expect(await ask(claim, { ...other, item: claim.item })).toEqual([]);
	});

	it('can’t, unless they hold it, it isn’t locked, and the policy allows it', async () => {
		const ask = (policy: UnlinkPolicy, held?: readonly HeldClaim[]) =>
			setUp(policy, held).service.unlinkQuestion(place, hash);
		expect(await ask(allowed)).toMatchObject({ claim, days: 7 });
		expect(await ask(allowed, [{ ...claim, locked: true }])).toBeUndefined();
		expect(await ask(allowed, [])).toBeUndefined();
		expect(await ask({ kind: 'never' })).toBeUndefined();
	});

	it('lets go of it, and staff is notified in every server', async () => {
		const { service, log } = setUp(allowed);
		expect(await service.unlink(place, hash)).toMatchObject({ kind: 'unlinked', freeFrom: 9 });
		const event = { kind: 'unlinked', userId, hash, itemName: 'Aurora', ended: hash };
		expect(log).toEqual([
			['unlink', hash, place],
			['audit', [here, elsewhere], event],
		]);
	});

	it('may do so three times a day, of which only those count that were done', async () => {
		const memory = await memoryClaims();
		const { store, claims } = memory;
		const limits = new Limits({ store, clock: { now: () => memory.clock } });
		const lost = (): never => {
			throw new Error('lost');
		};
		const hashes: string[] = [];
		for (const index of [1, 2, 3, 4]) hashes.push(await memory.claim(userId, index));
		const unlink = async (index: number, on: Store = store) => {
			const parts = { ...setUp(allowed).parts, claims: await memory.openWith(() => on), limits };
			return await createPurchases(floor(parts)).unlink(place, hashes[index] ?? '');
		};
		const left = async () => [
			(await claims.claimsOf(userId)).length,
			(await limits.look('unlink', userId)).times.length,
		];
		await expect(unlink(0, onCommit(store, { before: lost }))).rejects.toThrow('lost');
		expect(await left()).toEqual([4, 0]);
		await expect(unlink(0, onCommit(store, { after: lost }))).rejects.toThrow('lost');
		expect(await left()).toEqual([3, 1]);
		expect(await unlink(0)).toEqual({ kind: 'refused' });
		const kinds = (await Promise.all([unlink(1), unlink(2), unlink(3)])).map(({ kind }) => kind);
		expect(kinds.toSorted()).toEqual(['limited', 'unlinked', 'unlinked']);
		expect(await left()).toEqual([1, 3]);
	});
});
