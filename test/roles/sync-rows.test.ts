import { describe, expect, it } from 'vitest';
import type { MemberRef } from '../../src/base/row-fields.js';
import { SyncRows } from '../../src/roles/sync-rows.js';
import { memoryStore } from './memory-store.js';

const guildId = '900000000000000001';
const target: MemberRef = { guildId, userId: '1' };
const minuteMs = 60_000;

function setUp() {
	const clock = { now: 1_000, isTrusted: true };
	const store = memoryStore();
	const rows = new SyncRows(store, { now: () => clock.now, isTrusted: () => clock.isTrusted });
	const due = async (guild?: string): Promise<string[]> => {
		const found: string[] = [];
		for await (const { target } of rows.due(guild)) found.push(target.userId);
		return found;
	};
	/** Requests a sync the way a change of claims does. */
	const follow = () => store.transact(async (tx) => (await rows.readIn(tx, target, true))());
	return { clock, store, rows, due, follow };
}

describe('the rows of role syncs', () => {
	it('are deleted only once the newest request has succeeded', async () => {
		const { rows, store, due } = setUp();
		const first = await rows.request(target);
		const second = await rows.request(target);
		expect([first.isNew, second.isNew, second.revision > first.revision]).toEqual([true, false, true]);
		expect(await rows.settle(target, first.revision)).toBe(false);
		expect([await rows.isWaiting(target), await due()]).toEqual([true, ['1']]);
		expect(await rows.settle(target, second.revision)).toBe(true);
		expect([store.keys(), await rows.isWaiting(target)]).toEqual([[], false]);
		expect(await rows.settle(target, second.revision)).toBe(false);
	});

	it('are due once more, minutes after a change of claims, since earlier calls may arrive after it', async () => {
		const { clock, rows, store, due, follow } = setUp();
		await follow();
		// Another request in between doesn't change that.
		const { revision } = await rows.request(target);
		expect(await rows.settle(target, revision)).toBe(true);
		const again = await rows.request(target);
		expect(await rows.settle(target, again.revision)).toBe(true);
		expect([await rows.isWaiting(target), await due()]).toEqual([false, []]);
		clock.now += 5 * minuteMs;
		clock.isTrusted = false;
		expect(await due()).toEqual([]);
		clock.isTrusted = true;
		expect(await due()).toEqual(['1']);
		expect(await rows.settle(target, again.revision)).toBe(true);
		expect(store.keys()).toEqual([]);
	});

	it('are also due once more after two processes have settled the same request', async () => {
		const { clock, rows, due, follow } = setUp();
		const { revision } = await follow();
		for (const _ of ['one process', 'another']) expect(await rows.settle(target, revision)).toBe(true);
		clock.now += 5 * minuteMs;
		expect(await due()).toEqual(['1']);
	});

	it('are listed and counted by guild, including blocked ones but not mere rechecks', async () => {
		const { rows, due, follow } = setUp();
		await rows.request({ guildId: '900000000000000002', userId: '2' });
		expect([await rows.waitingIn(guildId), await due(guildId), await due()]).toEqual([0, [], ['2']]);
		const { revision } = await follow();
		expect([await rows.waitingIn(guildId), await due(guildId)]).toEqual([1, ['1']]);
		await rows.settle(target, revision);
		expect(await rows.waitingIn(guildId)).toBe(0);
		const again = await rows.request(target);
		await rows.settle(target, again.revision, true);
		expect(await rows.waitingIn(guildId)).toBe(1);
	});
});
