import { z } from 'zod';
import { optionalNumber, timestamp } from '../base/row-fields.js';
import type { ListedStore } from '../storage/store.js';
import { defineKind, Table } from '../storage/table.js';

export const accountKind = defineKind({
	prefix: 'meta:account',
	schema: z.object({
		v: z.literal(1),
		username: z.string().min(1),
		/** Milliseconds since the epoch. */
		registeredAt: optionalNumber(timestamp),
	}),
});

/** The remembered data of an account: public, and enough to tell two authors apart. */
export interface KnownAccount {
	readonly username: string;
	/** Milliseconds since the epoch, or undefined if the marketplace doesn't say. */
	readonly registeredAt?: number | undefined;
}

const dayMs = 86_400_000;

/** @returns true for equal user names, and times of registration within a day if both are known */
export function isSameAccount(one: KnownAccount, other: KnownAccount): boolean {
	const [a, b] = [one.registeredAt, other.registeredAt];
	// A shop that changes the form of its dates may leave out the time of day, or the zone.
	const couldBe = a === undefined || b === undefined || Math.abs(a - b) <= dayMs;
	return couldBe && one.username.toLowerCase() === other.username.toLowerCase();
}

/** The account that owns this store's claims. If none is recorded, this one is recorded. */
export async function readOrPinAccount(store: ListedStore, account: KnownAccount): Promise<KnownAccount> {
	const rows = new Table(accountKind, store);
	return await store.transact(async (tx) => {
		const noted = await rows.get('', tx);
		if (noted === undefined) rows.put(tx, '', rowOf(account));
		return noted ?? account;
	});
}

/** The recorded account; undefined if there is none or it can't be read. */
export async function readAccount(store: ListedStore): Promise<KnownAccount | undefined> {
	return await new Table(accountKind, store).get('');
}

/** Replaces the recorded account, on the operator's decision. */
export async function noteAccount(store: ListedStore, account: KnownAccount): Promise<void> {
	await new Table(accountKind, store).set('', rowOf(account));
}

/** Neither e-mail nor balance, which the marketplace's answer has. */
function rowOf({ username, registeredAt }: KnownAccount) {
	return { v: 1 as const, username, ...(registeredAt !== undefined && { registeredAt }) };
}
