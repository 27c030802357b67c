import { expect, it } from 'vitest';
import { type LookedUpCode, LookedUpCodes } from '../../../src/services/moderation/looked-up-codes.js';
import { memoryStore } from '../../roles/memory-store.js';
import { compareAndSet } from '../../storage/compare-and-set.js';

const code: LookedUpCode = {
	...{ by: '100000000000000001', guildId: '200000000000000001' },
	...{ hash: 'ab'.repeat(32), sealed: 'sealed' },
};
const { by, guildId } = code;

it('a code that staff have looked up is found by the same moderator in the same server for 15 minutes', async () => {
	const store = memoryStore();
	let now = 1_000_000;
	const open = () => new LookedUpCodes(store, { now: () => now }, { id: () => 'lookup-number-1' });
	const id = await open().keep(code);
	now += 15 * 60_000 - 1;
	// Also by another process.
	expect(await open().read(id, by, guildId)).toMatchObject(code);
	expect(await open().read(id, '100000000000000009', guildId)).toBeUndefined();
	expect(await open().read(id, by, '200000000000000009')).toBeUndefined();
	expect(await open().read('another', by, guildId)).toBeUndefined();
	now += 1;
	expect(await open().read(id, by, guildId)).toBeUndefined();
	await compareAndSet(store, 'looked-up:damaged', undefined, { v: 1, at: now, ...code, by: 7 });
	expect(await open().read('damaged', by, guildId)).toBeUndefined();
});
