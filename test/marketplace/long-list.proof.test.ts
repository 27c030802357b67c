import { expect, it } from 'vitest';
import { judgeLongList } from '../../src/marketplace/long-list.js';
import { bundleListReader } from './bundled-list-reader.js';

const program = await bundleListReader();

it('a list that needs twenty times its size in memory counts as a failed refresh', async () => {
	const body = [Buffer.from(`{"status":"success","items":[${'{},'.repeat(6_000_000)}{}]}`)];
	const { signal } = new AbortController();
	const outcome = await judgeLongList({ status: 200, retryAfter: undefined, body }, signal, program);
	expect(outcome).toMatchObject({
		ok: false,
		failure: { reason: 'the list could not be read, or not in time' },
	});
});
