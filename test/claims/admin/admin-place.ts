import type { AdminJob } from '../../../src/claims/admin/dump.js';
import { ClaimKeys } from '../../../src/claims/claim-keys.js';
import type { ClaimStore } from '../../../src/claims/claim-store.js';
import { openStore } from '../../../src/storage/open.js';
import type { Store } from '../../../src/storage/store.js';
import type { BackEnd } from '../../storage/back-ends.js';
import { checkedStore } from '../../world/checked-store.js';
import {
	claimSecret,
	codeNumber,
	guild,
	memberNumber,
	openClaims,
	samplePurchase,
} from '../sample-claims.js';

export const keys = new ClaimKeys(claimSecret);

/** A store with its claims, as an administrator's job receives it. */
export interface AdminPlace {
	readonly store: Store;
	readonly claims: ClaimStore;
	readonly work: AdminJob;
	damage(key: string, row: string): Promise<void>;
	/** Closes the store and removes its place. */
	remove(): Promise<void>;
}

/** A separate place with `count` claims: member n % 7 holds code n, whose support ends with day n % 5. */
export async function makeAdminPlace(backEnd: BackEnd, count = 0): Promise<AdminPlace> {
	const place = await backEnd.makePlace();
	const store = checkedStore(await place.open());
	const claims = await openClaims(store, { clock: { now: () => 1_000 } });
	await Promise.all(Array.from({ length: count }, (_, n) => makeClaim(claims, n)));
	return {
		store,
		claims,
		work: { store, keys, onProgress: () => {} },
		damage: (key, row) => place.damage(key, row),
		async remove() {
			await store.close();
			await place.remove();
		},
	};
}

export async function makeClaim(claims: ClaimStore, n: number): Promise<void> {
	const outcome = await claims.claim(codeNumber(n), {
		userId: memberNumber(n % 7),
		guildId: guild,
		purchase: samplePurchase({ supportedUntil: Date.UTC(2026, 8, 1 + (n % 5), 12) }),
	});
	if (outcome.kind === 'taken') throw new Error(`Claim ${n} was refused`);
}

/** The claims of a store and their entries, by key. */
export async function rowsOf(store: Store): Promise<Readonly<Record<string, unknown>>> {
	const rows: Record<string, unknown> = {};
	for (const prefix of ['claim:', 'due:', 'member:'])
		for await (const { key, value } of store.list(prefix)) rows[key] = value;
	return rows;
}

/** A database file with this many purchases, as a bot with this secret leaves it. */
export async function fillDatabase(file: string, purchases: number, secret = claimSecret): Promise<void> {
	const store = await openStore(`sqlite://${file}`, () => {}, { create: true });
	const claims = await openClaims(store, { claimSecret: secret, clock: { now: () => 1 } });
	for (let n = 1; n <= purchases; n += 1) await makeClaim(claims, n);
	await store.close();
}
