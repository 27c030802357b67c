import { z } from 'zod';
import type { Logger } from '../base/logger.js';
import { optionalNumber, timestamp } from '../base/row-fields.js';
import type { ListedStore } from '../storage/store.js';
import { defineKind, Table } from '../storage/table.js';
import type { CallOptions } from './caller.js';
import type { KeyCheck, KeyReport } from './key-check.js';

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

export interface AccountGuardOptions {
	readonly store: ListedStore;
	readonly keyCheck: Pick<KeyCheck, 'report'>;
	readonly report: Pick<KeyReport, 'keyGood'>;
}

/** Checks that the key belongs to the claims' author: with another key, all claims would soon be revoked. */
export class AccountGuard {
	readonly #options: AccountGuardOptions;
	#last: { readonly account: KnownAccount; readonly isOurs: boolean } | undefined;

	constructor(options: AccountGuardOptions) {
		this.#options = options;
	}

	/** @returns true if this is the remembered account. The first account ever seen is remembered. */
	async isOurs(account: KnownAccount): Promise<boolean> {
		const { store, keyCheck, report } = this.#options;
		const known = await readOrPinAccount(store, account);
		const isOurs = isSameAccount(known, account);
		this.#last = { account, isOurs };
		if (isOurs) report.keyGood();
		else keyCheck.report('other-account', { known: known.username, seen: account.username });
		return isOurs;
	}

	/**
	 * The result for the latest account, or undefined if none has been seen. A promise only if that account was not the
	 * remembered one: the operator may have confirmed it since. The key doesn't change while the process runs, so a
	 * good account stays good.
	 */
	isLastOurs(): boolean | undefined | Promise<boolean> {
		return this.#last?.isOurs === false ? this.isOurs(this.#last.account) : this.#last?.isOurs;
	}
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

interface KeyParts {
	readonly keyCheck: Pick<KeyCheck, 'check'>;
	readonly accountGuard: Pick<AccountGuard, 'isOurs'>;
}

/** Checks the key, and the account if the key is good. Rejects as the store does. */
export async function lookAtKey({ keyCheck, accountGuard }: KeyParts, asker: Pick<CallOptions, 'priority'>) {
	const key = await keyCheck.check(asker);
	if (key.ok) await accountGuard.isOurs(key.value);
	return key;
}

/** The marketplace doesn't accept the key. Detected before anything connects to Discord. */
export class KeyRefused extends Error {}

/**
 * Rejects with KeyRefused: a person has to fix a wrong key now. If the marketplace is down the bot starts without it
 * and logs that. Likewise if a key was good before: some shops return 401 while they restart, and a bot that exits then
 * stays down. Another author's key raises an alert: it isn't used for decisions until it is confirmed.
 */
export async function refuseBadKey(
	parts: KeyParts,
	store: ListedStore,
	logger: Pick<Logger, 'warn'>,
): Promise<void> {
	const key = await lookAtKey(parts, {});
	if (key.ok) return;
	const { failure } = key;
	if (failure.kind === 'bad-key' && (await readAccount(store)) === undefined) throw new KeyRefused();
	logger.warn({ failure }, 'The shop did not confirm the API key. Starting anyway');
}
