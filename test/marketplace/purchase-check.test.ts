import { expect, it } from 'vitest';
import type { Catalog } from '../../src/marketplace/catalog.js';
import type { CallOptions, MarketplaceClient } from '../../src/marketplace/client.js';
import type { KeyCheck, KeyProblem } from '../../src/marketplace/key-check.js';
import { createPurchaseCheck } from '../../src/marketplace/purchase-check.js';
import type { MarketplaceFailure, MarketplaceResult } from '../../src/marketplace/result.js';
import { type Account, type Purchase, purchaseSchema } from '../../src/marketplace/schemas.js';
import { floor } from '../world/floor.js';
import { failed, goodKey, sampleCode, samplePurchase } from './samples.js';

const purchase = purchaseSchema.parse(samplePurchase);
const invalid = failed({ kind: 'invalid-code' });
const refused = failed({ kind: 'refused', reason: 'an unknown error message (HTTP 404)' });
const valid: World = { validation: { ok: true, value: purchase } };
const down = failed({ kind: 'unavailable', reason: 'HTTP 503' });
const badKey = { kind: 'uncheckable', reason: 'bad-key' };

interface World {
	readonly validation?: MarketplaceResult<Purchase>;
	readonly key?: MarketplaceResult<Account>;
	readonly state?: 'empty' | 'loading';
	/** The last account on record, and the current one. */
	readonly isLastOurs?: boolean | undefined;
	readonly isOurs?: boolean;
}

/** Checks a code. `asked`: the priorities of the requests about the code, and then about the key. */
async function check(world: World, asker?: CallOptions) {
	const { validation = invalid, key = goodKey, state = 'loading', isOurs = true } = world;
	const { isLastOurs } = { isLastOurs: true, ...world };
	const asked: unknown[] = [];
	const reported: KeyProblem[] = [];
	const client = floor<MarketplaceClient>({
		async validatePurchase(_, options) {
			asked.push(options?.priority);
			return validation;
		},
	});
	const keyCheck = floor<KeyCheck>({
		async check(options) {
			asked.push(options?.priority);
			return key;
		},
		report: (problem) => void reported.push(problem),
		isOurs: async () => isOurs,
		isLastOurs: async () => isLastOurs,
	});
	const catalog = floor<Catalog>({ snapshot: () => ({ items: [], state }) });
	const purchaseCheck = createPurchaseCheck(client, keyCheck, catalog);
	return { answer: await purchaseCheck.checkCode(sampleCode, asker), asked, reported };
}

it('a code is valid if the shop knows the purchase, without another request', async () => {
	expect(await check(valid)).toMatchObject({ answer: { kind: 'valid', purchase }, asked: [undefined] });
});

it('a code is invalid only if the key was then found valid, at the same priority', async () => {
	const background = { priority: 'background' } as const;
	expect(await check({}, background)).toEqual({
		...{ answer: { kind: 'invalid' }, asked: ['background', 'background'], reported: [] },
	});
});

it('a refusal in unknown words is neither an outage nor an invalid code if the key is valid', async () => {
	expect((await check({ validation: refused })).answer).toEqual({ kind: 'uncheckable', reason: 'refused' });
	const { answer } = await check({ validation: refused, key: down });
	expect(answer).toEqual({ kind: 'uncheckable', reason: 'unavailable' });
});

const failures: readonly (readonly [MarketplaceFailure, object])[] = [
	[
		{ kind: 'rate-limited', retryAt: 99 },
		{ reason: 'rate-limited', retryAt: 99 },
	],
	[{ kind: 'unavailable', reason: 'timed out' }, { reason: 'unavailable' }],
	[{ kind: 'blocked', reason: 'a firewall' }, { reason: 'blocked' }],
	[{ kind: 'malformed', reason: 'no shape' }, { reason: 'malformed' }],
	[{ kind: 'item-not-found' }, { reason: 'malformed' }],
	[{ kind: 'bad-key' }, { reason: 'bad-key' }],
];

it.each(failures)(
	'if the code, or the key after "invalid", gets %j, the code’s state is unknown, and nothing else is asked',
	async (failure, why) => {
		const unknown = { kind: 'uncheckable', ...why };
		const { answer, asked } = await check({ validation: failed(failure) });
		expect([answer, asked.length]).toEqual([unknown, 1]);
		expect(await check({ key: failed(failure) })).toMatchObject({ answer: unknown, asked: { length: 2 } });
	},
);

it('"invalid" proves nothing for an account that sells nothing, which is reported to the operator', async () => {
	expect(await check({ state: 'empty' })).toMatchObject({ answer: badKey, reported: ['sells-nothing'] });
});

it.each([valid, {}])(
	'a key of another author decides nothing, and is no longer used for requests once that is known',
	async (world) => {
		expect(await check({ ...world, isLastOurs: false, isOurs: false })).toMatchObject({
			answer: badKey,
			asked: [],
		});
		expect((await check({ ...world, isLastOurs: undefined, isOurs: false })).answer).toEqual(badKey);
	},
);

it('the account is checked before the first purchase is believed', async () => {
	const unknown = { ...valid, isLastOurs: undefined };
	expect(await check(unknown)).toMatchObject({ answer: { kind: 'valid' }, asked: [undefined, undefined] });
	expect((await check({ ...unknown, key: down })).answer).toMatchObject({ reason: 'unavailable' });
});
