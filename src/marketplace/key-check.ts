import { z } from 'zod';
import { type Clock, dayMs } from '../base/clock.js';
import { ConfigError } from '../base/errors.js';
import type { Logger } from '../base/logger.js';
import { optionalNumber, timestamp } from '../base/row-fields.js';
import { variables } from '../config.js';
import type { Store } from '../storage/store.js';
import { defineKind, Table } from '../storage/table.js';
import type { CallOptions, MarketplaceClient } from './client.js';
import type { MarketplaceResult } from './result.js';
import type { Account } from './schemas.js';

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
export type KnownAccount = Pick<Account, 'username'> & { readonly registeredAt?: number | undefined };

/** The key is refused, or its account sells nothing or is another author's: every code looks invalid then. */
export type KeyProblem = 'refused' | 'sells-nothing' | 'other-account';

/** User names at the marketplace: the owner of the claims, and the owner of the key. */
export interface Accounts {
	readonly known: string;
	readonly seen: string;
}

/** Reports to the operator, the only person who can fix the key. */
export interface KeyReport {
	keyProblem(problem: KeyProblem, accounts?: Accounts): void;
	/** The key belongs to the author who owns the claims. */
	keyGood(): void;
}

export interface KeyCheckOptions {
	readonly client: MarketplaceClient;
	readonly store: Store;
	/** Monotonic, since the age of a check must not depend on a clock that is being set. */
	readonly stopwatch: Pick<Clock, 'now'>;
	readonly report: KeyReport;
}

/** How long a result is valid, counted from the request. */
const freshMs = 2_000;
/** How long a result is recent enough for a page. */
const recentMs = 60_000;
/** Minimum time between two alerts about one problem. */
const alertEveryMs = 10 * 60_000;

export type KeyCheck = ReturnType<typeof createKeyCheck>;

/** Checks that the key is good, and that it belongs to the claims' author: with another key, all claims would soon be revoked. */
export function createKeyCheck({ client, store, stopwatch, report: reports }: KeyCheckOptions) {
	const rows = new Table(accountKind, store);
	/** The request in flight that buyers wait for. */
	let asking: Promise<MarketplaceResult<Account>> | undefined;
	/** Only successes are kept: after a failure the server may have recovered. */
	let lastGood: { readonly askedAt: number; readonly result: MarketplaceResult<Account> } | undefined;
	let lastAccount: { readonly account: KnownAccount; readonly isOurs: boolean } | undefined;
	const alertedAt = new Map<KeyProblem, number>();

	const isWithin = (ms: number, at: number | undefined): boolean =>
		at !== undefined && stopwatch.now() - at < ms;

	const goodWithin = (ms: number): MarketplaceResult<Account> | undefined =>
		isWithin(ms, lastGood?.askedAt) ? lastGood?.result : undefined;

	/** Alerts the operator, unless it did so for the same problem a few minutes ago. */
	function report(problem: KeyProblem, accounts?: Accounts): void {
		if (isWithin(alertEveryMs, alertedAt.get(problem))) return;
		alertedAt.set(problem, stopwatch.now());
		reports.keyProblem(problem, accounts);
	}

	async function ask(options: CallOptions): Promise<MarketplaceResult<Account>> {
		const askedAt = stopwatch.now();
		const result = await client.accountDetails(options);
		if (!result.ok && result.failure.kind === 'bad-key') report('refused');
		if (result.ok) lastGood = { askedAt, result };
		return result;
	}

	/**
	 * The account behind a key that is good now: an older result proves nothing, because keys get changed. Never rejects.
	 * Callers share a request, but buyers never that of background work, which may be refused in their favour.
	 */
	async function check(asker: CallOptions = {}): Promise<MarketplaceResult<Account>> {
		const known = goodWithin(freshMs);
		if (known !== undefined) return known;
		if (asker.priority === 'background') return await ask(asker);
		asking ??= ask({}).finally(() => {
			asking = undefined;
		});
		return await asking;
	}

	/** @returns true if this is the remembered account. The first account ever seen is remembered. */
	async function isOurs(account: KnownAccount): Promise<boolean> {
		const known = await store.transact(async (tx) => {
			const noted = await rows.get('', tx);
			if (noted === undefined) rows.put(tx, '', rowOf(account));
			return noted ?? account;
		});
		const isSame = isSameAccount(known, account);
		lastAccount = { account, isOurs: isSame };
		if (isSame) reports.keyGood();
		else report('other-account', { known: known.username, seen: account.username });
		return isSame;
	}

	/** Checks the key, and the account if the key is good. Rejects as the store does. */
	async function look(asker: CallOptions): Promise<MarketplaceResult<Account>> {
		const key = await check(asker);
		if (key.ok) await isOurs(key.value);
		return key;
	}

	return {
		report,
		check,
		isOurs,
		look,

		/** For a page: a good result of the last minute, else a request behind all buyers. */
		recent: async () => goodWithin(recentMs) ?? (await ask({ priority: 'background' })),

		/**
		 * The result for the latest account, or undefined if none has been seen. Another author's is compared anew, because
		 * the operator may have confirmed it since.
		 */
		isLastOurs: async (): Promise<boolean | undefined> =>
			lastAccount?.isOurs === false ? await isOurs(lastAccount.account) : lastAccount?.isOurs,

		/**
		 * Rejects with ConfigError: a person has to fix a wrong key now. If the marketplace is down the bot starts without
		 * it and logs that. Likewise if a key was good before: some shops return 401 while they restart, and a bot that
		 * exits then stays down. Another author's key raises an alert: it isn't used for decisions until it is confirmed.
		 */
		async refuseBadKey(logger: Pick<Logger, 'warn'>): Promise<void> {
			const key = await look({});
			if (key.ok) return;
			const { failure } = key;
			if (failure.kind === 'bad-key' && (await readAccount(store)) === undefined)
				throw new ConfigError([
					`The shop rejected MARKETPLACE_API_KEY. Where to find it: ${variables.MARKETPLACE_API_KEY.where}`,
				]);
			logger.warn({ failure }, 'The shop did not confirm the API key. Starting anyway');
		},
	};
}

/** @returns true for equal user names, and times of registration within a day if both are known */
export function isSameAccount(one: KnownAccount, other: KnownAccount): boolean {
	const [a, b] = [one.registeredAt, other.registeredAt];
	// A shop that changes the form of its dates may leave out the time of day, or the zone.
	const couldBe = a === undefined || b === undefined || Math.abs(a - b) <= dayMs;
	return couldBe && one.username.toLowerCase() === other.username.toLowerCase();
}

/** The recorded account; undefined if there is none or it can't be read. */
export async function readAccount(store: Store): Promise<KnownAccount | undefined> {
	return await new Table(accountKind, store).get('');
}

/** Replaces the recorded account, on the operator's decision. */
export async function noteAccount(store: Store, account: KnownAccount): Promise<void> {
	await new Table(accountKind, store).set('', rowOf(account));
}

/** Neither e-mail nor balance, which the marketplace's answer has. */
function rowOf({ username, registeredAt }: KnownAccount) {
	return { v: 1 as const, username, ...(registeredAt !== undefined && { registeredAt }) };
}
