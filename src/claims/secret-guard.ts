import { z } from 'zod';
import { SecretChangedError, StoreCorruptError, StoreRefusedError } from '../base/errors.js';
import type { Store } from '../storage/store.js';
import { claimPrefix, secretKey } from './store-keys.js';

export const secretSchema = z.strictObject({
	v: z.literal(1),
	/** The check value of the current secret. */
	check: z.string(),
	/** While claims are being re-keyed: the check value of the new secret. */
	next: z.string().optional(),
});

/** What a store remembers of the secret that its claims were made with. */
export type StoredSecret = z.infer<typeof secretSchema>;

/** Throws StoreCorruptError. */
export function parseSecret(value: unknown): StoredSecret | undefined {
	if (value === undefined) return undefined;
	const parsed = secretSchema.safeParse(value);
	if (parsed.success) return parsed.data;
	throw new StoreCorruptError("The store's note of its secret is damaged", { cause: parsed.error });
}

/**
 * Binds a fresh store to a secret, and refuses another one with StoreRefusedError: under another secret each code has
 * another hash, and every claimed code would be claimable again.
 */
export async function bindSecret(store: Store, check: string): Promise<void> {
	if (await isBound(store, check)) return;
	const first: StoredSecret = { v: 1, check };
	if (!(await store.compareAndSet(secretKey, undefined, first))) {
		assertSecret(await store.get(secretKey), check);
	}
}

/** Refuses another secret as `bindSecret` does, without a write. False: a fresh store, which fits every secret. */
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

/** Whether anything depends on what the store remembers: damaged claims count too. */
export async function hasClaims(store: Pick<Store, 'list'>): Promise<boolean> {
	for await (const _ of store.list(claimPrefix)) return true;
	return false;
}

/**
 * Throws SecretChangedError unless the stored note allows work with the secret. Checked again before each write: a bot
 * that keeps running while claims are re-keyed would record under the old hash, where the new one can't find it.
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
			'CLAIM_SECRET is not the one that this store was made with: set the former one again, or change it with `npm run claims -- rotate-secret`',
		);
	}
}
