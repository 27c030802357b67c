import { expect, it } from 'vitest';
import type { PurchaseCode } from '../../../src/base/purchase-code.js';
import type { HeldPurchase } from '../../../src/claims/claim-checks.js';
import type { ClaimDetails } from '../../../src/claims/claim-details.js';
import { Checking } from '../../../src/services/moderation/checking.js';
import { type FloorOf, floor } from '../../world/floor.js';
import { sampleModerator } from './sample-moderator.js';
import { shopPurchase } from './shop-purchase.js';

const item = { id: 1, name: 'Aurora', category: 'themes' };
const purchase = { status: 'active', item, supportedUntil: 9, check: undefined } as HeldPurchase;
const sold = shopPurchase({ item, licenseType: 'regular', supportedUntil: 9 });
// The fields that the check reads; the others are for the page.
const file = { hash: 'hash', item, isGiven: false, claims: [{ holderId: 'maya' }, { holderId: 'noah' }] };
const code = 'a-code-that-ends-in-beef' as PurchaseCode;
const member = { guildId: 'home', userId: 'noah' };
const about = { by: 'iris', hash: 'hash', itemName: 'Aurora', codeEnd: 'beef', memberId: 'noah' };

async function check({
	of = file,
	codeOf = code,
	...changes
}: { readonly of?: object | 'none'; readonly codeOf?: PurchaseCode | 'none' } & FloorOf<
	typeof Checking
> = {}) {
	const log: unknown[] = [];
	const outcome = await new Checking(
		floor({
			claims: {
				codeOf: async () => (codeOf === 'none' ? undefined : codeOf),
				moderated: { byHash: async () => (of === 'none' ? undefined : (of as ClaimDetails)) },
			},
			refunds: {
				heard: async (...asked) => {
					log.push(['heard', ...asked]);
					return { purchase, reinstated: false, supportChanged: false };
				},
			},
			purchaseCheck: {
				checkCode: async (...question) => {
					log.push(['ask', ...question]);
					return { kind: 'valid', purchase: sold };
				},
			},
			roleApi: {
				heldRoles: async (guildId, userId) => {
					log.push(['roles', { guildId, userId }]);
					return { kind: 'member', roles: ['buyer'] };
				},
			},
			moderatedRoles: {
				reconcile: async (who) => {
					log.push(['sync', who]);
					return { kind: 'waiting' };
				},
			},
			audit: { write: (...event) => void log.push(event) },
			clock: { now: () => 5 },
			...changes,
		}),
	).check('hash', 'noah', sampleModerator);
	return { outcome, log };
}

it('a check that staff ask for is recorded under their name, after all buyers, and syncs and reports', async () => {
	const { outcome, log } = await check();
	expect(outcome).toEqual({
		...{ kind: 'valid', supportedUntil: 9, supportChanged: false, gained: [], lost: [] },
	});
	const answer = { kind: 'valid', supportedUntil: 9, details: sold };
	expect(log).toHaveLength(6);
	expect(log).toEqual(
		expect.arrayContaining([
			['ask', code, { priority: 'background' }],
			['heard', 'hash', answer, { by: 'iris', askedAt: 5 }],
			['sync', member],
			['roles', member],
		]),
	);
	expect(log.at(-1)).toEqual(['home', { kind: 'checked', event: { ...about, outcome } }]);
});

it('an "invalid" is reported, without misses if it doesn’t count', async () => {
	const { outcome, log } = await check({ purchaseCheck: { checkCode: async () => ({ kind: 'invalid' }) } });
	expect(outcome).toEqual({ kind: 'invalid', misses: 0, wasRevoked: false });
	expect(log.at(-1)).toEqual(['home', { kind: 'checked', event: { ...about, outcome } }]);
});

it.each<[string, Parameters<typeof check>[0], string, number]>([
	[
		'the shop cannot say',
		{ purchaseCheck: { checkCode: async () => ({ kind: 'uncheckable', reason: 'unavailable' }) } },
		'uncheckable',
		1,
	],
	['the claim was deleted', { refunds: { heard: async () => undefined } }, 'unknown', 2],
	['it was given without a code', { of: { ...file, isGiven: true } }, 'given', 0],
	['it is not there', { of: 'none' }, 'unknown', 0],
	['it has no code any more', { codeOf: 'none' }, 'unknown', 0],
])('a check is not reported if %s', async (_, changes, kind, steps) => {
	const { outcome, log } = await check(changes);
	expect([outcome, log.length]).toEqual([{ kind }, steps]);
});
