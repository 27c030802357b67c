import { describe, expect, it } from 'vitest';
import type { MemberRef } from '../../src/base/member-ref.js';
import { GrantOutbox } from '../../src/roles/grant-outbox.js';
import { compareAndSet } from '../storage/compare-and-set.js';
import { memoryStore } from './memory-store.js';

const target: MemberRef = { guildId: '900000000000000001', userId: '1' };
const minuteMs = 60_000;

function setUp() {
	const clock = { now: 1_000, isTrusted: true };
	const store = memoryStore();
	const outbox = new GrantOutbox(store, { now: () => clock.now }, { isTrusted: () => clock.isTrusted });
	const waiting = async (): Promise<string[]> => {
		const found: string[] = [];
		for await (const { userId } of outbox.waiting()) found.push(userId);
		return found;
	};
	/** As a change of claims requests it. */
	const follow = () => store.transact((tx) => outbox.requestIn(tx, target, { isCheckedAgain: true }));
	return { clock, store, outbox, waiting, follow };
}

describe('the outbox', () => {
	it('forgets a wish with its mark, and reports where a newer one has come', async () => {
		const { outbox, store } = setUp();
		const first = await outbox.recordRequest(target);
		const second = await outbox.recordRequest(target);
		expect([first.isSecond, second.isSecond]).toEqual([false, true]);
		expect(await outbox.settle(target, first.mark)).toBe(false);
		expect(await outbox.settle(target, second.mark)).toBe(true);
		expect(store.keys()).toEqual([]);
		expect(await outbox.settle(target, second.mark)).toBe(false);
	});

	it('lists who still waits: from the wish until its end', async () => {
		const { outbox } = setUp();
		expect(await outbox.has(target)).toBe(false);
		await outbox.recordRequest(target);
		expect(await outbox.has(target)).toBe(true);
	});

	it('keeps a final check while the clock is off: the call that it is for may still arrive', async () => {
		const { outbox, clock, waiting, store, follow } = setUp();
		const { mark } = await follow();
		await outbox.settle(target, mark);
		clock.now += 3 * 24 * 60 * minuteMs;
		clock.isTrusted = false;
		expect(await waiting()).toEqual([]);
		const asked = await outbox.recordRequest(target);
		await outbox.settle(target, asked.mark);
		expect(store.keys()).toHaveLength(1);
		clock.isTrusted = true;
		expect(await waiting()).toEqual([target.userId]);
	});

	it('takes a wish for the first where the one before is fulfilled and only looked at again', async () => {
		const { outbox, follow } = setUp();
		const { mark } = await follow();
		await outbox.settle(target, mark);
		expect((await outbox.recordRequest(target)).isSecond).toBe(false);
	});

	it('looks once more, minutes after a change of claims: what was sent before it may arrive after it', async () => {
		const { clock, outbox, store, waiting, follow } = setUp();
		await follow();
		const { mark } = await outbox.recordRequest(target);
		expect(await outbox.settle(target, mark)).toBe(true);
		expect(await outbox.has(target)).toBe(false);
		expect(await waiting()).toEqual([]);
		clock.now += 5 * minuteMs;
		expect(await waiting()).toEqual(['1']);
		expect(await outbox.settle(target, mark)).toBe(true);
		expect(store.keys()).toEqual([]);
	});

	it('reads the entries of older versions, and gets rid of one that cannot be read', async () => {
		const { outbox, store, waiting } = setUp();
		await compareAndSet(store, 'grant:900000000000000001:1', undefined, { v: 1, mark: 5 });
		expect(await waiting()).toEqual(['1']);
		expect(await outbox.settle(target, 5)).toBe(true);
		await compareAndSet(store, 'grant:900000000000000001:1', undefined, 'damaged');
		expect(await waiting()).toEqual(['1']);
		expect(await outbox.has(target)).toBe(true);
		expect(await outbox.waitingIn(target.guildId)).toBe(1);
		expect(await outbox.settle(target, 0)).toBe(true);
		expect(store.keys()).toEqual([]);
		expect(await outbox.settle(target, 0)).toBe(false);
	});

	it('takes a wish beside an entry that cannot be read for the second: another wish is in flight', async () => {
		const { outbox, store } = setUp();
		await compareAndSet(store, 'grant:900000000000000001:1', undefined, 'damaged');
		expect((await outbox.recordRequest(target)).isSecond).toBe(true);
	});

	it('passes over a key that names no member', async () => {
		const { outbox, store, waiting } = setUp();
		await compareAndSet(store, 'grant:900000000000000001', undefined, { v: 1, mark: 5 });
		await compareAndSet(store, 'grant::1', undefined, { v: 1, mark: 5 });
		await outbox.recordRequest({ ...target, userId: '2' });
		expect(await waiting()).toEqual(['2']);
	});

	it('lets a wish rest for an hour where nothing can be done, unless it is no longer the latest', async () => {
		const { clock, outbox, waiting } = setUp();
		expect(await outbox.postpone(target, 1)).toBe(false);
		const first = await outbox.recordRequest(target);
		const { mark } = await outbox.recordRequest(target);
		expect(await outbox.postpone(target, first.mark)).toBe(false);
		expect(await waiting()).toEqual(['1']);
		expect(await outbox.postpone(target, mark)).toBe(true);
		clock.now += 60 * minuteMs - 1;
		expect(await waiting()).toEqual([]);
		clock.now += 1;
		expect(await waiting()).toEqual(['1']);
	});

	it('takes a request for the second if the final check of the one before is due', async () => {
		const { clock, outbox } = setUp();
		await outbox.postpone(target, (await outbox.recordRequest(target)).mark);
		clock.now += 60 * minuteMs;
		expect((await outbox.recordRequest(target)).isSecond).toBe(true);
	});

	it('counts who waits in one guild, also for what can’t be done now, and not who is only looked at again', async () => {
		const { clock, outbox, follow } = setUp();
		const { guildId } = target;
		await outbox.recordRequest({ ...target, guildId: '900000000000000002' });
		expect(await outbox.waitingIn(guildId)).toBe(0);
		const { mark } = await follow();
		expect(await outbox.waitingIn(guildId)).toBe(1);
		await outbox.settle(target, mark);
		expect(await outbox.waitingIn(guildId)).toBe(0);
		const again = await outbox.recordRequest(target);
		await outbox.postpone(target, again.mark);
		clock.now += 30 * minuteMs;
		expect(await outbox.waitingIn(guildId)).toBe(1);
	});
});
