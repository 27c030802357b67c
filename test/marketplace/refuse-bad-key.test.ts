import { expect, it } from 'vitest';
import type { KnownAccount } from '../../src/marketplace/pinned-account.js';
import { KeyRefused, refuseBadKey } from '../../src/marketplace/refuse-bad-key.js';
import type { MarketplaceResult } from '../../src/marketplace/result.js';
import { type Account, accountSchema } from '../../src/marketplace/schemas.js';
import { sampleAccount } from './samples.js';

async function startWith(key: MarketplaceResult<Account>, wasGood = false) {
	const seen: KnownAccount[] = [];
	const warnings: object[] = [];
	await refuseBadKey(
		{
			keyCheck: { check: async () => key },
			accountGuard: { isOurs: async (account) => seen.push(account) > 0 },
		},
		async () => wasGood,
		{ warn: (details: object) => void warnings.push(details) },
	);
	return { seen, warnings };
}

it('does not start with a key that the marketplace has never accepted', async () => {
	await expect(startWith({ ok: false, failure: { kind: 'bad-key' } })).rejects.toThrow(KeyRefused);
});

it('starts although the key is refused if one was good before', async () => {
	const failure = { kind: 'bad-key' } as const;
	expect(await startWith({ ok: false, failure }, true)).toEqual({ seen: [], warnings: [{ failure }] });
});

it('starts without a marketplace that is down, and says so', async () => {
	const failure = { kind: 'unavailable', reason: 'HTTP 500' } as const;
	expect(await startWith({ ok: false, failure })).toEqual({ seen: [], warnings: [{ failure }] });
});

it('looks at the account behind a good key, whosever it is', async () => {
	const account = accountSchema.parse(sampleAccount);
	const { seen, warnings } = await startWith({ ok: true, value: account });
	expect([seen.map(({ username }) => username), warnings]).toEqual([[account.username], []]);
});
