import { describe, expect, it } from 'vitest';
import type { HeldPurchase } from '../../src/claims/claim-checks.js';
import type { ClaimDetails } from '../../src/claims/claim-details.js';
import type { PurchaseCode } from '../../src/claims/purchase-code.js';
import { Checking, type CheckingDependencies } from '../../src/moderation/checking.js';
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
	holders: [],
};
const sold = shopPurchase({ item, licenseType: 'regular', supportedUntil: 9 });
// What the check looks at; the rest of a file is for the page.
const file = {
	hash: 'hash',
	item,
	isGiven: false,
	claims: [{ holderId: 'maya' }, { holderId: 'noah' }],
} as unknown as ClaimDetails;

async function check(
	changes: Partial<CheckingDependencies> = {},
	holderId: string | undefined = 'noah',
	of: ClaimDetails | undefined = file,
) {
	const log: unknown[] = [];
	const outcome = await new Checking({
		claims: {
			codeOf: async () => 'a-code-that-ends-in-beef' as PurchaseCode,
			moderated: { byHash: async () => of },
		},
		refunds: {
			heard: async (...asked) => {
				log.push(['heard', ...asked]);
				return { purchase, reinstated: false, supportChanged: false, revoked: false };
			},
		},
		purchaseCheck: {
			check: async () => ({
				kind: 'valid',
				purchase: sold,
			}),
		},
		home: { is: (guildId) => guildId === 'home' },
		discord: {
			roleApi: {
				heldRoles: async (guildId, userId) => {
					log.push(['roles', { guildId, userId }]);
					return { kind: 'member', roles: ['buyer'] };
				},
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
	}).check('hash', holderId, sampleModerator);
	return { outcome, log };
}
const member = { guildId: 'home', userId: 'noah' };
const about = { by: 'iris', hash: 'hash', itemName: 'Aurora', codeEnd: 'beef', memberId: 'noah' };

describe('a check that staff ask for', () => {
	it('is heard as the member of staff’s question, syncs the holder’s roles, and is told of', async () => {
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

	it('looks at nobody’s roles where nobody holds it, or somebody else', async () => {
		const { outcome, log } = await check({}, 'somebody else');
		expect(outcome).toMatchObject({ kind: 'valid', gained: [], lost: [] });
		expect(log.map((entry) => (entry as string[])[0])).toEqual(['heard', 'home']);
		expect(log.at(-1)).toMatchObject(['home', { memberId: undefined }]);
	});

	it.each([[[undefined, ['buyer']]], [[['buyer'], undefined]], [[undefined, undefined]]])(
		'tells of no role that changed where Discord did not say what there was: %j',
		async (held) => {
			const answers = [...held];
			const heldRoles = async () => {
				const roles = answers.shift();
				return roles === undefined
					? ({ kind: 'member-left' } as const)
					: ({ kind: 'member', roles } as const);
			};
			const { outcome } = await check({ discord: { roleApi: { heldRoles } } });
			expect(outcome).toMatchObject({ gained: [], lost: [] });
		},
	);

	it('tells of an "invalid", with no misses where it counts for nothing', async () => {
		const { outcome, log } = await check({ purchaseCheck: { check: async () => ({ kind: 'invalid' }) } });
		expect(outcome).toEqual({ kind: 'invalid', misses: 0, isRevoked: false });
		expect(log.at(-1)).toEqual(['home', { ...about, outcome }]);
	});

	it('is told to nobody else where the shop cannot say, or the claim has gone', async () => {
		const silent = await check({
			purchaseCheck: { check: async () => ({ kind: 'uncheckable', reason: 'unavailable' }) },
		});
		expect([silent.outcome, silent.log.length]).toEqual([{ kind: 'uncheckable' }, 1]);
		const gone = await check({ refunds: { heard: async () => undefined } });
		expect([gone.outcome, gone.log.length]).toEqual([{ kind: 'unknown' }, 1]);
	});

	it.each([
		['was given without a code', { ...file, isGiven: true } as ClaimDetails, {}, { kind: 'given' }],
		['is not there', undefined, {}, { kind: 'unknown' }],
		['is another server’s to check', file, { home: { is: () => false } }, { kind: 'unknown' }],
		[
			'has no code any more',
			file,
			{ claims: { codeOf: async () => undefined, moderated: { byHash: async () => file } } },
			{ kind: 'unknown' },
		],
	])('asks nobody about a purchase that %s', async (_, of, changes, answer) => {
		const claims = {
			codeOf: async () => 'a-code-that-ends-in-beef' as PurchaseCode,
			moderated: { byHash: async () => of },
		};
		const { outcome, log } = await check({ claims, ...changes });
		expect([outcome, log]).toEqual([answer, []]);
	});
});
