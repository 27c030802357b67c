import { z } from 'zod';
import { SecretChangedError, StoreRefusedError, StoreUnavailableError } from '../base/errors.js';
import type { Store } from '../storage/store.js';
import { defineKind, soundRow } from '../storage/table.js';
import { claimPrefix } from './record.js';

export const secretKey = 'meta:secret';

const secretSchema = z.strictObject({
	v: z.literal(1),
	check: z.string(),
	/** Check value of the new secret while claims are being re-keyed. */
	next: z.string().optional(),
});

/** A store's note about the secret that its claims were made with. */
export type StoredSecret = z.infer<typeof secretSchema>;

export const secretKind = defineKind({ prefix: secretKey, schema: secretSchema, damaged: 'rejects' });

/** Binds a new store to a secret. Rejects with StoreRefusedError for another one: codes would be claimable again. */
export async function bindSecret(store: Store, check: string): Promise<void> {
	if (await isBound(store, check)) return;
	await store.transact(async (tx) => {
		const known = await tx.get(secretKey);
		if (known === undefined) tx.put(secretKey, { v: 1, check } satisfies StoredSecret);
		else assertSecret(known, check);
	});
}

/** Like `bindSecret`, but without a write; false if the store is new, and so fits every secret. */
export async function isBound(store: Store, check: string): Promise<boolean> {
	const known = await noteOfSecret(store, check);
	if (known !== undefined) {
		assertSecret(known, check);
		return true;
	}
	if (await hasClaims(store)) {
		throw new StoreRefusedError(
			'The database has purchases but no note of the CLAIM_SECRET they were made with: restore a backup',
		);
	}
	return false;
}

/** The store's note, also while the secret is being changed. Rejects with SecretChangedError for another secret. */
export async function noteOfSecret(store: Store, check: string): Promise<StoredSecret | undefined> {
	const stored = soundRow(secretKind, await store.get(secretKey));
	if (stored === undefined || stored.next !== undefined || stored.check === check) return stored;
	throw otherSecret();
}

/** @returns true if the store has any claim, damaged ones included */
async function hasClaims(store: Store): Promise<boolean> {
	for await (const _ of store.list(claimPrefix)) return true;
	return false;
}

/**
 * Throws SecretChangedError unless the stored note, which every store in use has, allows work with this secret. Called
 * with each read and write: during a re-keying, a bot would record under the old hash, where the new one can't find it.
 */
export function assertSecret(value: unknown, check: string): void {
	if (value === undefined)
		throw new StoreUnavailableError('The database was emptied while the bot was running: restore a backup');
	const stored = soundRow(secretKind, value);
	if (stored?.next !== undefined) {
		throw new SecretChangedError(
			'CLAIM_SECRET is being changed: let `npm run claims -- rotate-secret` come to its end',
		);
	}
	if (stored?.check !== check) throw otherSecret();
}

function otherSecret(): SecretChangedError {
	return new SecretChangedError(
		'CLAIM_SECRET is not the secret that this database was created with: restore that secret or, if `rotate-secret` has changed it, put NEW_CLAIM_SECRET’s value into CLAIM_SECRET',
	);
}
