import { describe, expect, it } from 'vitest';
import type { MemberRef } from '../../src/member-ref.js';
import type { GrantResult } from '../../src/roles/grant.js';
import { GrantOutbox } from '../../src/roles/grant-outbox.js';
import { GrantQueue } from '../../src/roles/grant-queue.js';
import { memoryStore } from './memory-store.js';

const guildId = '900000000000000001';
const granted: GrantResult = { kind: 'granted', added: ['r'], removed: [], withheld: [] };
const blocked: GrantResult = { kind: 'blocked', obstacle: 'role-too-high', roleId: 'r' };
const target = (userId: string): MemberRef => ({ guildId, userId });

function setUp(
	syncRoles: (target: MemberRef, held?: readonly string[]) => Promise<GrantResult>,
	store = memoryStore(),
	pause: () => Promise<void> = async () => {},
	clock = { now: 0 },
) {
	const pauses: number[] = [];
	const queue = new GrantQueue({
		outbox: new GrantOutbox(store, () => 1),
		serves: () => true,
		syncRoles,
		onResult: () => {},
		onError: () => {},
		now: () => clock.now,
		random: () => 0,
		delay: async (ms, signal) => {
			pauses.push(ms);
			if (pauses.length > 50 && !signal.aborted) await new Promise(() => {});
			await pause();
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

	it('keeps neither the member nor the next one waiting for the outbox, and forgets the wish all the same', async () => {
		const rows = memoryStore();
		const removals: (() => void)[] = [];
		const store: typeof rows = {
			...rows,
			compareAndSet: async (key, expected, next) => {
				if (next === undefined) await new Promise<void>((resolve) => removals.push(resolve));
				return await rows.compareAndSet(key, expected, next);
			},
		};
		const { queue } = setUp(async () => granted, store);
		const tickets = await Promise.all(range(1, 7).map((user) => queue.request(target(String(user)))));
		for (const { settled } of tickets) expect(await settled).toEqual(granted);
		await waitFor(() => removals.length === 6);
		expect(store.keys()).toHaveLength(6);
		let isStopped = false;
		const stopping = queue.stop().then(() => (isStopped = true));
		await settled();
		expect(isStopped).toBe(false);
		for (const remove of removals) remove();
		await stopping;
		expect(store.keys()).toEqual([]);
	});

	it('looks again at a wish that the outbox did not forget, as when the store is away', async () => {
		const rows = memoryStore();
		let failures = 1;
		const store: typeof rows = {
			...rows,
			compareAndSet: async (key, expected, next) => {
				if (next === undefined && failures-- > 0) throw new Error('away');
				return await rows.compareAndSet(key, expected, next);
			},
		};
		const { queue } = setUp(async () => granted, store);
		await (await queue.request(target('1'))).settled;
		await waitFor(() => queue.size === 0);
		expect(store.keys()).toEqual([]);
	});

	it('has in the outbox what is announced, from before the claim until its role is given', async () => {
		const swaps: string[] = [];
		const rows = memoryStore();
		const store: typeof rows = {
			...rows,
			compareAndSet: (key, expected, next) => {
				swaps.push(next === undefined ? 'removed' : 'written');
				return rows.compareAndSet(key, expected, next);
			},
		};
		const { queue } = setUp(async () => granted, store);
		const announced = await queue.announce(target('1'));
		expect(store.keys()).toEqual([`grant:${guildId}:1`]);
		await (await queue.request(target('1'), [], announced)).settled;
		expect([store.keys(), swaps]).toEqual([[], ['written', 'removed']]);
	});

	it('gives the role also where another process has settled what was announced before the claim was there', async () => {
		let tries = 0;
		const { queue, store } = setUp(async () => {
			tries += 1;
			return tries === 1 ? granted : { ...granted, added: [] };
		});
		const announced = await queue.announce(target('1'));
		const another = setUp(async () => ({ ...granted, added: [] }), store);
		await another.queue.resume();
		await waitFor(() => store.keys().length === 0);
		await (await queue.request(target('1'), [], announced)).settled;
		await waitFor(() => queue.size === 0 && tries === 2);
		expect(store.keys()).toEqual([]);
	});

	it('forgets what was announced where nothing came of it, and not what has been asked for since', async () => {
		const { queue, store } = setUp(async () => granted);
		await queue.withdraw(target('1'), await queue.announce(target('1')));
		expect(store.keys()).toEqual([]);
		const announced = await queue.announce(target('1'));
		await queue.announce(target('1'));
		await queue.withdraw(target('1'), announced);
		expect(store.keys()).toEqual([`grant:${guildId}:1`]);
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

	it('answers at once those whose role is not expected soon, by their place and the pace of late', async () => {
		const clock = { now: 0 };
		const finish: (() => void)[] = [];
		const { queue } = setUp(
			() => new Promise((resolve) => finish.push(() => resolve(granted))),
			memoryStore(),
			undefined,
			clock,
		);
		const known: string[] = [];
		const ask = async (user: string): Promise<void> => {
			const { first } = await queue.request(target(user));
			void first.then(({ kind }) => known.push(`${user} ${kind}`));
			await settled();
		};
		const give = async (): Promise<void> => {
			finish.shift()?.();
			await settled();
		};
		for (const user of ['1', '2', '3']) await ask(user);
		expect(known).toEqual(['3 waiting']);
		for (let roles = 0; roles < 3; roles += 1) {
			clock.now += 1_000;
			await give();
		}
		expect(known).toEqual(['3 waiting', '1 granted', '2 granted']);
		// A role takes so long now that one ahead is too many. Who is alone waits for it all the same.
		for (const user of ['4', '5']) await ask(user);
		expect(known.slice(3)).toEqual(['5 waiting']);
		clock.now += 10;
		for (let roles = 0; roles < 2; roles += 1) await give();
		for (let user = 6; user < 26; user += 1) {
			await ask(String(user));
			await give();
		}
		expect(known.slice(4)).toEqual(['4 granted', ...range(6, 26).map((user) => `${user} granted`)]);
		// Ten milliseconds for a role by now: more may be ahead.
		for (const user of range(30, 40)) await ask(String(user));
		expect(known.slice(25)).toEqual([]);
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

	it('parks a guild after one refused try instead of trying for each of its members', async () => {
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

	it('keeps to one line of tries for a member, however often the sweep takes the wish up', async () => {
		let tries = 0;
		const wakes: (() => void)[] = [];
		const queue = new GrantQueue({
			outbox: new GrantOutbox(memoryStore(), () => 1),
			serves: () => true,
			syncRoles: async () => {
				tries += 1;
				return { kind: 'passing', reason: 'down' };
			},
			onResult: () => {},
			onError: () => {},
			now: () => 0,
			random: () => 0,
			delay: () => new Promise((resolve) => wakes.push(resolve)),
		});
		await (await queue.request(target('1'))).first;
		await queue.resume();
		await queue.resume();
		expect([tries, queue.size]).toEqual([1, 1]);
		wakes[0]?.();
		await waitFor(() => wakes.length === 2);
		expect([tries, queue.size]).toEqual([2, 1]);
	});

	it('does not try again for a wish that the sweep finds in the outbox while it is in work', async () => {
		let tries = 0;
		let finish: (result: GrantResult) => void = () => {};
		const { queue } = setUp(() => {
			tries += 1;
			return new Promise((resolve) => (finish = resolve));
		});
		await queue.request(target('1'));
		await queue.resume();
		finish(granted);
		await waitFor(() => queue.size === 0);
		expect(tries).toBe(1);
	});

	it('tries at once for a member who verifies during the pause after a passing failure', async () => {
		const results: GrantResult[] = [{ kind: 'passing', reason: '500' }];
		const { queue } = setUp(
			async () => results.shift() ?? granted,
			memoryStore(),
			() => new Promise(() => {}),
		);
		const first = await queue.request(target('1'));
		await first.first;
		await queue.request(target('1'), ['held']);
		expect(await first.settled).toEqual(granted);
	});

	it('tries again at once where something changed in the guild while Discord was refusing', async () => {
		const answers: ((result: GrantResult) => void)[] = [];
		const { queue } = setUp(() => new Promise((resolve) => answers.push(resolve)));
		const ticket = await queue.request(target('1'));
		queue.unpark(guildId);
		answers[0]?.(blocked);
		await waitFor(() => answers.length === 2);
		answers[1]?.(granted);
		expect(await ticket.settled).toEqual(granted);
		expect(queue.parkedGuilds()).toEqual([]);
	});

	it('tries for the members who verify in a parked guild one by one', async () => {
		let running = 0;
		let most = 0;
		const { queue } = setUp(async () => {
			running += 1;
			most = Math.max(most, running);
			await new Promise((resolve) => setImmediate(resolve));
			running -= 1;
			return blocked;
		});
		await (await queue.request(target('0'))).settled;
		most = 0;
		const tickets = await Promise.all(['1', '2', '3'].map((user) => queue.request(target(user), ['held'])));
		await Promise.all(tickets.map(({ settled }) => settled));
		expect(most).toBe(1);
	});

	it('tells a wish that comes after the stop, or waits behind a try, that it is for the next start', async () => {
		let finish: (result: GrantResult) => void = () => {};
		const { queue, store } = setUp(() => new Promise((resolve) => (finish = resolve)));
		const underWay = await queue.request(target('1'));
		const behind = await queue.request(target('1'));
		const stopped = queue.stop();
		expect(await behind.settled).toEqual({ kind: 'stopped' });
		expect(await (await queue.request(target('2'))).settled).toEqual({ kind: 'stopped' });
		finish(granted);
		expect(await underWay.settled).toEqual(granted);
		await stopped;
		expect(store.keys()).toEqual([`grant:${guildId}:1`, `grant:${guildId}:2`]);
	});

	it('asks again where its mark is gone: another process may have settled by roles that were older than its calls', async () => {
		const store = memoryStore();
		const answers: ((result: GrantResult) => void)[] = [];
		const { queue } = setUp(() => new Promise((resolve) => answers.push(resolve)), store);
		const ticket = await queue.request(target('1'));
		const another = setUp(async () => ({ ...granted, added: [] }), store);
		await (await another.queue.request(target('1'))).settled;
		expect(store.keys()).toEqual([]);
		answers[0]?.(granted);
		expect(await ticket.settled).toEqual(granted);
		await waitFor(() => answers.length === 2);
		answers[1]?.({ ...granted, added: [] });
		await waitFor(() => queue.size === 0);
		expect(store.keys()).toEqual([]);
	});

	it('does not plan by what an interaction has told where a later wish has joined it', async () => {
		const seen: (readonly string[] | undefined)[] = [];
		let finish: (result: GrantResult) => void = () => {};
		const { queue } = setUp((_, held) => {
			seen.push(held);
			return new Promise((resolve) => (finish = resolve));
		});
		// All four workers are busy, so that the next one waits for the first try.
		for (const user of ['1', '2', '3', '4']) await queue.request(target(user));
		await queue.request(target('5'), ['told']);
		await queue.request(target('5'));
		finish(granted);
		await waitFor(() => seen.length === 5);
		expect(seen.at(-1)).toBeUndefined();
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

/** Everything that promises lead to. */
function settled(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}

function range(from: number, to: number): number[] {
	return Array.from({ length: to - from }, (_, index) => from + index);
}
