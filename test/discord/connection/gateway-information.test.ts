import { describe, expect, it } from 'vitest';
import { checkedGateway } from '../../../src/discord/connection/identify-turns.js';

const limit = { total: 1_000, remaining: 999, reset_after: 3_600_000, max_concurrency: 1 };
const gateway = { url: 'wss://gateway.discord.gg', shards: 1, session_start_limit: limit };

describe('what Discord says of its gateway', () => {
	it('is used if it is sound', () => {
		expect(checkedGateway(gateway)).toMatchObject({ shards: 1, session_start_limit: { remaining: 999 } });
	});

	it.each<readonly [what: string, information: unknown]>([
		['nothing', null],
		['no address', { ...gateway, url: undefined }],
		['an address of something else', { ...gateway, url: 'https://discord.com' }],
		['no shard', { ...gateway, shards: 0 }],
		['more shards than there can be', { ...gateway, shards: 1e9 }],
		['no limit', { ...gateway, session_start_limit: null }],
		['a wait that never ends', { ...gateway, session_start_limit: { ...limit, reset_after: 1e15 } }],
		['no turn', { ...gateway, session_start_limit: { ...limit, max_concurrency: 0 } }],
	])('is refused if it has %s', (_, information) => {
		expect(() => checkedGateway(information)).toThrow('is unusable');
	});
});
