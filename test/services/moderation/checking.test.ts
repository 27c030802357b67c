import { expect, it } from 'vitest';
import type { PurchaseCode } from '../../../src/base/purchase-code.js';
import type { ClaimDetails } from '../../../src/claims/claim-details.js';
import { purchaseSchema } from '../../../src/marketplace/schemas.js';
import { Moderation } from '../../../src/services/moderation/moderation.js';
import { Limits } from '../../../src/storage/rate-limits.js';
import { samplePurchase } from '../../marketplace/samples.js';
import { memoryStore } from '../../roles/memory-store.js';
import { type FloorOf, floor } from '../../world/floor.js';
import { home, moderator, staff } from './case-world.js';

const minute = 60_000;
const item = { id: 1, name: 'Aurora', category: 'themes' };
const purchase = { status: 'active', item, supportedUntil: 9, check: undefined } as ClaimDetails;
const sold = purchaseSchema.parse(samplePurchase);
// The fields that the check reads; the others only matter to the page.
const file = { hash: 'hash', item, isGiven: false, claims: [{ holderId: 'maya' }, { holderId: 'noah' }] };
const code = 'a-code-that-ends-in-beef' as PurchaseCode;
const about = { by: staff, hash: 'hash', itemName: 'Aurora', codeEnd: 'beef', memberId: 'noah' };

function setUp({
	of = file,
	codeOf = code,
	...changes
}: { readonly of?: object | 'none'; readonly codeOf?: PurchaseCode | 'none' } & FloorOf<
	typeof Moderation
> = {}) {
	const log: unknown[] = [];
	const clock = { at: 5, now: () => clock.at };
	const moderation = new Moderation(
		floor({
			claims: {
				codeOf: async () => (codeOf === 'none' ? undefined : codeOf),
				moderated: { byHash: async () => (of === 'none' ? undefined : (of as ClaimDetails)) },
			},
			limits: new Limits({ store: memoryStore(), clock }),
			refunds: {
				heard: async (...asked) => {
					log.push(['heard', ...asked]);
					return purchase;
				},
			},
			purchaseCheck: {
				checkCode: async (...question) => {
					log.push(['ask', ...question]);
					return { kind: 'valid', purchase: sold };
				},
			},
			audit: { write: (...event) => void log.push(event) },
			logger: { info: () => {} },
			clock,
			...changes,
		}),
	);
	return { moderation, log, clock, check: () => moderation.check('hash', 'noah', moderator) };
}

it('a check requested by staff is recorded under their name, queued behind all buyers, and reported', async () => {
	const { check, log } = setUp();
	const outcome = { kind: 'valid' };
	expect(await check()).toEqual(outcome);
	expect(log).toEqual([
		['ask', code, { priority: 'background' }],
		['heard', 'hash', { kind: 'valid', purchase: sold }, { by: staff, askedAt: 5 }],
		[home, { kind: 'checked', event: { ...about, outcome } }],
	]);
});

it('an "invalid" is reported, without misses if it doesn’t count', async () => {
	const { check, log } = setUp({ purchaseCheck: { checkCode: async () => ({ kind: 'invalid' }) } });
	const outcome = { kind: 'invalid', misses: 0, wasRevoked: false };
	expect(await check()).toEqual(outcome);
	expect(log.at(-1)).toEqual([home, { kind: 'checked', event: { ...about, outcome } }]);
});

it.each<[string, Parameters<typeof setUp>[0], string, number]>([
	['the claim was deleted', { refunds: { heard: async () => undefined } }, 'unknown', 1],
	['it was given without a code', { of: { ...file, isGiven: true } }, 'given', 0],
	['it is not there', { of: 'none' }, 'unknown', 0],
	['it has no code any more', { codeOf: 'none' }, 'unknown', 0],
])('a check is not reported if %s', async (_, changes, kind, steps) => {
	const { check, log } = setUp(changes);
	expect([await check(), log.length]).toEqual([{ kind }, steps]);
});

it('a purchase is checked once in ten minutes, and again immediately if the shop could not be reached', async () => {
	const answers = [{ kind: 'uncheckable', reason: 'unavailable' } as const];
	const checkCode = async () => answers.pop() ?? ({ kind: 'valid', purchase: sold } as const);
	const { check } = setUp({ purchaseCheck: { checkCode } });
	expect(await check()).toEqual({ kind: 'uncheckable' });
	expect(await check()).toMatchObject({ kind: 'valid' });
	expect(await check()).toEqual({ kind: 'too-soon', retryAt: 5 + 10 * minute });
});

it('looking up codes stops after ten without a holder, even if a thousand are concurrent, and after thirty in a day', async () => {
	const { moderation, log, clock } = setUp();
	const look = async (isMiss = true) =>
		'found' in (await moderation.limitLookUp(moderator, async () => ({ found: 'cases', isMiss })));
	for (let n = 0; n < 50; n += 1) expect(await look(false)).toBe(true);
	const all = await Promise.all(Array.from({ length: 1_000 }, () => look()));
	let found = all.filter(Boolean).length;
	expect(found).toBe(10);
	// Further tries add no line.
	expect(log).toEqual([[home, { kind: 'lookup-limit', userId: staff }]]);
	for (let n = 0; n < 50; n += 1) {
		clock.at += 2 * minute;
		if (await look()) found += 1;
	}
	expect(found).toBe(30);
});
