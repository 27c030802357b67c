import { describe, expect, it } from 'vitest';
import type { GrantResult } from '../../src/roles/grant.js';
import { quietStates } from '../dependencies/quiet-states.js';
import { onCommit } from '../storage/on-commit.js';
import { settled, until } from './event-loop.js';
import { memoryStore } from './memory-store.js';
import { granted, guildId, setUp, target } from './set-up-queue.js';

const isRemoval = (written: ReadonlyMap<string, unknown>) => [...written.values()].includes(undefined);

describe('the grant queue', () => {
	it('forgets a wish only when it is fulfilled', async () => {
		let finish: (result: GrantResult) => void = () => {};
		const { queue, store } = setUp(() => new Promise((resolve) => (finish = resolve)));
		const ticket = await queue.request(target('1'));
		expect(store.keys()).toEqual([`grant:${guildId}:1`]);
		finish(granted);
		expect(await ticket.settled).toEqual(granted);
		await until(() => store.keys().length === 0);
	});

	it('keeps neither the member nor the next one waiting for the outbox, and forgets the wish all the same', async () => {
		const rows = memoryStore();
		const removals: (() => void)[] = [];
		const store = onCommit(rows, {
			async before(written) {
				if (isRemoval(written)) await new Promise<void>((resolve) => removals.push(resolve));
			},
		});
		const { queue } = setUp(async () => granted, { store });
		const tickets = await Promise.all(
			['1', '2', '3', '4', '5', '6'].map((user) => queue.request(target(user))),
		);
		for (const { settled } of tickets) expect(await settled).toEqual(granted);
		await until(() => removals.length === 6);
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
		let failures = 1;
		const store = onCommit(memoryStore(), {
			before(written) {
				if (isRemoval(written) && failures-- > 0) throw new Error('away');
			},
		});
		const { queue } = setUp(async () => granted, { store });
		await (await queue.request(target('1'))).settled;
		await until(() => queue.size === 0);
		expect(store.keys()).toEqual([]);
	});

	it('makes no try while the store is away, and tries for all members once it works', async () => {
		const states = quietStates();
		let tries = 0;
		const { queue, pauses, errors } = setUp(
			async () => {
				tries += 1;
				if (tries === 1) states.failed('database', 'reads', 'ECONNREFUSED');
				if (states.isFailing('database')) throw new Error('away');
				return granted;
			},
			{ states },
		);
		const users = Array.from({ length: 400 }, (_, index) => String(index));
		const tickets = await Promise.all(users.map((user) => queue.request(target(user))));
		for (let turn = 0; turn < 50; turn += 1) await settled();
		expect(errors).toHaveLength(1);
		expect([queue.size, pauses]).toEqual([400, []]);
		states.worked('database', 'reads');
		for (const ticket of tickets) expect((await ticket.settled).kind).toBe('granted');
	});

	it('works on what was recorded with a claim', async () => {
		const { queue, outbox, store, results } = setUp(async () => granted);
		outbox.tell([await outbox.recordRequest(target('1'))]);
		await until(() => queue.size === 0);
		expect([results, store.keys()]).toEqual([['1 granted'], []]);
	});

	it('gives the role also where another process has settled what was recorded with the claim', async () => {
		let tries = 0;
		const { queue, outbox, store } = setUp(async () => {
			tries += 1;
			return tries === 1 ? granted : { ...granted, added: [] };
		});
		const recorded = await outbox.recordRequest(target('1'));
		const another = setUp(async () => ({ ...granted, added: [] }), { store });
		await another.queue.resume();
		await until(() => store.keys().length === 0);
		await (await queue.request(target('1'), { roles: [] }, recorded)).settled;
		await until(() => queue.size === 0 && tries === 2);
		expect(store.keys()).toEqual([]);
	});

	it('takes up after a restart what the life before it has left', async () => {
		const store = memoryStore();
		const before = setUp(() => new Promise(() => {}), { store });
		await before.queue.request(target('1'));
		const seen: string[] = [];
		const after = setUp(
			async ({ userId }) => {
				seen.push(userId);
				return granted;
			},
			{ store },
		);
		await after.queue.resume();
		await after.queue.stop();
		expect(seen).toEqual(['1']);
		expect(store.keys()).toEqual([]);
	});

	it('asks again where its mark is lost: another process may have settled by roles that were older than its calls', async () => {
		const store = memoryStore();
		const answers: ((result: GrantResult) => void)[] = [];
		const { queue } = setUp(() => new Promise((resolve) => answers.push(resolve)), { store });
		const ticket = await queue.request(target('1'));
		const another = setUp(async () => ({ ...granted, added: [] }), { store });
		await (await another.queue.request(target('1'))).settled;
		await until(() => store.keys().length === 0);
		answers[0]?.(granted);
		expect(await ticket.settled).toEqual(granted);
		await until(() => answers.length === 2);
		answers[1]?.({ ...granted, added: [] });
		await until(() => queue.size === 0);
		expect(store.keys()).toEqual([]);
	});

	it('gives the role from memory where the store takes no wish, and reports that', async () => {
		const store = { ...memoryStore(), transact: () => Promise.reject(new Error('away')) };
		const { queue, errors, results } = setUp(async () => granted, { store });
		expect(await (await queue.request(target('1'))).settled).toEqual(granted);
		await until(() => queue.size === 0);
		expect([results, errors]).toEqual([['1 granted'], ['1 away']]);
	});

	it('keeps a wish for later, and tries nothing, where the guild is not served', async () => {
		const { queue, store, results } = setUp(async () => granted, { served: [] });
		const ticket = await queue.request(target('1'));
		expect([await ticket.first, await ticket.settled]).toEqual([{ kind: 'waiting' }, { kind: 'stopped' }]);
		expect([store.keys(), results]).toEqual([[`grant:${guildId}:1`], []]);
	});

	it('keeps the wishes of who waits or pauses where the guild is served no more', async () => {
		const served = [guildId];
		const { queue, store } = setUp(
			({ userId }) =>
				userId === '1' ? Promise.resolve({ kind: 'passing', reason: '500' }) : new Promise(() => {}),
			{ served, pause: () => new Promise(() => {}) },
		);
		const pausing = await queue.request(target('1'));
		await pausing.first;
		for (const user of ['2', '3', '4', '5']) await queue.request(target(user));
		const waiting = await queue.request(target('6'));
		expect(queue.size).toBe(6);
		served.length = 0;
		await queue.request(target('6'));
		expect([await pausing.settled, await waiting.settled]).toEqual([
			{ kind: 'stopped' },
			{ kind: 'stopped' },
		]);
		expect(queue.size).toBe(1);
		expect(store.keys()).toHaveLength(6);
	});

	it('looks in an hour at who has a role left without a claim', async () => {
		const { queue, store } = setUp(async () => ({ ...granted, isLeftBehind: true }));
		await (await queue.request(target('1'))).settled;
		await until(() => queue.size === 0);
		expect(await store.get(`grant:${guildId}:1`)).toMatchObject({ isDone: true, until: 60 * 60_000 + 1 });
	});

	it('forgets the wish of a member who has left', async () => {
		const { queue, store } = setUp(async () => ({ kind: 'member-left' }));
		await (await queue.request(target('1'))).settled;
		await until(() => queue.size === 0);
		expect([store.keys(), queue.parkedGuilds()]).toEqual([[], []]);
	});

	it('asks about a member behind the rules screening once, and leaves the rest to the drift check', async () => {
		const { queue, store, results, pauses } = setUp(async () => ({ kind: 'member-pending' }));
		const ticket = await queue.request(target('1'));
		expect(await ticket.first).toEqual({ kind: 'member-pending' });
		await until(() => queue.size === 0);
		await queue.resume();
		expect([results, pauses, store.keys()]).toEqual([['1 member-pending'], [], []]);
	});

	it('answers with one try several wishes that wait for it, and forgets them all', async () => {
		const tried: string[] = [];
		const answers: (() => void)[] = [];
		const { queue, store } = setUp(({ userId }) => {
			tried.push(userId);
			return new Promise((resolve) => answers.push(() => resolve(granted)));
		});
		for (const user of ['1', '2', '3', '4', '5', '5']) await queue.request(target(user));
		await queue.resume();
		for (let user = 0; user < 5; user += 1) {
			await until(() => answers.length > user);
			answers[user]?.();
		}
		await until(() => queue.size === 0);
		expect(tried).toEqual(['1', '2', '3', '4', '5']);
		expect(store.keys()).toEqual([]);
	});

	it('reads no more of the outbox once it is stopped', async () => {
		const rows = memoryStore();
		let read = 0;
		const store: typeof rows = {
			...rows,
			async *list(prefix) {
				for await (const row of rows.list(prefix)) {
					read += 1;
					yield row;
				}
			},
		};
		const { queue } = setUp(async () => granted, { store, served: [] });
		for (const user of ['1', '2', '3']) await queue.request(target(user));
		await queue.stop();
		await queue.resume();
		expect(read).toBe(1);
	});

	it('asks once more for no member whose roles it has not changed, where the mark is lost', async () => {
		for (const result of [{ kind: 'member-left' } as const, { ...granted, added: [] }]) {
			const store = memoryStore();
			let finish: (result: GrantResult) => void = () => {};
			const { queue, results, errors } = setUp(() => new Promise((resolve) => (finish = resolve)), { store });
			await queue.request(target('1'));
			await (await setUp(async () => result, { store }).queue.request(target('1'))).settled;
			finish(result);
			await until(() => queue.size === 0);
			expect([results, errors]).toEqual([[`1 ${result.kind}`], []]);
		}
	});

	it('asks once more where as many roles were taken as given, and the mark is lost', async () => {
		const store = memoryStore();
		const answers: ((result: GrantResult) => void)[] = [];
		const { queue } = setUp(() => new Promise((resolve) => answers.push(resolve)), { store });
		await queue.request(target('1'));
		await (await setUp(async () => ({ ...granted, added: [] }), { store }).queue.request(target('1')))
			.settled;
		answers[0]?.({ ...granted, removed: ['s'] });
		await until(() => answers.length === 2);
	});

	it('does not read the outbox where the guild was not parked', async () => {
		const store = { ...memoryStore(), list: () => expect.unreachable() };
		const { queue, errors } = setUp(async () => granted, { store });
		await (await queue.request(target('1'))).settled;
		await until(() => queue.size === 0);
		expect(errors).toEqual([]);
	});

	it('has stopped when the last try is over', async () => {
		const answers: (() => void)[] = [];
		const another = '900000000000000002';
		const served = [guildId, another];
		const { queue } = setUp(() => new Promise((resolve) => answers.push(() => resolve(granted))), { served });
		await queue.request(target('1'));
		await queue.request({ guildId: another, userId: '1' });
		let isStopped = false;
		const stopping = queue.stop().then(() => (isStopped = true));
		answers[0]?.();
		await settled();
		await settled();
		expect(isStopped).toBe(false);
		answers[1]?.();
		await stopping;
	});
});
