import type { ValueStore } from '../storage/update.js';
import type { KeyCheck, KeyReport } from './key-check.js';
import { type KnownAccount, readOrPinAccount } from './pinned-account.js';
import type { Account } from './schemas.js';

export interface AccountGuardOptions {
	readonly store: ValueStore;
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

/** The part of the marketplace's answer to remember: neither e-mail nor balance. */
export function knownPartOf({ username, registeredAt }: Account): KnownAccount {
	return { username, ...(registeredAt !== undefined && { registeredAt }) };
}

const dayMs = 86_400_000;

/** @returns true for equal user names, and times of registration within a day if both are known */
export function isSameAccount(one: KnownAccount, other: KnownAccount): boolean {
	const [a, b] = [one.registeredAt, other.registeredAt];
	// A shop that changes the form of its dates may leave out the time of day, or the zone.
	const couldBe = a === undefined || b === undefined || Math.abs(a - b) <= dayMs;
	return couldBe && one.username.toLowerCase() === other.username.toLowerCase();
}
