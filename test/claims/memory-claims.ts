import { expect } from 'vitest';
import type { Follow } from '../../src/claims/claim-records.js';
import type { ClaimStore } from '../../src/claims/claim-store.js';
import type { ClaimPolicy } from '../../src/claims/policy.js';
import type { ProvenPurchase } from '../../src/claims/record.js';
import { memoryStore } from '../../src/storage/memory-store.js';
import type { Store } from '../../src/storage/store.js';
import { codeNumber, guild, openClaims, policyRow, samplePurchase } from './sample-claims.js';

/** Claims in an in-memory store, with the parts that a test controls. */
export interface MemoryClaims {
	readonly rows: Map<string, unknown>;
	readonly store: Store;
	readonly claims: ClaimStore;
	/** Reports of unreadable rows. */
	readonly corrupt: string[];
	clock: number;
	isClockTrusted: boolean;
	policy: ClaimPolicy;
	/** The hash of a claim that the member has just made. */
	claim(userId: string, n: number, guildId?: string, purchase?: Partial<ProvenPurchase>): Promise<string>;
	/** The same claims in a process whose store differs in these operations. */
	openWith(operations: (store: Store) => Partial<Store>): Promise<ClaimStore>;
}

/** Two members may hold a code of the license type `Team`. */
export async function memoryClaims({ follow }: { follow?: Follow } = {}): Promise<MemoryClaims> {
	const rows = new Map<string, unknown>();
	const store = memoryStore(rows);
	const corrupt: string[] = [];
	const open = (on: Store) =>
		openClaims(on, {
			clock: { now: () => place.clock, isTrusted: () => place.isClockTrusted },
			report: { damaged: (key) => corrupt.push(key) },
			...(follow && { follow }),
		});
	const place = {
		...{ rows, store, corrupt, clock: 1_000_000, isClockTrusted: true },
		get policy(): ClaimPolicy {
			const { unlinking, seats } = rows.get('policy') as ReturnType<typeof policyRow>;
			return { unlinking, seats };
		},
		set policy(policy: ClaimPolicy) {
			rows.set('policy', policyRow(policy));
		},
		openWith: (operations: (store: Store) => Partial<Store>) => open({ ...store, ...operations(store) }),
	};
	place.policy = { unlinking: { kind: 'after-days', days: 14 }, seats: { Team: 2 } };
	const claims = await open(store);
	return Object.assign(place, {
		claims,
		async claim(userId: string, n: number, guildId = guild, purchase: Partial<ProvenPurchase> = {}) {
			const made = await claims.claim(codeNumber(n), { userId, guildId, purchase: samplePurchase(purchase) });
			return 'claim' in made ? made.claim.hash : expect.unreachable(made.kind);
		},
	});
}
