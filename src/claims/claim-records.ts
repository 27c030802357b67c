import { isDeepStrictEqual } from 'node:util';
import type { Time } from '../base/clock.js';
import { StoreCorruptError } from '../base/errors.js';
import type { PurchaseCode } from '../base/purchase-code.js';
import type { MemberRef } from '../base/row-fields.js';
import type { Rows, Store, Transaction } from '../storage/store.js';
import { type RowOf, readEach, soundRow, Table } from '../storage/table.js';
import type { Newcomer } from './changes.js';
import { type Claim, codeEnding, type ReadClaims, type Snowflake } from './claim.js';
import { type ClaimDetails, claimDetails } from './claim-details.js';
import { entriesOf, memberEntryPrefix, putClaim } from './claim-indexes.js';
import { type ClaimKeys, holderTag } from './claim-keys.js';
import { type ClaimPolicy, changedPolicy, initialPolicy, type PolicyChange, policyKind } from './policy.js';
import { type Claimed, claimed, type Presented, presented } from './presented.js';
import {
	allClaims,
	type ClaimRecord,
	claimIn,
	claimKey,
	claimKind,
	heldSince,
	type ProvenPurchase,
	recordIn,
} from './record.js';
import { assertSecret, secretKey } from './secret-guard.js';

export interface ClaimParts {
	readonly store: Store;
	readonly clock: Time;
	/** Called with the key of a claim that is skipped because it can't be read. */
	readonly report: { damaged(key: string): void };
	/** Adds the consequences of each change to its commit, except the member's own in `claim`. Default: none. */
	readonly follow?: Follow;
}

export interface Changed<Result> {
	/** Undefined, or the record as it was read, to leave it as it is. */
	readonly next?: ClaimRecord;
	readonly result: Result;
	/** Others whose roles may change. */
	readonly members?: readonly string[];
}

/** Adds rows to the commit of a change, of which it gets the result, or refuses it. It may run several times. */
export type Also<Result, Refusal = never> = (tx: Transaction, result: Result) => Promise<Refusal | undefined>;

/**
 * Adds what follows from changed claims of members to the commit, such as their roles. It may run several times.
 * Resolves to what is to be done after the commit.
 */
export type Follow = (tx: Transaction, userIds: readonly string[]) => Promise<() => void>;

/**
 * Which members hold which purchases. Methods reject with StoreUnavailableError, StoreCorruptError or, while the secret
 * is being changed, StoreRefusedError. A rejected write may have happened; a retry is safe and shows it.
 */
export class ClaimRecords {
	readonly store: Store;
	readonly keys: ClaimKeys;
	readonly clock: Time;
	readonly report: ClaimParts['report'];
	/** The time used to decide which reserved seats have expired. While the clock is not trusted, none have. */
	readonly seatsAt: () => number;
	readonly #follow: Follow;
	readonly #policy: Table<RowOf<typeof policyKind>>;

	constructor({ store, report, clock, follow }: ClaimParts, keys: ClaimKeys) {
		this.store = store;
		this.keys = keys;
		this.clock = clock;
		this.report = report;
		this.seatsAt = () => (clock.isTrusted?.() === false ? Number.NEGATIVE_INFINITY : clock.now());
		this.#follow = follow ?? (async () => () => {});
		this.#policy = new Table(policyKind, store);
	}

	/** Rejects if claims can't be made now: as the store does, and while the secret is being changed. */
	async assertUsable(): Promise<void> {
		assertSecret(await this.store.get(secretKey), this.keys.check);
	}

	/** Not cached, so that each process decides by the latest choice. @param from a transaction that depends on it */
	async readPolicy(from?: Rows): Promise<ClaimPolicy> {
		return (await this.#policy.get('', from)) ?? initialPolicy;
	}

	/** @returns false if nothing changed */
	async changePolicy(change: PolicyChange): Promise<boolean> {
		return (await this.#policy.change('', (current) => changedPolicy(current, change))) !== undefined;
	}

	/** @param from an open transaction: its commit checks the secret again, so that a former one writes nothing */
	async read(hash: string, from: Rows = this.store): Promise<ClaimRecord | undefined> {
		// In one query, so that the secret is current whenever a claim is read.
		const [secret, record] = await from.getMany([secretKey, claimKey(hash)]);
		assertSecret(secret, this.keys.check);
		const parsed = soundRow(claimKind, record);
		// Decryption fails for a record copied under another hash, which would otherwise mark an unclaimed code as claimed.
		if (parsed !== undefined) this.keys.open(hash, parsed.sealed);
		return parsed;
	}

	/** The stored state of the code for this member. */
	async present(code: PurchaseCode, userId: Snowflake): Promise<Presented> {
		const hash = this.keys.hash(code);
		const [record, policy] = await Promise.all([this.read(hash), this.readPolicy()]);
		return presented(hash, record, this.#newcomer(code, userId), policy);
	}

	/**
	 * Claims a purchase that the marketplace has just confirmed, if it has a seat left, across all processes. A holder may
	 * verify again, which also lifts a revocation by the bot. `also` reads rows with the claim's and may put some whatever
	 * the outcome; its result then adds rows to the commit that follow from the outcome.
	 */
	async claim(
		code: PurchaseCode,
		{ userId, guildId, purchase }: MemberRef & { readonly purchase: ProvenPurchase },
		also: (tx: Transaction) => Promise<(claimed: Claimed) => unknown> = async () => () => {},
	): Promise<Claimed> {
		const hash = this.keys.hash(code);
		const entries = entriesOf(hash, { holders: [{ userId }], supportedUntil: purchase.supportedUntil });
		let afterCommit = (): void => {};
		const outcome = await this.#commit(hash, async (tx, reading) => {
			const [record, policy, follow] = await Promise.all([
				reading,
				this.readPolicy(tx),
				also(tx),
				// In the same statement, since what is written is read. Damaged ones are replaced.
				tx.getMany(entries).catch(() => {}),
			]);
			const newcomer = { ...this.#newcomer(code, userId), guildId };
			const secrets = () => ({ secret: this.keys.check, sealed: this.keys.seal(hash, code) });
			const decided = claimed(hash, record, newcomer, { purchase, policy }, secrets);
			await follow(decided.result);
			const affected = decided.next === undefined ? [] : affectedBy(record, decided.next);
			const others = affected.filter((id) => id !== userId);
			afterCommit = await this.#follow(tx, others);
			return decided;
		});
		afterCommit();
		return outcome;
	}

	#newcomer(code: PurchaseCode, userId: Snowflake): Omit<Newcomer, 'guildId'> {
		return { userId, tag: holderTag(code, userId), at: this.clock.now(), seatsAt: this.seatsAt() };
	}

	/** `change`: may run several times. What follows is in its commit. @returns undefined if there is no record */
	async change<Result, Refusal = never>(
		hash: string,
		change: (record: ClaimRecord) => Changed<Result>,
		also?: Also<Result, Refusal>,
	): Promise<Result | Refusal | undefined> {
		return await this.changeOrAdd(hash, (record) => record && change(record), also);
	}

	/** Every change of a claim. `reading`: the record, for other rows to be read in the same statement. */
	async #commit<Result>(
		hash: string,
		decide: (tx: Transaction, reading: Promise<ClaimRecord | undefined>) => Promise<Changed<Result>>,
	): Promise<Result> {
		return await this.store.transact(async (tx) => {
			const reading = this.read(hash, tx);
			const { next, result } = await decide(tx, reading);
			const record = await reading;
			if (next !== undefined && next !== record) putClaim(tx, hash, record, next);
			return result;
		});
	}

	/** As `change`, also for a hash without a record. */
	async changeOrAdd<Result, Refusal>(
		hash: string,
		change: (record: ClaimRecord | undefined) => Changed<Result> | undefined,
		also?: Also<Result, Refusal>,
	): Promise<Result | Refusal | undefined> {
		let afterCommit = (): void => {};
		const outcome = await this.#commit<Result | Refusal | undefined>(hash, async (tx, reading) => {
			afterCommit = () => {};
			const record = await reading;
			const changed = change(record);
			if (changed === undefined) return { result: undefined };
			const { next, result, members = [] } = changed;
			if (next === undefined || next === record) return { result };
			const refusal = await also?.(tx, result);
			if (refusal !== undefined) return { result: refusal };
			afterCommit = await this.#follow(tx, [...members, ...affectedBy(record, next)]);
			return { next, result };
		});
		afterCommit();
		return outcome;
	}

	/** Every record by its hash, in no particular order. Damaged ones are reported and skipped. */
	async *all(): AsyncGenerator<readonly [hash: string, record: ClaimRecord]> {
		for await (const { hash, record } of allClaims(this.store)) {
			if (record === 'damaged') this.report.damaged(claimKey(hash));
			else yield [hash, record];
		}
	}

	details(hash: string, record: ClaimRecord): ClaimDetails {
		return claimDetails(hash, record, this.seatsAt());
	}

	/** The hashes of the claims that name a member; if they are known, the methods below save a read. */
	async hashesOf(userId: Snowflake): Promise<readonly string[]> {
		const prefix = memberEntryPrefix(userId);
		const hashes: string[] = [];
		for await (const { key } of this.store.list(prefix)) hashes.push(key.slice(prefix.length));
		return hashes;
	}

	/** The records that exist, by their hashes. Damaged ones are reported. */
	async readMany(hashes: readonly string[]): Promise<ReadonlyMap<string, ClaimRecord | 'damaged'>> {
		const [secret, ...pairs] = await readEach(this.store, [secretKey, ...hashes.map(claimKey)]);
		// Roles follow from these claims. None may go because the store was emptied, or is being re-keyed.
		if (secret?.corrupt !== true) assertSecret(secret?.value, this.keys.check);
		const records = new Map<string, ClaimRecord | 'damaged'>();
		for (const [index, pair] of pairs.entries()) {
			const record = recordIn(pair);
			if (record === 'damaged') this.report.damaged(pair.key);
			if (record !== undefined) records.set(hashes[index] ?? '', record);
		}
		return records;
	}

	/** The records that name a member, oldest first. Damaged ones are reported. @param known from `hashesOf` */
	async recordsOf(userId: Snowflake, known?: readonly string[]) {
		const found = await this.readMany(known ?? (await this.hashesOf(userId)));
		const sound = [...found].flatMap(([hash, record]) =>
			record === 'damaged' ? [] : [[hash, record] as const],
		);
		const records = sound.toSorted(([, a], [, b]) => heldSince(a, userId) - heldSince(b, userId));
		return { records, isComplete: sound.length === found.size };
	}

	/** The member's claims, revoked ones included, oldest first. Damaged ones are reported and skipped. */
	async claimsOf(userId: Snowflake): Promise<readonly Claim[]> {
		return (await this.readClaimsOf(userId)).claims;
	}

	/** Like `claimsOf`, and says if the list is complete. @param known from `hashesOf` */
	async readClaimsOf(userId: Snowflake, known?: readonly string[]): Promise<ReadClaims> {
		const { records, isComplete } = await this.recordsOf(userId, known);
		return { claims: records.flatMap(([hash, record]) => claimIn(hash, record, userId) ?? []), isComplete };
	}

	/** Secret. The code of a claim; undefined if there is no such claim, or staff gave it without a code. */
	async codeOf(hash: string): Promise<PurchaseCode | undefined> {
		const record = await this.read(hash);
		if (record === undefined || record.given !== undefined) return undefined;
		return this.keys.open(hash, record.sealed);
	}

	/** The last characters of a claim's code; undefined as for `codeOf`. */
	async endingOf(hash: string): Promise<string | undefined> {
		const code = await this.codeOf(hash);
		return code && codeEnding(code);
	}

	/** The last characters of the code of a record that was already read; '' if it can't be opened, which is reported. */
	endingIn(hash: string, { sealed }: ClaimRecord): string {
		try {
			return codeEnding(this.keys.open(hash, sealed));
		} catch (error) {
			if (!(error instanceof StoreCorruptError)) throw error;
			this.report.damaged(claimKey(hash));
			return '';
		}
	}
}

/** Fields that roles follow from. */
const facts = ['status', 'item', 'licenseType', 'supportedUntil', 'purchasedAt'] as const;

/** The members whose roles may change: all holders if a fact has changed, else who came or went. */
function affectedBy(before: ClaimRecord | undefined, next: ClaimRecord): readonly string[] {
	const was = before?.holders.map(({ userId }) => userId) ?? [];
	const is = next.holders.map(({ userId }) => userId);
	const all = [...was, ...is];
	if (facts.some((fact) => !isDeepStrictEqual(before?.[fact], next[fact]))) return all;
	return all.filter((id) => !(was.includes(id) && is.includes(id)));
}
