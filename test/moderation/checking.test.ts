import { describe, expect, it } from 'vitest';
import type { PurchaseCode } from '../../src/base/purchase-code.js';
import type { HeldPurchase } from '../../src/claims/claim-checks.js';
import type { ClaimDetails } from '../../src/claims/claim-details.js';
import { Checking } from '../../src/moderation/checking.js';
import { type FloorOf, floor } from '../world/floor.js';
import { sampleModerator } from './sample-moderator.js';
import { shopPurchase } from './shop-purchase.js';

const item = { id: 1, name: 'Aurora', category: 'themes' };
const purchase: HeldPurchase = {
	hash: 'hash',
	status: 'active',
	revokedBy: undefined,
	item,
	supportedUntil: 9,
	purchasedAt: undefined,
	claimedAt: 0,
	check: undefined,
	skippedAt: undefined,
	holderIds: [],
};
const sold = shopPurchase({ item, licenseType: 'regular', supportedUntil: 9 });
// The fields that the check reads; the others are for the page.
const file = {
	hash: 'hash',
	item,
	isGiven: false,
	claims: [{ holderId: 'maya' }, { holderId: 'noah' }],
} as unknown as ClaimDetails;

async function check(
	changes: FloorOf<typeof Checking> = {},
	holderId: string | undefined = 'noah',
	of: ClaimDetails | undefined = file,
) {
	const log: unknown[] = [];
	const outcome = await new Checking(
		floor({
			claims: {
				codeOf: async () => 'a-code-that-ends-in-beef' as PurchaseCode,
				moderated: { byHash: async () => of },
			},
			refunds: {
				heard: async (...asked) => {
					log.push(['heard', ...asked]);
					return { purchase, reinstated: false, supportChanged: false };
				},
			},
			purchaseCheck: {
				checkCode: async () => ({
					kind: 'valid',
					purchase: sold,
				}),
			},
			roleApi: {
				heldRoles: async (guildId, userId) => {
					log.push(['roles', { guildId, userId }]);
					return { kind: 'member', roles: ['buyer'] };
				},
			},
			moderatedRoles: {
				reconcile: async (member) => {
					log.push(['sync', member]);
					return { kind: 'waiting' };
				},
			},
			report: { checked: (...event) => void log.push(event) },
			clock: { now: () => 5 },
			...changes,
		}),
	).check('hash', holderId, sampleModerator);
	return { outcome, log };
}
const member = { guildId: 'home', userId: 'noah' };
const about = { by: 'iris', hash: 'hash', itemName: 'Aurora', codeEnd: 'beef', memberId: 'noah' };

describe('a check that staff ask for', () => {
	it('is recorded under the moderator’s name, syncs the holder’s roles, and is reported', async () => {
		const { outcome, log } = await check();
		expect(outcome).toEqual({
			kind: 'valid',
			supportedUntil: 9,
			supportChanged: false,
			gained: [],
			lost: [],
		});
		expect(log).toEqual([
			['roles', member],
			[
				'heard',
				'hash',
				{
					kind: 'valid',
					supportedUntil: 9,
					details: sold,
				},
				{ by: 'iris', askedAt: 5 },
			],
			['sync', member],
			['roles', member],
			['home', { ...about, outcome }],
		]);
	});

	it('reports an "invalid", without misses if it doesn’t count', async () => {
		const { outcome, log } = await check({ purchaseCheck: { checkCode: async () => ({ kind: 'invalid' }) } });
		expect(outcome).toEqual({ kind: 'invalid', misses: 0, wasRevoked: false });
		expect(log.at(-1)).toEqual(['home', { ...about, outcome }]);
	});

	it('is not reported if the shop cannot say, or the claim was deleted', async () => {
		const silent = await check({
			purchaseCheck: { checkCode: async () => ({ kind: 'uncheckable', reason: 'unavailable' }) },
		});
		expect([silent.outcome, silent.log.length]).toEqual([{ kind: 'uncheckable' }, 1]);
		const missing = await check({ refunds: { heard: async () => undefined } });
		expect([missing.outcome, missing.log.length]).toEqual([{ kind: 'unknown' }, 1]);
	});

	it.each([
		['was given without a code', { ...file, isGiven: true } as ClaimDetails, {}, { kind: 'given' }],
		['is not there', undefined, {}, { kind: 'unknown' }],
		[
			'has no code any more',
			file,
			{ claims: { codeOf: async () => undefined, moderated: { byHash: async () => file } } },
			{ kind: 'unknown' },
		],
	])('sends no request about a purchase that %s', async (_, of, changes, answer) => {
		const claims = {
			codeOf: async () => 'a-code-that-ends-in-beef' as PurchaseCode,
			moderated: { byHash: async () => of },
		};
		const { outcome, log } = await check({ claims, ...changes });
		expect([outcome, log]).toEqual([answer, []]);
	});
});
