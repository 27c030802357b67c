import { describe, expect, it } from 'vitest';
import type { MemberRef } from '../../src/member-ref.js';
import { GrantOutbox } from '../../src/roles/grant-outbox.js';
import { memoryStore } from './memory-store.js';

const target: MemberRef = { guildId: '900000000000000001', userId: '1' };
const minuteMs = 60_000;

function setUp() {
	const clock = { now: 1_000 };
	const store = memoryStore();
	const outbox = new GrantOutbox(store, () => clock.now);
	const waiting = async (): Promise<string[]> => {
		const found: string[] = [];
		for await (const { userId } of outbox.waiting()) found.push(userId);
		return found;
	};
	return { clock, store, outbox, waiting };
}

describe('the outbox', () => {
	it('forgets a wish with its mark, and tells where a newer one has come', async () => {
		const { outbox, store } = setUp();
		const first = await outbox.ask(target);
		const second = await outbox.ask(target);
		expect([first.isSecond, second.isSecond]).toEqual([false, true]);
		expect(await outbox.settle(target, first.mark)).toBe(false);
		expect(await outbox.settle(target, second.mark)).toBe(true);
		expect(store.keys()).toEqual([]);
		expect(await outbox.settle(target, second.mark)).toBe(false);
	});

	it('looks once more, minutes after a change that was announced: what was sent before it may arrive after it', async () => {
		const { clock, outbox, store, waiting } = setUp();
		await outbox.record(target);
		const { mark } = await outbox.ask(target);
		expect(await outbox.settle(target, mark)).toBe(true);
		expect(await outbox.has(target)).toBe(false);
		expect(await waiting()).toEqual([]);
		clock.now += 5 * minuteMs;
		expect(await waiting()).toEqual(['1']);
		expect(await outbox.settle(target, mark)).toBe(true);
		expect(store.keys()).toEqual([]);
	});

	it('keeps an announced change that was never carried out until it is looked at', async () => {
		const { clock, outbox, store } = setUp();
		const mark = await outbox.record(target);
		// A sweep of another process, before the change has happened.
		expect(await outbox.settle(target, mark)).toBe(true);
		expect(store.keys()).toHaveLength(1);
		clock.now += 5 * minuteMs;
		expect(await outbox.settle(target, mark)).toBe(true);
		expect(store.keys()).toEqual([]);
	});

	it('reads the entries of older versions, and gets rid of one that cannot be read', async () => {
		const { outbox, store, waiting } = setUp();
		await store.compareAndSet('grant:900000000000000001:1', undefined, { v: 1, mark: 5 });
		expect(await waiting()).toEqual(['1']);
		expect(await outbox.settle(target, 5)).toBe(true);
		await store.compareAndSet('grant:900000000000000001:1', undefined, 'damaged');
		expect(await waiting()).toEqual(['1']);
		expect(await outbox.settle(target, 0)).toBe(true);
		expect(store.keys()).toEqual([]);
	});

	it('counts who waits in one guild, also for what can’t be done now, and not who is only looked at once more', async () => {
		const { clock, outbox } = setUp();
		const { guildId } = target;
		await outbox.ask({ ...target, guildId: '900000000000000002' });
		expect(await outbox.waitingIn(guildId)).toBe(0);
		await outbox.record(target);
		const { mark } = await outbox.ask(target);
		expect(await outbox.waitingIn(guildId)).toBe(1);
		await outbox.settle(target, mark);
		expect(await outbox.waitingIn(guildId)).toBe(0);
		const again = await outbox.ask(target);
		await outbox.postpone(target, again.mark);
		clock.now += 30 * minuteMs;
		expect(await outbox.waitingIn(guildId)).toBe(1);
	});
});
