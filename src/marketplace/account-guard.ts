import type { Account } from './schemas.js';

/** What is remembered of the account: public, and enough to tell two authors apart. */
export interface KnownAccount {
	readonly username: string;
	/** Milliseconds since the epoch; undefined where the marketplace doesn't say. */
	readonly registeredAt?: number | undefined;
}

/** Where the account is remembered, across restarts and processes. Rejects as the store does. */
export interface AccountNote {
	/** The remembered account; where there is none, this one from now on. */
	readOrPin(account: KnownAccount): Promise<KnownAccount>;
}

/**
 * Checks whether the key still belongs to the author of the claimed purchases. With another author's key every code
 * is invalid, and all claims would be revoked within days.
 */
export interface AccountGuard {
	/** Whether this account is the one that is remembered. The first one ever seen is. */
	isOurs(account: KnownAccount): Promise<boolean>;
	/** The same for the account that was seen last, which the operator may have confirmed since; undefined: none yet. */
	isLastOurs(): Promise<boolean | undefined>;
}

/** Both are told at each look. */
export function createAccountGuard({
	note,
	onOther,
	onOurs = () => {},
}: {
	readonly note: AccountNote;
	readonly onOther: (seen: KnownAccount, known: KnownAccount) => void;
	readonly onOurs?: () => void;
}): AccountGuard {
	let last: { readonly account: KnownAccount; readonly isOurs: boolean } | undefined;

	async function isOurs(account: KnownAccount): Promise<boolean> {
		const known = await note.readOrPin(account);
		last = { account, isOurs: isSameAccount(known, account) };
		if (last.isOurs) onOurs();
		else onOther(account, known);
		return last.isOurs;
	}

	return {
		isOurs,
		async isLastOurs() {
			// The key stays the same while the process runs, so a good account stays good.
			return last === undefined || last.isOurs ? last?.isOurs : await isOurs(last.account);
		},
	};
}

/** The remembered part of what the marketplace tells: neither e-mail nor balance. */
export function knownPartOf({ username, registeredAt }: Account): KnownAccount {
	return { username, ...(registeredAt !== undefined && { registeredAt }) };
}

/** Whether both are one account: the same user name and, where both are known, the same time of registration. */
export function isSameAccount(one: KnownAccount, other: KnownAccount): boolean {
	const [a, b] = [one.registeredAt, other.registeredAt];
	const couldBe = a === undefined || b === undefined || a === b;
	return couldBe && one.username.toLowerCase() === other.username.toLowerCase();
}
