import { knownEnd } from '../../base/purchase-fields.js';
import { allClaims } from '../record.js';
import type { AdminJob } from './dump.js';

export interface ClaimStats {
	readonly claims: number;
	readonly active: number;
	readonly revoked: number;
	readonly damaged: number;
	readonly holders: number;
	/** Active claims whose support has not ended. */
	readonly supported: number;
	readonly items: readonly Tally[];
	readonly licenseTypes: readonly Tally[];
}

export interface Tally {
	readonly name: string;
	readonly claims: number;
}

/** Counts claims by a full scan. `at` (milliseconds since the epoch) decides which count as supported. */
export async function claimStats({ store, onProgress }: AdminJob, at: number): Promise<ClaimStats> {
	const holders = new Set<string>();
	const items = new Map<string, number>();
	const licenseTypes = new Map<string, number>();
	const counts = { claims: 0, active: 0, revoked: 0, damaged: 0, supported: 0 };
	for await (const { record } of allClaims(store)) {
		counts.claims += 1;
		onProgress(counts.claims);
		if (record === 'damaged') {
			counts.damaged += 1;
			continue;
		}
		counts[record.status] += 1;
		if (record.status === 'active' && (knownEnd(record.supportedUntil) ?? 0) > at) counts.supported += 1;
		for (const { userId } of record.holders) holders.add(userId);
		add(items, `${record.item.name} (${record.item.id})`);
		add(licenseTypes, record.licenseType || 'not named');
	}
	return { ...counts, holders: holders.size, items: tally(items), licenseTypes: tally(licenseTypes) };
}

function add(counts: Map<string, number>, name: string): void {
	counts.set(name, (counts.get(name) ?? 0) + 1);
}

function tally(counts: ReadonlyMap<string, number>): Tally[] {
	return [...counts]
		.map(([name, claims]) => ({ name, claims }))
		.toSorted((a, b) => b.claims - a.claims || a.name.localeCompare(b.name));
}
