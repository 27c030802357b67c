import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../src/marketplace/catalog.js';
import type { CallOptions, MarketplaceClient } from '../../src/marketplace/client.js';
import type { KeyCheck, KeyProblem } from '../../src/marketplace/key-check.js';
import { PurchaseCheck } from '../../src/marketplace/purchase-check.js';
import type { MarketplaceFailure, MarketplaceResult } from '../../src/marketplace/result.js';
import { type Account, type Purchase, purchaseSchema } from '../../src/marketplace/schemas.js';
import { floor } from '../world/floor.js';
import { failed, goodKey, sampleCode, samplePurchase } from './samples.js';

const purchase = purchaseSchema.parse(samplePurchase);
const invalidCode = failed({ kind: 'invalid-code' });

interface World {
	validation?: MarketplaceResult<Purchase>;
	key?: MarketplaceResult<Account>;
	sellsNothing?: boolean;
	/** The known account before, and the note's content when it is read. */
	isLastOurs?: boolean | undefined;
	isOurs?: boolean;
}

const setUp = (world: World) => {
	const { validation = invalidCode, key = goodKey, sellsNothing = false, isOurs = true } = world;
	const { isLastOurs } = { isLastOurs: true, ...world };
	const seen: { code: string; options: CallOptions | undefined }[] = [];
	const reported: KeyProblem[] = [];
	const keyAskers: object[] = [];
	const purchaseCheck = new PurchaseCheck({
		client: floor<MarketplaceClient>({
			validatePurchase: async (code, options) => {
				seen.push({ code, options });
				return validation;
			},
		}),
		keyCheck: floor<KeyCheck>({
			check: async (asker = {}) => {
				keyAskers.push(asker);
				return key;
			},
			report: (problem) => void reported.push(problem),
			isOurs: async () => isOurs,
			isLastOurs: () => isLastOurs,
		}),
		catalog: floor<Catalog>({ snapshot: () => ({ items: [], state: sellsNothing ? 'empty' : 'loading' }) }),
	});
	return { purchaseCheck, seen, reported, keyAskers };
};

it('calls a code valid where the marketplace knows the purchase, without another question', async () => {
	const { purchaseCheck, keyAskers } = setUp({ validation: { ok: true, value: purchase } });
	expect(await purchaseCheck.checkCode(sampleCode)).toEqual({ kind: 'valid', purchase });
	expect(keyAskers).toEqual([]);
});

it('calls a code invalid only after the key was seen to be good', async () => {
	const { purchaseCheck, keyAskers, reported } = setUp({});
	expect(await purchaseCheck.checkCode(sampleCode)).toEqual({ kind: 'invalid' });
	expect([keyAskers.length, reported]).toEqual([1, []]);
});

it('calls a refusal in unknown words neither an outage nor an invalid code, if the key is good', async () => {
	const validation = failed({ kind: 'refused', reason: 'an unknown error message (HTTP 404)' });
	expect(await setUp({ validation }).purchaseCheck.checkCode(sampleCode)).toEqual({
		kind: 'uncheckable',
		reason: 'refused',
	});
	const key = failed({ kind: 'unavailable', reason: 'HTTP 503' });
	expect(await setUp({ validation, key }).purchaseCheck.checkCode(sampleCode)).toEqual({
		kind: 'uncheckable',
		reason: 'unavailable',
	});
});

describe('when the marketplace says "invalid" but the key', () => {
	it.each([
		[{ kind: 'bad-key' }, { reason: 'bad-key' }],
		[{ kind: 'unavailable', reason: 'HTTP 502' }, { reason: 'unavailable' }],
		[
			{ kind: 'rate-limited', retryAt: 1_234 },
			{ reason: 'rate-limited', retryAt: 1_234 },
		],
		[{ kind: 'malformed', reason: 'no shape' }, { reason: 'malformed' }],
		[{ kind: 'invalid-code' }, { reason: 'malformed' }],
	] satisfies [MarketplaceFailure, object][])(
		'check gives %j, the code can’t be checked',
		async (failure, outcome) => {
			const { purchaseCheck } = setUp({ key: failed(failure) });
			expect(await purchaseCheck.checkCode(sampleCode)).toEqual({ kind: 'uncheckable', ...outcome });
		},
	);

	it('belongs to an account that sells nothing, the operator is notified and the code can’t be checked', async () => {
		const { purchaseCheck, reported } = setUp({ sellsNothing: true });
		expect(await purchaseCheck.checkCode(sampleCode)).toEqual({ kind: 'uncheckable', reason: 'bad-key' });
		expect(reported).toEqual(['sells-nothing']);
	});
});

it.each([
	[
		{ kind: 'rate-limited', retryAt: 99 },
		{ reason: 'rate-limited', retryAt: 99 },
	],
	[{ kind: 'unavailable', reason: 'timed out' }, { reason: 'unavailable' }],
	[{ kind: 'malformed', reason: 'no shape' }, { reason: 'malformed' }],
	[{ kind: 'item-not-found' }, { reason: 'malformed' }],
	[{ kind: 'no-items' }, { reason: 'malformed' }],
] satisfies [MarketplaceFailure, object][])('asks nothing more after %j', async (failure, outcome) => {
	const { purchaseCheck, keyAskers, reported } = setUp({ validation: failed(failure) });
	expect(await purchaseCheck.checkCode(sampleCode)).toEqual({ kind: 'uncheckable', ...outcome });
	expect([keyAskers, reported]).toEqual([[], []]);
});

it('passes on who asks', async () => {
	const { purchaseCheck, seen, keyAskers } = setUp({});
	await purchaseCheck.checkCode(sampleCode, { priority: 'background' });
	expect(seen.map(({ options }) => options)).toStrictEqual([{ priority: 'background' }]);
	expect(keyAskers).toEqual([{ priority: 'background' }]);
});

describe('where the key may be another author’s', () => {
	const valid: World = { validation: { ok: true, value: purchase } };

	it.each([valid, {}])('decides nothing with it, and asks nothing once that is known', async (world) => {
		const known = setUp({ ...world, isLastOurs: false, isOurs: false });
		expect(await known.purchaseCheck.checkCode(sampleCode)).toEqual({
			kind: 'uncheckable',
			reason: 'bad-key',
		});
		expect(known.seen).toEqual([]);
		const unknown = setUp({ ...world, isLastOurs: undefined, isOurs: false });
		expect(await unknown.purchaseCheck.checkCode(sampleCode)).toEqual({
			kind: 'uncheckable',
			reason: 'bad-key',
		});
	});

	it('looks at the account before the first purchase that it believes', async () => {
		const { purchaseCheck, keyAskers } = setUp({ ...valid, isLastOurs: undefined });
		expect(await purchaseCheck.checkCode(sampleCode)).toEqual({ kind: 'valid', purchase });
		expect(keyAskers).toHaveLength(1);
		const down = setUp({
			...valid,
			isLastOurs: undefined,
			key: failed({ kind: 'unavailable', reason: 'x' }),
		});
		expect(await down.purchaseCheck.checkCode(sampleCode)).toEqual({
			kind: 'uncheckable',
			reason: 'unavailable',
		});
	});
});
