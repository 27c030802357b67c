import { beforeEach, describe, expect, it } from 'vitest';
import { type LookedUpCode, LookedUpCodes, lookedUpKind } from '../../src/moderation/looked-up-codes.js';
import { Table } from '../../src/storage/table.js';
import { memoryStore } from '../roles/memory-store.js';
import { compareAndSet } from '../storage/compare-and-set.js';

const code: LookedUpCode = {
	by: '100000000000000001',
	guildId: '200000000000000001',
	hash: 'ab'.repeat(32),
	sealed: 'sealed',
};
const { by, guildId } = code;
const quarterOfAnHour = 15 * 60_000;

describe('a code that staff have looked up', () => {
	let store: ReturnType<typeof memoryStore>;
	let clock: number;
	let codes: LookedUpCodes;
	let ids: number;

	const newId = (): string => {
		ids += 1;
		return `lookup-number-${ids}`;
	};
	const open = () => new LookedUpCodes(store, { now: () => clock }, { id: newId });

	beforeEach(() => {
		store = memoryStore();
		clock = 1_000_000;
		ids = 0;
		codes = open();
	});

	it('is found again by another process, for the same moderator in the same server', async () => {
		const id = await codes.keep(code);
		expect(await open().read(id, by, guildId)).toMatchObject(code);
		expect(await codes.read(id, '100000000000000009', guildId)).toBeUndefined();
		expect(await codes.read(id, by, '200000000000000009')).toBeUndefined();
		expect(await codes.read('another', by, guildId)).toBeUndefined();
	});

	it('is too old after a quarter of an hour, and not before', async () => {
		const id = await codes.keep(code);
		clock += quarterOfAnHour - 1;
		expect(await codes.read(id, by, guildId)).toMatchObject(code);
		clock += 1;
		expect(await codes.read(id, by, guildId)).toBeUndefined();
	});

	it('is deleted after that time, and if its row is damaged', async () => {
		await codes.keep(code);
		await compareAndSet(store, 'looked-up:damaged', undefined, { v: 1, at: clock, ...code, by: 7 });
		expect(await codes.read('damaged', by, guildId)).toBeUndefined();
		clock += quarterOfAnHour;
		const id = await codes.keep(code);
		await new Table(lookedUpKind, store, { now: () => clock }).prune();
		expect(store.keys()).toEqual([`looked-up:${id}`]);
	});
});
