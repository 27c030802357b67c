import { describe, expect, it } from 'vitest';
import type { HeldClaim } from '../../../src/claims/own-claims.js';
import type { UnlinkPolicy } from '../../../src/claims/policy.js';
import type { SyncTicket } from '../../../src/roles/syncs.js';
import type { RoleRules } from '../../../src/servers/guild-settings.js';
import { noRoles } from '../../../src/services/moderation/moderated-roles.js';
import { createPurchases } from '../../../src/services/purchases/purchases.js';
import { Limits } from '../../../src/storage/rate-limits.js';
import type { Store } from '../../../src/storage/store.js';
import { memoryClaims } from '../../claims/memory-claims.js';
import { listed } from '../../marketplace/catalog-set-up.js';
import { noRules } from '../../servers/no-rules.js';
import { onCommit } from '../../storage/on-commit.js';
import { type FloorOf, floor } from '../../world/floor.js';
import { heldPurchase } from '../refunds/held-purchase.js';
import { heldClaim } from './held-claim.js';

const here = '100000000000000001';
const elsewhere = '100000000000000002';
const rules: RoleRules = {
	...noRules,
	buyerRoleId: 'buyer',
	itemRoles: { '7': 'aurora' },
	supportedRoleId: 'supported',
};
const claim: HeldClaim = { ...heldClaim, hash: 'hash', supportedUntil: 2000 };
const place = { guildId: here, userId: claim.holderId };
const granted = { kind: 'granted', added: ['buyer'], removed: [], withheld: [] } as const;
const ticket: SyncTicket = { settled: Promise.resolve(granted) };

/** The service over these claims. It refuses everything that the test doesn't set. */
function setUp(claims: readonly HeldClaim[], parts: FloorOf<typeof createPurchases> = {}) {
	const refuse = () => Promise.reject(new Error('Nothing of the kind was to be asked'));
	return createPurchases(
		floor({
			claims: { own: { held: async () => claims }, readPolicy: policyWith() },
			syncs: { request: refuse },
			renewals: { ask: async () => new Map(), check: refuse },
			guilds: { rulesOf: async () => rules },
			moderatedRoles: { statusOf: async () => noRoles },
			catalog: { get: (id) => ({ ...listed(id), thumbnailUrl: `https://example.com/${id}.png` }) },
			clock: { now: () => 1000 },
			...parts,
		}),
	);
}

const policyWith =
	(unlinking: UnlinkPolicy = { kind: 'never' }) =>
	async () => ({ unlinking, seats: {} });

async function shown(changes: Partial<HeldClaim>, readPolicy = policyWith()) {
	const own = { held: async () => [{ ...claim, ...changes }] };
	return (await setUp([], { claims: { own, readPolicy } }).purchasesOf(place, [])).all[0];
}

describe('a member’s own purchases', () => {
	it('come with the details for their holder, and the roles that each of them gives in the server', async () => {
		expect(await shown({})).toMatchObject({
			...claim,
			media: { thumbnailUrl: 'https://example.com/7.png' },
			canUnlink: false,
			roleIds: ['buyer', 'aurora', 'supported'],
		});
	});

	it('come latest first, with the state of the member’s roles, given those already held', async () => {
		const asked: unknown[] = [];
		const later = { ...claim, item: { ...claim.item, id: 8 } };
		const service = setUp([claim, later], {
			moderatedRoles: {
				statusOf: async (...given) => {
					asked.push(given);
					return { ...noRoles, has: ['buyer'] };
				},
			},
		});
		const { all, roles } = await service.purchasesOf(place, ['buyer', 'x']);
		expect([all.map(({ item }) => item.id), roles.has]).toEqual([[8, 7], ['buyer']]);
		expect(asked).toEqual([[place, [later, claim], ['buyer', 'x']]]);
	});

	it('grant no role if the purchase was refunded or nothing is set up', async () => {
		const roles = async (changes: Partial<HeldClaim>) => (await shown(changes))?.roleIds;
		expect(await shown({ status: 'revoked' })).toMatchObject({ roleIds: [] });
		expect(await roles({ supportedUntil: 999 })).toEqual(['buyer', 'aurora']);
		const service = setUp([claim], { guilds: { rulesOf: async () => undefined } });
		expect((await service.purchasesOf(place, [])).all[0]?.roleIds).toEqual([]);
	});
});

describe('support that a member has renewed', () => {
	const held = { ...claim, supportedUntil: 500 };

	function renewing() {
		const log: string[] = [];
		let known: HeldClaim = held;
		const gift: HeldClaim = { ...claim, hash: 'gift', isGiven: true };
		const service = setUp([], {
			claims: { own: { held: async () => [gift, known] }, readPolicy: policyWith() },
			syncs: {
				request: async (_, { held } = {}) => {
					log.push(`roles ${held?.roles} with support until ${known.supportedUntil}`);
					return ticket;
				},
			},
			renewals: {
				ask: async (asked, { why, priority }) => {
					log.push(`ask about ${asked.map(({ hash }) => hash)}: ${why}, ${priority}`);
					known = { ...held, supportedUntil: 3000 };
					return new Map([['hash', heldPurchase('hash', { supportedUntil: 3000 })]]);
				},
			},
		});
		return { log, service };
	}

	it('is shown on a page that checks it, behind all buyers, but gifts can’t be checked', async () => {
		const { log, service } = renewing();
		const [shown] = (await service.purchasesOf(place, [])).all;
		expect(shown).toMatchObject({ supportedUntil: 3000, roleIds: ['buyer', 'aurora', 'supported'] });
		expect(log).toEqual(['ask about hash: look, background']);
	});

	it('is known before the member’s roles are requested', async () => {
		const { log, service } = renewing();
		await service.restore(place, { roles: ['buyer'] });
		expect(log).toEqual(['ask about hash: act, background', 'roles buyer with support until 3000']);
	});
});

describe('a purchase that no longer counts, or whose support has ended', () => {
	const revoked: HeldClaim = { ...claim, status: 'revoked' };
	const renewals = { check: async () => ({ kind: 'no-answer' }) as const };

	it('is checked again only for its holder, and only if the shop has the last word', async () => {
		const ask = (claims: readonly HeldClaim[]) => setUp(claims, { renewals }).checkAgain(place, 'hash');
		expect(await ask([revoked])).toEqual({ kind: 'no-answer' });
		expect(await ask([{ ...claim, supportedUntil: 500 }])).toEqual({ kind: 'no-answer' });
		expect(await ask([])).toBeUndefined();
		expect(await ask([{ ...revoked, isGiven: true }])).toBeUndefined();
		expect(await ask([{ ...revoked, isRevokedByStaff: true }])).toBeUndefined();
	});
});

describe('a member’s purchase of an item', () => {
	const ownedItem = async (...own: readonly Partial<HeldClaim>[]) =>
		await setUp([], {
			claims: { claimsOf: async () => own.map((changes) => ({ ...claim, ...changes })) },
		}).ownedItem(place.userId, 7);

	it('is one that still counts, with the longest support among all', async () => {
		expect(await ownedItem({})).toEqual({ supportedUntil: 2000 });
		expect(await ownedItem({ item: { ...claim.item, id: 8 } })).toBeUndefined();
		expect(await ownedItem({ status: 'revoked' })).toBeUndefined();
		const ends = [5, 9, undefined, 'unknown'] as const;
		expect(await ownedItem(...ends.map((supportedUntil) => ({ supportedUntil })))).toEqual({
			supportedUntil: 9,
		});
		expect(await ownedItem({ supportedUntil: undefined })).toEqual({ supportedUntil: undefined });
	});

	it('is left out if it can’t be read, and that is logged', async () => {
		const errors: unknown[] = [];
		const away = new Error('The store is away');
		const service = setUp([], {
			claims: { claimsOf: () => Promise.reject(away) },
			logger: { warn: ({ err }: { err: unknown }) => errors.push(err) },
		});
		expect(await service.ownedItem(place.userId, 7)).toBeUndefined();
		expect(errors).toEqual([away]);
	});
});

it('the list of all purchases is made once a minute', async () => {
	const service = setUp([], { limits: { take: async () => 7 } });
	expect(await service.list(here)).toEqual({ kind: 'later', retryAt: 7 });
});

function lettingGo(unlinking: UnlinkPolicy, held: readonly HeldClaim[] = [heldClaim]) {
	const log: unknown[] = [];
	const parts: FloorOf<typeof createPurchases> = {
		claims: {
			own: {
				held: async () => held,
				unlink: async (...asked) => {
					log.push(['unlink', ...asked.slice(0, 2)]);
					return unlinking.kind === 'after-days'
						? { kind: 'unlinked', claim: heldClaim, freeFrom: 9, seats: 1 }
						: { kind: 'refused' };
				},
			},
			readPolicy: policyWith(unlinking),
		},
		limits: { take: async () => undefined },
		audit: { write: (...event) => void log.push(['audit', ...event]) },
		served: { ids: [here, elsewhere] },
	};
	return { service: setUp([], parts), parts, log };
}

const allowed: UnlinkPolicy = { kind: 'after-days', days: 7 };

describe('a member who wants to unlink a purchase', () => {
	const { hash, holderId: userId } = heldClaim;

	it('is asked first, and shown the roles that no other purchase gives', async () => {
		const ask = async (...held: readonly HeldClaim[]) =>
			(await lettingGo(allowed, held).service.unlinkQuestion(place, hash))?.roleIds;
		const other = {
			...heldClaim,
			hash: 'b'.repeat(64),
			item: { id: 8, name: 'Desk Icons', category: 'icons' },
		};
		expect(await ask(heldClaim)).toEqual(['buyer', 'aurora']);
		expect(await ask(other, heldClaim)).toEqual(['aurora']);
		expect(await ask(heldClaim, { ...other, item: heldClaim.item })).toEqual([]);
	});

	it('can’t, unless they hold it, it isn’t locked, and the policy allows it', async () => {
		const ask = (policy: UnlinkPolicy, held?: readonly HeldClaim[]) =>
			lettingGo(policy, held).service.unlinkQuestion(place, hash);
		expect(await ask(allowed)).toMatchObject({ claim: heldClaim, days: 7 });
		expect(await ask(allowed, [{ ...heldClaim, locked: true }])).toBeUndefined();
		expect(await ask(allowed, [])).toBeUndefined();
		expect(await ask({ kind: 'never' })).toBeUndefined();
	});

	it('loses it, and staff are notified in every server', async () => {
		const { service, log } = lettingGo(allowed);
		expect(await service.unlink(place, hash)).toMatchObject({ kind: 'unlinked', freeFrom: 9 });
		const event = { kind: 'unlinked', userId, hash, itemName: 'Aurora', ended: hash };
		expect(log).toEqual([
			['unlink', hash, place],
			['audit', [here, elsewhere], event],
		]);
	});

	it('can do so three times a day, not counting failed attempts', async () => {
		const memory = await memoryClaims();
		const { store, claims } = memory;
		const limits = new Limits({ store, clock: { now: () => memory.clock } });
		const lost = (): never => {
			throw new Error('lost');
		};
		const hashes: string[] = [];
		for (const index of [1, 2, 3, 4]) hashes.push(await memory.claim(userId, index));
		const unlink = async (index: number, on: Store = store) => {
			const parts = { ...lettingGo(allowed).parts, claims: await memory.openWith(() => on), limits };
			return await setUp([], parts).unlink(place, hashes[index] ?? '');
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
