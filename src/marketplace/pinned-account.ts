import { z } from 'zod';
import { optionalNumber, timestamp } from '../base/row-fields.js';
import { update, type ValueStore } from '../storage/update.js';
import type { KnownAccount } from './account-guard.js';

const accountKey = 'meta:account';
export const accountSchema = z.object({
	v: z.literal(1),
	username: z.string().min(1),
	/** Milliseconds since the epoch. */
	registeredAt: optionalNumber(timestamp),
});

/** The account that the claims of this store belong to; where none is noted, this one from now on. */
export async function readOrPinAccount(store: ValueStore, account: KnownAccount): Promise<KnownAccount> {
	return await update(store, accountKey, (current) => {
		const noted = parse(current);
		return noted === undefined ? { next: rowOf(account), result: account } : { result: noted };
	});
}

/** The noted account; undefined if there is none or it can't be read. */
export async function readAccount(store: Pick<ValueStore, 'get'>): Promise<KnownAccount | undefined> {
	return parse(await store.get(accountKey));
}

/** Replaces the noted account, as the operator has decided. */
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
