import { z } from 'zod';
import { optionalNumber, timestamp } from '../base/row-fields.js';
import { update, type ValueStore } from '../storage/update.js';

const accountKey = 'meta:account';
export const accountSchema = z.object({
	v: z.literal(1),
	username: z.string().min(1),
	/** Milliseconds since the epoch. */
	registeredAt: optionalNumber(timestamp),
});

/** The remembered data of an account: public, and enough to tell two authors apart. */
export interface KnownAccount {
	readonly username: string;
	/** Milliseconds since the epoch, or undefined if the marketplace doesn't say. */
	readonly registeredAt?: number | undefined;
}

/** The account that owns this store's claims. If none is recorded, this one is recorded. */
export async function readOrPinAccount(store: ValueStore, account: KnownAccount): Promise<KnownAccount> {
	return await update(store, accountKey, (current) => {
		const noted = parse(current);
		return noted === undefined ? { next: rowOf(account), result: account } : { result: noted };
	});
}

/** The recorded account; undefined if there is none or it can't be read. */
export async function readAccount(store: Pick<ValueStore, 'get'>): Promise<KnownAccount | undefined> {
	return parse(await store.get(accountKey));
}

/** Replaces the recorded account, on the operator's decision. */
export async function noteAccount(store: ValueStore, account: KnownAccount): Promise<void> {
	await update(store, accountKey, () => ({ next: rowOf(account), result: undefined }));
}

function parse(stored: unknown): KnownAccount | undefined {
	const noted = accountSchema.safeParse(stored).data;
	return noted && { username: noted.username, registeredAt: noted.registeredAt };
}

function rowOf({ username, registeredAt }: KnownAccount) {
	return { v: 1, username, ...(registeredAt !== undefined && { registeredAt }) };
}
