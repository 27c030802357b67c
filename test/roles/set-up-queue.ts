import type { MemberRef } from '../../src/base/member-ref.js';
import type { DependencyStates } from '../../src/dependencies/dependency-states.js';
import type { GrantResult, RoleSync } from '../../src/roles/grant.js';
import { GrantOutbox } from '../../src/roles/grant-outbox.js';
import { GrantQueue, lastAttemptMs } from '../../src/roles/grant-queue.js';
import { allUp } from '../dependencies/all-up.js';
import { memoryStore } from './memory-store.js';

export const guildId = '900000000000000001';
export const granted = {
	kind: 'granted',
	added: ['r'],
	removed: [],
	withheld: [],
} as const satisfies GrantResult;
export const blocked = {
	kind: 'blocked',
	obstacle: 'role-too-high',
	roleId: 'r',
} as const satisfies GrantResult;
export const target = (userId: string): MemberRef => ({ guildId, userId });

/** A queue whose pauses end immediately, and its reports. */
export function setUp(
	syncRoles: RoleSync['sync'],
	{
		store = memoryStore(),
		pause = async () => {},
		clock = { now: 0 },
		served = [guildId],
		random = 0,
		states = allUp,
	}: {
		readonly store?: ReturnType<typeof memoryStore>;
		readonly pause?: (signal: AbortSignal) => Promise<void>;
		readonly clock?: { now: number };
		readonly served?: readonly string[];
		readonly random?: number;
		readonly states?: Pick<DependencyStates, 'isFailing' | 'untilWorking'>;
	} = {},
) {
	const pauses: number[] = [];
	const results: string[] = [];
	const errors: unknown[] = [];
	const outbox = new GrantOutbox(store, { now: () => 1 });
	const queue = new GrantQueue({
		outbox,
		served: { serves: (guildId) => served.includes(guildId) },
		roles: { sync: syncRoles },
		blockedRoles: { follow: () => {} },
		metrics: { grants: { inc: () => {} } },
		logger: {
			debug: ({ userId, result }: { userId: string; result: string }) => results.push(`${userId} ${result}`),
			error: ({ userId, err }: { userId: string; err: Error }) => errors.push(`${userId} ${err.message}`),
		},
		states,
		random: () => random,
		clock: {
			now: () => clock.now,
			delay: async (ms, signal = new AbortController().signal) => {
				// A stop waits for the attempts in flight.
				if (ms === lastAttemptMs) return await new Promise<void>(() => {});
				pauses.push(ms);
				if (pauses.length > 50 && !signal.aborted) await new Promise(() => {});
				await pause(signal);
			},
		},
	});
	return { queue, outbox, store, pauses, results, errors };
}
