import { describe, expect, it } from 'vitest';
import type { RoleRules } from '../../src/guilds/role-rules.js';
import type { GrantResult } from '../../src/roles/grant.js';
import { GrantOutbox } from '../../src/roles/grant-outbox.js';
import { GrantQueue } from '../../src/roles/grant-queue.js';
import { allUp } from '../dependencies/all-up.js';
import { settled, until } from './event-loop.js';
import { memoryStore } from './memory-store.js';
import { blocked, granted, guildId, setUp, target } from './set-up-queue.js';

describe('a try of the grant queue', () => {
	it('reports after the first try that a role has to wait, and gives it when Discord is back', async () => {
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

	it.each([
		[0, [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]],
		[1, [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]],
	])(
		'comes after ever longer pauses, up to a minute, and down to half of that by chance of %d',
		async (random, expected) => {
			let tries = 0;
			const { queue, pauses, results, errors } = setUp(
				async () => {
					tries += 1;
					return tries > 8 ? granted : { kind: 'passing', reason: '500' };
				},
				{ random },
			);
			await (await queue.request(target('1'))).settled;
			expect(pauses).toEqual(expected);
			expect(results).toEqual([...Array.from({ length: 8 }, () => '1 passing'), '1 granted']);
			expect(errors).toEqual([]);
		},
	);

	it('plans by the roles that an interaction has shown, the first time', async () => {
		const seen: (readonly string[] | undefined)[] = [];
		const { queue } = setUp(async (_, held) => {
			seen.push(held?.roles);
			return seen.length === 1 ? { kind: 'passing', reason: '500' } : granted;
		});
		await (await queue.request(target('1'), { roles: ['told'] })).settled;
		expect(seen).toEqual([['told'], undefined]);
	});

	it('follows the rules that an interaction has read only if it begins immediately, and only the first time', async () => {
		const known = { buyerRoleId: 'told', itemRoles: {}, categoryRoles: {}, licenceRoles: {} } as RoleRules;
		const seen: string[] = [];
		const ends: (() => void)[] = [];
		const { queue } = setUp(async ({ userId }, _, rules) => {
			const nth = seen.push(`${userId} ${rules?.buyerRoleId ?? 'read anew'}`);
			await new Promise<void>((resolve) => ends.push(resolve));
			return nth === 1 ? { kind: 'passing', reason: '500' } : granted;
		});
		const users = ['1', '2'].map(target);
		const tickets = [];
		for (const user of users) tickets.push(await queue.request(user, { roles: [] }, undefined, known));
		for (const _ of [...users, 'again']) {
			await expect.poll(() => ends.length).toBeGreaterThan(0);
			ends.shift()?.();
		}
		for (const { settled } of tickets) await settled;
		expect(seen.toSorted()).toEqual(['1 read anew', '1 told', '2 read anew']);
	});

	it('asks for the roles where calls of an earlier wish may be in flight, here or elsewhere', async () => {
		const seen: (readonly string[] | undefined)[] = [];
		const { queue, store } = setUp(async (_, held) => {
			seen.push(held?.roles);
			return granted;
		});
		await setUp(() => new Promise(() => {}), { store }).queue.request(target('1'));
		await (await queue.request(target('1'), { roles: ['told'] })).settled;
		expect(seen).toEqual([undefined]);
	});

	it('fails for the wish that came meanwhile, too, and both have the answer of the next one immediately', async () => {
		const answers: ((result: GrantResult) => void)[] = [];
		const { queue, pauses } = setUp(() => new Promise((resolve) => answers.push(resolve)));
		const tickets = [await queue.request(target('1')), await queue.request(target('1'))];
		answers[0]?.({ kind: 'passing', reason: '500' });
		await until(() => answers.length === 2);
		answers[1]?.(granted);
		expect(await Promise.all(tickets.map((ticket) => ticket.settled))).toEqual([granted, granted]);
		expect([answers.length, pauses]).toEqual([2, []]);
	});

	it('comes again for a wish that came meanwhile where the store is away', async () => {
		const store = { ...memoryStore(), compareAndSet: () => Promise.reject(new Error('away')) };
		const answers: (() => void)[] = [];
		const { queue } = setUp(() => new Promise((resolve) => answers.push(() => resolve(granted))), { store });
		for (let wishes = 0; wishes < 2; wishes += 1) await queue.request(target('1'));
		answers[0]?.();
		await until(() => answers.length === 2);
	});

	it('is cut short by no pause but its own', async () => {
		const served = [guildId];
		const wakes: (() => void)[] = [];
		const { queue, results } = setUp(async () => ({ kind: 'passing', reason: '500' }), {
			served,
			pause: () => new Promise((resolve) => wakes.push(resolve)),
		});
		await queue.request(target('1'));
		await until(() => wakes.length === 1);
		await queue.request(target('1'), { roles: ['held'] });
		await until(() => wakes.length === 2);
		wakes[0]?.();
		await settled();
		expect(results).toHaveLength(2);
		served.length = 0;
		await queue.request(target('1'), { roles: ['held'] });
		served.push(guildId);
		wakes[1]?.();
		await settled();
		expect(results).toHaveLength(2);
	});

	it('is not repeated for a change in the guild where it was not refused', async () => {
		let finish: (result: GrantResult) => void = () => {};
		const { queue, results } = setUp(() => new Promise((resolve) => (finish = resolve)));
		const ticket = await queue.request(target('1'));
		queue.noteChange(guildId);
		finish(granted);
		expect(await ticket.settled).toEqual(granted);
		expect(results).toEqual(['1 granted']);
	});

	it('is left to the next start where it would be repeated for a change at a stop', async () => {
		let finish: (result: GrantResult) => void = () => {};
		const { queue } = setUp(() => new Promise((resolve) => (finish = resolve)));
		const ticket = await queue.request(target('1'));
		queue.noteChange(guildId);
		const stopping = queue.stop();
		finish(blocked);
		await stopping;
		expect(await ticket.settled).toEqual({ kind: 'stopped' });
	});

	it('answers immediately a member with more than five ahead', async () => {
		const finish: (() => void)[] = [];
		const { queue } = setUp(() => new Promise((resolve) => finish.push(() => resolve(granted))));
		const answered: string[] = [];
		const ask = async (user: string): Promise<void> => {
			const { first } = await queue.request(target(user));
			void first.then(({ kind }) => answered.push(`${user} ${kind}`));
			await settled();
		};
		for (const user of ['1', '2', '3', '4', '5', '6', '7']) await ask(user);
		expect(answered).toEqual(['7 waiting']);
		for (let roles = 0; roles < 2; roles += 1) {
			finish.shift()?.();
			await settled();
		}
		await ask('8');
		expect(answered).toEqual(['7 waiting', '1 granted', '2 granted']);
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

	it('waits for the one before it in the guild, so that each knows whether Discord refused that', async () => {
		const tried: string[] = [];
		const finish: (() => void)[] = [];
		const another = '900000000000000002';
		const { queue } = setUp(
			({ guildId, userId }) => {
				tried.push(`${guildId === another ? 'another ' : ''}${userId}`);
				return new Promise((resolve) => finish.push(() => resolve(granted)));
			},
			{ served: [guildId, another] },
		);
		for (const user of ['1', '2']) await queue.request(target(user));
		await queue.request({ guildId: another, userId: '1' });
		expect(tried).toEqual(['1', 'another 1']);
		finish[0]?.();
		await until(() => tried.length === 3);
		expect(tried.at(-1)).toBe('2');
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
			outbox: new GrantOutbox(memoryStore(), { now: () => 1 }),
			served: { serves: () => true },
			roles: {
				sync: async () => {
					tries += 1;
					return { kind: 'passing', reason: 'down' };
				},
			},
			blockedRoles: { follow: () => {} },
			metrics: { grants: { inc: () => {} } },
			logger: { debug: () => {}, error: () => {} },
			states: allUp,
			clock: { now: () => 0, delay: () => new Promise((resolve) => wakes.push(resolve)) },
			random: () => 0,
		});
		await (await queue.request(target('1'))).first;
		await queue.resume();
		await queue.resume();
		expect([tries, queue.size]).toEqual([1, 1]);
		wakes[0]?.();
		await until(() => wakes.length === 2);
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
		await until(() => queue.size === 0);
		expect(tries).toBe(1);
	});

	it('tries immediately for a member who verifies during the pause after a passing failure', async () => {
		const results: GrantResult[] = [{ kind: 'passing', reason: '500' }];
		const { queue } = setUp(async () => results.shift() ?? granted, { pause: () => new Promise(() => {}) });
		const first = await queue.request(target('1'));
		await first.first;
		await queue.request(target('1'), { roles: ['held'] });
		expect(await first.settled).toEqual(granted);
	});

	it('answers a wish that comes after the stop, or waits behind a try, that it is for the next start', async () => {
		let finish: (result: GrantResult) => void = () => {};
		const { queue, store } = setUp(() => new Promise((resolve) => (finish = resolve)));
		const inFlight = await queue.request(target('1'));
		const behind = await queue.request(target('1'));
		const stopped = queue.stop();
		expect(await behind.settled).toEqual({ kind: 'stopped' });
		expect(await (await queue.request(target('2'))).settled).toEqual({ kind: 'stopped' });
		finish(granted);
		expect(await inFlight.settled).toEqual(granted);
		await stopped;
		expect(store.keys()).toEqual([`grant:${guildId}:1`, `grant:${guildId}:2`]);
	});

	it('does not plan by an interaction’s roles where a later wish has joined it', async () => {
		const seen: (readonly string[] | undefined)[] = [];
		let finish: (result: GrantResult) => void = () => {};
		const { queue } = setUp((_, held) => {
			seen.push(held?.roles);
			return new Promise((resolve) => (finish = resolve));
		});
		// It waits for the first try.
		await queue.request(target('1'));
		await queue.request(target('5'), { roles: ['told'] });
		await queue.request(target('5'));
		finish(granted);
		await until(() => seen.length === 2);
		expect(seen.at(-1)).toBeUndefined();
	});

	it('does not plan by an interaction’s roles where a sweep has found its request pending', async () => {
		const seen: (readonly string[] | undefined)[] = [];
		let finish: (result: GrantResult) => void = () => {};
		const { queue, outbox } = setUp((_, held) => {
			seen.push(held?.roles);
			return new Promise((resolve) => (finish = resolve));
		});
		const recorded = await outbox.recordRequest(target('1'));
		await queue.resume();
		await queue.request(target('1'), { roles: ['told'] }, recorded);
		finish(granted);
		await until(() => seen.length === 2);
		expect(seen).toEqual([undefined, undefined]);
	});

	it('stops without a further try, reports who waits, and keeps their wishes', async () => {
		const { queue, store } = setUp(async () => ({ kind: 'passing', reason: 'down' }));
		const ticket = await queue.request(target('1'));
		await ticket.first;
		await queue.stop();
		expect(await ticket.settled).toEqual({ kind: 'stopped' });
		expect(store.keys()).toHaveLength(1);
	});
});
