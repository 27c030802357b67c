import type { MemberRef } from '../../src/base/member-ref.js';
import type { DependencyStates } from '../../src/dependencies/dependency-states.js';
import type { RoleObstacle } from '../../src/guilds/role-obstacles.js';
import type { RoleSync, SyncResult } from '../../src/roles/role-sync.js';
import { SyncRows } from '../../src/roles/sync-rows.js';
import { lastAttemptMs, Syncs } from '../../src/roles/syncs.js';
import { allUp } from '../dependencies/all-up.js';
import { floor } from '../world/floor.js';
import { memoryStore } from './memory-store.js';

export const guildId = '900000000000000001';
export const granted = {
	kind: 'granted',
	added: ['r'],
	removed: [],
	withheld: [],
} as const satisfies SyncResult;
export const blocked = {
	kind: 'blocked',
	obstacle: 'role-too-high',
	roleId: 'r',
} as const satisfies SyncResult;
export const target = (userId: string): MemberRef => ({ guildId, userId });

/** The engine, whose pauses end immediately, and its reports. */
export function setUp(
	sync: RoleSync['sync'],
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
	const rows = new SyncRows(store, { now: () => 1 });
	const syncs = new Syncs(
		floor({
			syncRows: rows,
			served: { serves: (guildId) => served.includes(guildId) },
			roles: { sync },
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
	return { syncs, rows, store, pauses, results, errors };
}
