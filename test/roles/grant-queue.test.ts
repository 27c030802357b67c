import { describe, expect, it } from 'vitest';
import type { GrantResult } from '../../src/roles/grant.js';
import { GrantOutbox, type GrantTarget, type OutboxStore } from '../../src/roles/grant-outbox.js';
import { GrantQueue } from '../../src/roles/grant-queue.js';

const guildId = '900000000000000001';
const granted: GrantResult = { kind: 'granted', added: ['r'], removed: [] };
const blocked: GrantResult = { kind: 'blocked', obstacle: 'role-too-high', roleId: 'r' };
const target = (userId: string): GrantTarget => ({ guildId, userId });

/** A store in memory with the store's rules, so that two queues can share one as two lives of a process do. */
function memoryStore(): OutboxStore & { readonly keys: () => string[] } {
	const rows = new Map<string, unknown>();
	return {
		get: async (key) => rows.get(key),
		compareAndSet: async (key, expected, next) => {
			if (JSON.stringify(rows.get(key)) !== JSON.stringify(expected)) return false;
			if (next === undefined) rows.delete(key);
			else rows.set(key, next);
			return true;
		},
		async *list(prefix) {
			for (const [key, value] of [...rows]) if (key.startsWith(prefix)) yield { key, value };
		},
		keys: () => [...rows.keys()],
	};
}

function setUp(
	bringInLine: (target: GrantTarget, held?: readonly string[]) => Promise<GrantResult>,
	store = memoryStore(),
) {
	const pauses: number[] = [];
	const queue = new GrantQueue({
		outbox: new GrantOutbox(store, () => 1),
		bringInLine,
		onResult: () => {},
		onError: () => {},
		random: () => 0,
		delay: async (ms, signal) => {
			pauses.push(ms);
			if (pauses.length > 50 && !signal.aborted) await new Promise(() => {});
		},
	});
	return { queue, store, pauses };
}

describe('the grant queue', () => {
	it('forgets a wish only when it is fulfilled', async () => {
		let finish: (result: GrantResult) => void = () => {};
		const { queue, store } = setUp(() => new Promise((resolve) => (finish = resolve)));
		const ticket = await queue.request(target('1'));
		expect(store.keys()).toEqual([`grant:${guildId}:1`]);
		finish(granted);
		expect(await ticket.settled).toEqual(granted);
		expect(store.keys()).toEqual([]);
	});

	it('tells after the first try that a role has to wait, and gives it when Discord is back', async () => {
		const results: GrantResult[] = [
			{ kind: 'passing', reason: '500' },
			{ kind: 'passing', reason: '500' },
			granted,
		];
		const { queue, pauses } = setUp(async () => results.shift() ?? granted);
		const ticket = await queue.request(target('1'));
		expect(await ticket.first).toEqual({ kind: 'waiting' });
		expect(await ticket.settled).toEqual(granted);
		expect(pauses).toEqual([500, 1_000]);
	});

	it('retries when a try throws, as when the store is away', async () => {
		let tries = 0;
		const { queue } = setUp(async () => {
			tries += 1;
			if (tries === 1) throw new Error('store away');
			return granted;
		});
		const ticket = await queue.request(target('1'));
		expect(await ticket.settled).toEqual(granted);
	});

	it('takes up after a restart what the life before it has left', async () => {
		const store = memoryStore();
		const before = setUp(() => new Promise(() => {}), store);
		await before.queue.request(target('1'));
		const seen: string[] = [];
		const after = setUp(async ({ userId }) => {
			seen.push(userId);
			return granted;
		}, store);
		await after.queue.resume();
		await after.queue.stop();
		expect(seen).toEqual(['1']);
		expect(store.keys()).toEqual([]);
	});

	it('parks a guild after one doomed try instead of trying for each of its members', async () => {
		const tried: string[] = [];
		const { queue, store } = setUp(async ({ userId }) => {
			tried.push(userId);
			return blocked;
		});
		expect(await (await queue.request(target('0'))).settled).toEqual(blocked);
		for (let user = 1; user <= 20; user += 1) {
			expect(await (await queue.request(target(String(user)))).settled).toEqual(blocked);
		}
		expect(tried).toEqual(['0']);
		expect(queue.parkedGuilds()).toEqual([guildId]);
		expect(store.keys()).toHaveLength(21);
	});

	it('gives everybody their roles once the guild is mended, beginning with a single try', async () => {
		let mended = false;
		let alone = true;
		let atOnce = 0;
		const { queue, store } = setUp(async () => {
			atOnce += 1;
			if (mended && alone && atOnce > 1) throw new Error('two tries while probing');
			await new Promise((resolve) => setImmediate(resolve));
			atOnce -= 1;
			if (mended) alone = false;
			return mended ? granted : blocked;
		});
		for (let user = 0; user < 10; user += 1) await (await queue.request(target(String(user)))).settled;
		mended = true;
		queue.unpark(guildId);
		await queue.resume();
		await waitFor(() => queue.size === 0);
		expect(store.keys()).toEqual([]);
		expect(queue.parkedGuilds()).toEqual([]);
	});

	it('tries for a member who verifies in a parked guild, and with success helps all who wait', async () => {
		let mended = false;
		const { queue, store } = setUp(async () => (mended ? granted : blocked));
		await (await queue.request(target('1'))).settled;
		await (await queue.request(target('2'))).settled;
		mended = true;
		expect(await (await queue.request(target('3'), ['held'])).settled).toEqual(granted);
		await waitFor(() => store.keys().length === 0);
	});

	it('tries for one member one at a time, and again for a wish that came during a try', async () => {
		let running = 0;
		let tries = 0;
		const { queue } = setUp(async () => {
			running += 1;
			expect(running).toBe(1);
			tries += 1;
			await new Promise((resolve) => setImmediate(resolve));
			running -= 1;
			return granted;
		});
		const tickets = [await queue.request(target('1')), await queue.request(target('1'))];
		await Promise.all(tickets.map(({ settled }) => settled));
		expect(tries).toBe(2);
	});

	it('stops without a further try, tells who waits, and keeps their wishes', async () => {
		const { queue, store } = setUp(async () => ({ kind: 'passing', reason: 'down' }));
		const ticket = await queue.request(target('1'));
		await ticket.first;
		await queue.stop();
		expect(await ticket.settled).toEqual({ kind: 'stopped' });
		expect(store.keys()).toHaveLength(1);
	});
});

async function waitFor(condition: () => boolean): Promise<void> {
	while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}
