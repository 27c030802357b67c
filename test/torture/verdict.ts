import { verifyClaims } from '../../src/claims/admin/verify-claims.js';
import { ClaimKeys } from '../../src/claims/claim-keys.js';
import type { Store } from '../../src/storage/store.js';
import {
	claimSecret,
	codeNumber,
	guild,
	memberNumber,
	openClaims,
	samplePurchase,
} from '../claims/sample-claims.js';

export interface Verdict {
	readonly figures: string;
	readonly violations: readonly string[];
}

/** The findings of `claims verify`, without leftovers. */
export async function findProblems(store: Store): Promise<string[]> {
	const work = { store, keys: new ClaimKeys(claimSecret), onProgress: () => {} };
	const { problems } = await verifyClaims(work);
	return problems.map(({ kind, key }) => `claims verify: ${kind} ${key}`);
}

/** The acknowledged claims that their members no longer have. */
export async function findLost(store: Store, acknowledged: readonly number[]): Promise<string[]> {
	const claims = await openClaims(store);
	const lost: string[] = [];
	for (const code of acknowledged) {
		const known = await claims.present(codeNumber(code), memberNumber(code));
		if (known.kind !== 'already-yours') lost.push(`acknowledged claim ${code} is ${known.kind}`);
	}
	return lost;
}

/** Repeats unacknowledged claims for the same members. Returns their number, and the violations. */
export async function claimAgain(
	store: Store,
	codes: readonly number[],
): Promise<{ committed: number; violations: string[] }> {
	const claims = await openClaims(store);
	const violations: string[] = [];
	let committed = 0;
	for (const code of codes) {
		const request = { userId: memberNumber(code), guildId: guild, purchase: samplePurchase() };
		const { kind } = await claims.claim(codeNumber(code), request);
		if (kind === 'already-yours') committed += 1;
		if (kind === 'taken') violations.push(`unacknowledged claim ${code} is taken`);
	}
	return { committed, violations };
}
