import { z } from 'zod';
import { SecretChangedError, StoreCorruptError, StoreRefusedError } from '../base/errors.js';
import type { Store } from '../storage/store.js';
import { claimPrefix, secretKey } from './store-keys.js';

export const secretSchema = z.strictObject({
	v: z.literal(1),
	check: z.string(),
	/** Check value of the new secret while claims are being re-keyed. */
	next: z.string().optional(),
});

/** A store's note about the secret that its claims were made with. */
export type StoredSecret = z.infer<typeof secretSchema>;

export function parseSecret(value: unknown): StoredSecret | undefined {
	if (value === undefined) return undefined;
	const parsed = secretSchema.safeParse(value);
	if (parsed.success) return parsed.data;
	throw new StoreCorruptError("The store's note of its secret is damaged", { cause: parsed.error });
}

/** Binds a new store to a secret. Rejects with StoreRefusedError for another one: codes would be claimable again. */
export async function bindSecret(store: Store, check: string): Promise<void> {
	if (await isBound(store, check)) return;
	const first: StoredSecret = { v: 1, check };
	if (!(await store.compareAndSet(secretKey, undefined, first))) {
		assertSecret(await store.get(secretKey), check);
	}
}

/** Like `bindSecret`, but without a write; false if the store is new, and so fits every secret. */
export async function isBound(store: Pick<Store, 'get' | 'list'>, check: string): Promise<boolean> {
	const known = await store.get(secretKey);
	if (known !== undefined) {
		assertSecret(known, check);
		return true;
	}
	if (await hasClaims(store)) {
		throw new StoreRefusedError(
			'The store has claims but no note of the CLAIM_SECRET they were made with: restore a backup',
		);
	}
	return false;
}

/** @returns true if the store has any claim, damaged ones included */
export async function hasClaims(store: Pick<Store, 'list'>): Promise<boolean> {
	for await (const _ of store.list(claimPrefix)) return true;
	return false;
}

/**
 * Throws SecretChangedError unless the stored note allows work with this secret. Checked before each write: a bot that
 * runs during a re-keying would record under the old hash, where the new one can't find it.
 */
export function assertSecret(value: unknown, check: string): void {
	const stored = parseSecret(value);
	if (stored?.next !== undefined) {
		throw new SecretChangedError(
			'CLAIM_SECRET is being changed: let `npm run claims -- rotate-secret` come to its end',
		);
	}
	if (stored?.check !== check) {
		throw new SecretChangedError(
			'CLAIM_SECRET is not the secret that this store was created with: restore the previous secret, or change it with `npm run claims -- rotate-secret`',
		);
	}
}
