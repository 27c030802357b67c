import { describe, expect, it } from 'vitest';
import type { MemberRef } from '../../src/base/row-fields.js';
import type { DependencyStates } from '../../src/operate/dependency-states.js';
import type { Passing } from '../../src/roles/role-api.js';
import { SyncRows } from '../../src/roles/sync-rows.js';
import { lastAttemptMs, type SyncResult, Syncs, type syncRoles } from '../../src/roles/syncs.js';
import type { RoleRules } from '../../src/servers/guild-settings.js';
import type { RoleObstacle } from '../../src/servers/role-obstacle.js';
import { allUp } from '../operate/all-up.js';
import { quietStates } from '../operate/quiet-states.js';
import { onCommit } from '../storage/on-commit.js';
import { floor } from '../world/floor.js';
import { settled, until } from './event-loop.js';
import { memoryStore } from './memory-store.js';

const guildId = '900000000000000001';
const granted = { kind: 'granted', added: ['r'], removed: [], withheld: [] } as const satisfies SyncResult;
const blocked = { kind: 'blocked', obstacle: 'role-too-high', roleId: 'r' } as const satisfies SyncResult;
const target = (userId: string): MemberRef => ({ guildId, userId });

type Attempt = Parameters<typeof syncRoles> extends [unknown, ...infer Rest] ? Rest : never;

/** The engine with pauses that end immediately, and its reports. */
function setUp(
	sync: (...attempt: Attempt) => ReturnType<typeof syncRoles>,
	{
		store = memoryStore(),
		pause = async () => {},
		served = [guildId],
		random = 0,
		states = allUp,
		guild = { changes: 0 },
	}: {
		readonly store?: ReturnType<typeof memoryStore>;
		readonly pause?: (signal: AbortSignal) => Promise<void>;
		readonly served?: readonly string[];
		readonly random?: number;
		readonly states?: Pick<DependencyStates, 'untilWorking'>;
		readonly guild?: { changes: number; obstacle?: RoleObstacle };
	} = {},
) {
	const pauses: number[] = [];
	const results: string[] = [];
	const errors: unknown[] = [];
	/** The attempts: the members, and the roles that were known. */
	const tried: string[] = [];
	const seen: (readonly string[] | undefined)[] = [];
	const rows = new SyncRows(store, { now: () => 1 });
	class ScriptedSyncs extends Syncs {
		protected override readonly sync: typeof syncRoles = (_, ...attempt) => {
			const [{ userId }, held] = attempt;
			tried.push(userId);
			seen.push(held?.roles);
			return sync(...attempt);
		};
	}
	const syncs = new ScriptedSyncs(
		floor({
			syncRows: rows,
			served: { serves: (guildId) => served.includes(guildId) },
			blockedRoles: { changesIn: () => guild.changes, buyerObstacle: async () => guild.obstacle },
			metrics: { grants: { inc: () => {} } },
			logger: {
				debug: ({ userId, result }: { userId: string; result: string }) =>
					results.push(`${userId} ${result}`),
				error: ({ userId, err }: { userId: string; err: Error }) => errors.push(`${userId} ${err.message}`),
			},
			states,
			random: () => random,
			clock: {
				now: () => 0,
				delay: async (ms, signal = new AbortController().signal) => {
					// A stop waits for the attempts in flight.
					if (ms === lastAttemptMs) return await new Promise<void>(() => {});
					pauses.push(ms);
					if (pauses.length > 50 && !signal.aborted) await new Promise(() => {});
					await pause(signal);
				},
			},
		}),
	);
	return { syncs, rows, store, pauses, results, errors, tried, seen };
}

/** A set-up in which the test gives the answers, in the order of the attempts. */
function answering(options: Parameters<typeof setUp>[1] = {}) {
	const answers: ((result: SyncResult | Passing) => void)[] = [];
	return { ...setUp(() => new Promise((resolve) => answers.push(resolve)), options), answers };
}

const isRemoval = (written: ReadonlyMap<string, unknown>) => [...written.values()].includes(undefined);

describe('a role sync', () => {
	it('is made for requests that were recorded with a claim', async () => {
		const { syncs, rows, store, results } = setUp(async () => granted);
		rows.tell([await rows.request(target('1'))]);
		await until(() => syncs.size === 0);
		expect([results, store.keys()]).toEqual([['1 granted'], []]);
	});

	const unchanged = { ...granted, added: [] };

	it.each<[string, SyncResult, number]>([
		['it gave a role', granted, 2],
		['it took as many roles as it gave', { ...granted, removed: ['s'] }, 2],
		['it changed nothing', unchanged, 1],
		['the member has left', { kind: 'member-left' }, 1],
	])(
		'is made again if its row was removed meanwhile, perhaps by a sync with older roles: %s',
		async (_, result, tries) => {
			const store = memoryStore();
			const { syncs, errors, answers } = answering({ store });
			const ticket = await syncs.request(target('1'));
			await (await setUp(async () => unchanged, { store }).syncs.request(target('1'))).settled;
			await until(() => store.keys().length === 0);
			answers[0]?.(result);
			expect(await ticket.settled).toEqual(result);
			await until(() => answers.length === tries);
			answers[1]?.(unchanged);
			await until(() => syncs.size === 0);
			expect([answers.length, store.keys(), errors]).toEqual([tries, [], []]);
		},
	);

	it('is kept for waiting members if the guild is no longer served', async () => {
		const served = [guildId];
		const { syncs, store } = setUp(
			({ userId }) =>
				userId === '1' ? Promise.resolve({ kind: 'passing', reason: '500' }) : new Promise(() => {}),
			{ served, pause: () => new Promise(() => {}) },
		);
		const pausing = await syncs.request(target('1'));
		await settled();
		for (const user of ['2', '3', '4', '5']) await syncs.request(target(user));
		const waiting = await syncs.request(target('6'));
		expect(syncs.size).toBe(6);
		served.length = 0;
		await syncs.request(target('6'));
		expect([await pausing.settled, await waiting.settled]).toEqual([
			{ kind: 'stopped' },
			{ kind: 'stopped' },
		]);
		expect(syncs.size).toBe(1);
		expect(store.keys()).toHaveLength(6);
	});

	it('is repeated after an hour if a role remains without a claim', async () => {
		const { syncs, store } = setUp(async () => ({ ...granted, isLeftBehind: true }));
		await (await syncs.request(target('1'))).settled;
		await until(() => syncs.size === 0);
		expect(await store.get(`sync:${guildId}:1`)).toMatchObject({ due: 60 * 60_000 + 1 });
	});

	it('is made once for a member behind rules screening, and the rest is left to the drift check', async () => {
		const { syncs, store, results, pauses } = setUp(async () => ({ kind: 'member-pending' }));
		const ticket = await syncs.request(target('1'));
		expect(await ticket.settled).toEqual({ kind: 'member-pending' });
		await until(() => syncs.size === 0);
		await syncs.resume(guildId);
		expect([results, pauses, store.keys()]).toEqual([['1 member-pending'], [], []]);
	});

	it.each([
		[0, [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]],
		[1, [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]],
	])(
		'is retried after growing pauses, up to a minute, shortened to half by chance of %d, also if it throws',
		async (random, expected) => {
			const { syncs, pauses, results, errors, tried } = setUp(
				async () => {
					if (tried.length === 1) throw new Error('store away');
					return tried.length > 8 ? granted : { kind: 'passing', reason: '500' };
				},
				{ random },
			);
			await (await syncs.request(target('1'))).settled;
			expect(pauses).toEqual(expected);
			expect(results).toEqual([...Array.from({ length: 7 }, () => '1 passing'), '1 granted']);
			expect(errors).toEqual(['1 store away']);
		},
	);

	it('uses the roles shown by an interaction, but only the first time', async () => {
		const { syncs, seen } = setUp(async (_, held) => (held ? { kind: 'passing', reason: '500' } : granted));
		await (await syncs.request(target('1'), { held: { roles: ['told'] } })).settled;
		expect(seen).toEqual([['told'], undefined]);
	});

	it('uses the rules read by an interaction only if it starts immediately, and only the first time', async () => {
		const known = { buyerRoleId: 'told', itemRoles: {}, categoryRoles: {}, licenceRoles: {} } as RoleRules;
		const seen: string[] = [];
		const ends: (() => void)[] = [];
		const { syncs } = setUp(async ({ userId }, _, rules) => {
			const nth = seen.push(`${userId} ${rules?.buyerRoleId ?? 'read anew'}`);
			await new Promise<void>((resolve) => ends.push(resolve));
			return nth === 1 ? { kind: 'passing', reason: '500' } : granted;
		});
		const users = ['1', '2'].map(target);
		const tickets = [];
		for (const user of users) tickets.push(await syncs.request(user, { held: { roles: [] }, rules: known }));
		for (const _ of [...users, 'again']) {
			await expect.poll(() => ends.length).toBeGreaterThan(0);
			ends.shift()?.();
		}
		for (const { settled } of tickets) await settled;
		expect(seen.toSorted()).toEqual(['1 read anew', '1 told', '2 read anew']);
	});

	it('requests the roles if calls of an earlier request may be in flight, here or elsewhere', async () => {
		const { syncs, store, seen } = setUp(async () => granted);
		await setUp(() => new Promise(() => {}), { store }).syncs.request(target('1'));
		await (await syncs.request(target('1'), { held: { roles: ['told'] } })).settled;
		expect(seen).toEqual([undefined]);
	});

	it('that fails also fails for a request that joined meanwhile, and both get the next result immediately', async () => {
		const { syncs, pauses, answers } = answering();
		const tickets = [await syncs.request(target('1')), await syncs.request(target('1'))];
		answers[0]?.({ kind: 'passing', reason: '500' });
		await until(() => answers.length === 2);
		answers[1]?.(granted);
		expect(await Promise.all(tickets.map((ticket) => ticket.settled))).toEqual([granted, granted]);
		expect([answers.length, pauses]).toEqual([2, []]);
	});

	it('is repeated if something changed in the guild while Discord was refusing', async () => {
		const guild = { changes: 0 };
		const { syncs, answers } = answering({ guild });
		const [ticket, other] = [await syncs.request(target('1')), await syncs.request(target('2'))];
		guild.changes += 1;
		answers[0]?.(blocked);
		for (let answer = 1; answer < 3; answer += 1) {
			await until(() => answers.length > answer);
			answers[answer]?.(granted);
		}
		expect(await Promise.all([ticket.settled, other.settled])).toEqual([granted, granted]);
	});

	it('isn’t made for members waiting for a blocked role until the guild has changed', async () => {
		const state: { changes: number; obstacle?: 'refused' } = { changes: 0 };
		const { syncs, store, tried } = setUp(
			async () => (state.obstacle === undefined ? granted : { ...blocked, held: ['other'] }),
			{ guild: state },
		);
		state.obstacle = 'refused';
		const users = Array.from({ length: 20 }, (_, user) => String(user));
		const tickets = await Promise.all(users.map((user) => syncs.request(target(user))));
		const results = await Promise.all(tickets.map((ticket) => ticket.settled));
		// Only the member who was tried has known roles.
		expect(results).toEqual([{ ...blocked, held: ['other'] }, ...users.slice(1).map(() => blocked)]);
		expect(await syncs.resume(guildId)).toBe(false);
		expect([tried, store.keys().length]).toEqual([['0'], 20]);
		delete state.obstacle;
		expect(await syncs.resume(guildId)).toBe(true);
		await until(() => store.keys().length === 0);
	});

	it('is made for all waiting members once one has got a role that was blocked', async () => {
		const { syncs, rows, store } = setUp(async () => ({ ...granted, isUnblocked: true }));
		await rows.request(target('1'));
		await syncs.request(target('2'), { held: { roles: [] } });
		await until(() => store.keys().length === 0);
	});

	it('is made for no one while the store is down', async () => {
		const states = quietStates();
		const { syncs, tried } = setUp(async () => granted, { states });
		states.failed('database', 'reads', 'ECONNREFUSED');
		const tickets = [await syncs.request(target('1')), await syncs.request(target('2'))];
		await settled();
		expect([syncs.size, tried]).toEqual([2, []]);
		states.worked('database', 'reads');
		for (const ticket of tickets) expect(await ticket.settled).toEqual(granted);
	});

	it('is made again at the next check if the store did not accept its end', async () => {
		let failures = 1;
		const store = onCommit(memoryStore(), {
			before(written) {
				if (isRemoval(written) && failures-- > 0) throw new Error('away');
			},
		});
		const { syncs, errors } = setUp(async () => granted, { store });
		await (await syncs.request(target('1'))).settled;
		await until(() => syncs.size === 0);
		expect([store.keys().length, errors]).toEqual([1, ['1 away']]);
		await syncs.resume(guildId);
		await until(() => store.keys().length === 0);
	});

	it('waits for the previous one in the guild, so that each knows whether Discord refused it', async () => {
		const another = '900000000000000002';
		const { syncs, tried, answers } = answering({ served: [guildId, another] });
		for (const user of ['1', '2']) await syncs.request(target(user));
		await syncs.request({ guildId: another, userId: '3' });
		expect(tried).toEqual(['1', '3']);
		answers[0]?.(granted);
		await until(() => tried.length === 3);
		expect(tried.at(-1)).toBe('2');
	});

	it('isn’t made twice at a time for a member, and is repeated for a request that came during it', async () => {
		let running = 0;
		const { syncs, tried } = setUp(async () => {
			running += 1;
			expect(running).toBe(1);
			await new Promise((resolve) => setImmediate(resolve));
			running -= 1;
			return granted;
		});
		const tickets = [await syncs.request(target('1')), await syncs.request(target('1'))];
		await Promise.all(tickets.map(({ settled }) => settled));
		expect(tried).toHaveLength(2);
	});

	it('is tried immediately for a member who verifies during the pause after a temporary failure', async () => {
		const results: (SyncResult | Passing)[] = [{ kind: 'passing', reason: '500' }];
		const { syncs } = setUp(async () => results.shift() ?? granted, { pause: () => new Promise(() => {}) });
		const first = await syncs.request(target('1'));
		await settled();
		await syncs.request(target('1'), { held: { roles: ['held'] } });
		expect(await first.settled).toEqual(granted);
	});

	it('is left to the next start if it was requested after the stop, or is waiting behind another one', async () => {
		const { syncs, store, answers } = answering();
		const inFlight = await syncs.request(target('1'));
		const behind = await syncs.request(target('1'));
		const stopped = syncs.stop();
		expect(await behind.settled).toEqual({ kind: 'stopped' });
		expect(await (await syncs.request(target('2'))).settled).toEqual({ kind: 'stopped' });
		answers[0]?.(granted);
		expect(await inFlight.settled).toEqual(granted);
		await stopped;
		expect(store.keys()).toEqual([`sync:${guildId}:1`, `sync:${guildId}:2`]);
	});

	it('doesn’t use an interaction’s roles if a later request has joined it', async () => {
		const { syncs, seen, answers } = answering();
		// The member's second sync waits for the first.
		await syncs.request(target('1'));
		await syncs.request(target('5'), { held: { roles: ['told'] } });
		await syncs.request(target('5'));
		answers[0]?.(granted);
		await until(() => seen.length === 2);
		expect(seen.at(-1)).toBeUndefined();
	});

	it('of a withheld role with elevated permissions doesn’t count as refused, so other members get their roles', async () => {
		const powerful = { ...blocked, obstacle: 'role-powerful' } as const;
		const { syncs, store } = setUp(async ({ userId }) => (userId === '1' ? powerful : granted));
		expect(await (await syncs.request(target('1'))).settled).toEqual(powerful);
		expect(await (await syncs.request(target('2'))).settled).toEqual(granted);
		await until(() => syncs.size === 0);
		expect(store.keys()).toEqual([]);
	});
});
