import type { Clock } from '../base/clock.js';
import type { PurchaseCode } from '../base/purchase-code.js';
import type { MemberRef } from '../base/row-fields.js';
import type { ClockGuard } from '../base/time/clock-guard.js';
import type { Settings } from '../config.js';
import { sqliteFileOf } from '../storage/open.js';
import type { Store, Transaction } from '../storage/store.js';
import { hasSeatFor, newRecord, withHolder } from './changes.js';
import { type Claim, codeEnding, type ReadClaims, type Snowflake } from './claim.js';
import { ClaimChecks, withAnswer } from './claim-checks.js';
import { entriesOf } from './claim-indexes.js';
import { ClaimKeys, holderTag } from './claim-keys.js';
import {
	type ClaimFloor,
	ClaimRecords,
	type DamageReport,
	type Follow,
	hashesOf,
	recordsOf,
} from './claim-records.js';
import { ClaimScan } from './claim-scan.js';
import { bringToFormat, type FormatOptions, refuseOtherFormat } from './format.js';
import { Gifts } from './gifts.js';
import { ModeratedClaims } from './moderated-claims.js';
import { OwnClaims } from './own-claims.js';
import { type ClaimPolicy, PolicyStore, seatsFor } from './policy.js';
import { type ClaimEvent, type ClaimRecord, holderIn, type ProvenPurchase, toClaim } from './record.js';
import { afterAnswer } from './refund-rule.js';
import { assertSecret, bindSecret, isBound } from './secret-guard.js';
import { secretKey } from './store-keys.js';

/** `unclaimed`: only the marketplace has to confirm. `revoked-yours`: refunded, so ask the marketplace again. */
export type Presented =
	| { readonly kind: 'unclaimed' }
	| {
			readonly kind: 'already-yours' | 'revoked-yours';
			readonly claim: Claim;
			readonly seat?: Seat;
	  }
	| Taken
	| RevokedByStaff;

/** Held by other members. `seats`: maximum holders, if more than one, whatever keeps this member out. */
interface Taken {
	readonly kind: 'taken';
	readonly hash: string;
	readonly seats?: number;
}

/** A code's record, with the policy read along with it. */
export interface CodeLookUp {
	readonly hash: string;
	readonly record: ClaimRecord | undefined;
	readonly policy: ClaimPolicy;
}

/** A holder's seat in a purchase with several. */
export interface Seat {
	/** From 1. */
	readonly number: number;
	readonly seats: number;
}

/** Staff revoked it for all holders: the marketplace's answers don't change that. */
interface RevokedByStaff {
	readonly kind: 'revoked-by-staff';
}

export type Claimed = HeldByMember | Taken | RevokedByStaff;

interface HeldByMember {
	readonly kind: 'claimed' | 'already-yours';
	readonly claim: Claim;
	readonly seat?: Seat;
}

export interface ClaimStoreOptions {
	readonly store: Store;
	/** Secret. */
	readonly claimSecret: string;
	readonly clock: Pick<Clock, 'now'>;
	/** While the clock is not trusted, reserved seats don't expire. Default: trusted. */
	readonly clockGuard?: Pick<ClockGuard, 'isTrusted'>;
	readonly report: DamageReport;
	/** Adds the consequences of each change to its commit. `claim` has its own: see `also`. Default: none. */
	readonly follow?: Follow;
	/** How a store of the version before is converted. Default: without a wait or a report. */
	readonly upgrading?: FormatOptions;
}

/** Like `openClaimStore`, but changes nothing: an older version may still be using the store. */
export async function checkReadable(store: Store, claimSecret: string): Promise<void> {
	await isBound(store, new ClaimKeys(claimSecret).check);
	await refuseOtherFormat(store);
}

/**
 * Opens the claims of a store: initializes an empty one, converts one of the version before. Rejects with
 * StoreRefusedError if the secret is wrong or the format is another one, and with StoreUnavailableError.
 */
export async function openClaimStore(options: ClaimStoreOptions): Promise<ClaimStore> {
	const keys = new ClaimKeys(options.claimSecret);
	// The secret first: a store of another one must not be changed.
	await bindSecret(options.store, keys.check);
	await bringToFormat(options.store, options.upgrading);
	return new ClaimStore(options, keys);
}

/** Opens the claims as the settings say, with a backup of an SQLite database before a change of its format. */
export function openClaims(
	settings: Pick<Settings, 'CLAIM_SECRET' | 'DATABASE_URL' | 'BACKUPS'>,
	parts: Omit<ClaimStoreOptions, 'claimSecret' | 'upgrading'> &
		Required<Pick<FormatOptions, 'logger' | 'clock'>>,
): Promise<ClaimStore> {
	const { CLAIM_SECRET: claimSecret, DATABASE_URL, BACKUPS } = settings;
	const file = BACKUPS ? sqliteFileOf(DATABASE_URL) : undefined;
	return openClaimStore({ ...parts, claimSecret, upgrading: { ...parts, file } });
}

/**
 * Which members hold which purchases. All methods reject with StoreUnavailableError, StoreCorruptError or, while the
 * secret is being changed, StoreRefusedError. A rejected write may have happened; a retry is safe and shows it.
 */
export class ClaimStore {
	readonly moderated: ModeratedClaims;
	/** Purchases that staff give or block before any member has verified them. */
	readonly gifts: Gifts;
	readonly own: OwnClaims;
	readonly checks: ClaimChecks;
	readonly scan: ClaimScan;
	readonly policy: PolicyStore;
	readonly #floor: ClaimFloor;

	constructor({ store, report, clock, clockGuard, follow }: ClaimStoreOptions, keys: ClaimKeys) {
		const floor: ClaimFloor = {
			...{ store, keys, clock, report },
			records: new ClaimRecords(store, keys, follow),
			policy: new PolicyStore(store),
			seatsAt: () => (clockGuard?.isTrusted() === false ? Number.NEGATIVE_INFINITY : clock.now()),
		};
		this.moderated = new ModeratedClaims(floor);
		this.gifts = new Gifts(floor, this.moderated);
		this.own = new OwnClaims(floor);
		this.checks = new ClaimChecks(floor);
		this.scan = new ClaimScan(floor);
		this.policy = floor.policy;
		this.#floor = floor;
	}

	/** The secret's check value, which the store keeps to recognize it. Not a secret. */
	get check(): string {
		return this.#floor.keys.check;
	}

	/** Rejects if claims can't be made now: as the store does, and while the secret is being changed. */
	async assertUsable(): Promise<void> {
		assertSecret(await this.#floor.store.get(secretKey), this.#floor.keys.check);
	}

	/** A keyed tag that recognizes a member after the deletion of their data. */
	memberTag(userId: string): string {
		return this.#floor.keys.memberTag(userId);
	}

	/** Reads a code's record for `present`. */
	async look(code: PurchaseCode): Promise<CodeLookUp> {
		const hash = this.#floor.keys.hash(code);
		const [record, policy] = await Promise.all([this.#floor.records.read(hash), this.policy.read()]);
		return { hash, record, policy };
	}

	/** Resolves to the stored state of the code for this member. */
	async present(code: PurchaseCode, userId: Snowflake, looked?: CodeLookUp): Promise<Presented> {
		const { hash, record, policy } = looked ?? (await this.look(code));
		if (record === undefined) return { kind: 'unclaimed' };
		if (record.revokedBy !== undefined) return { kind: 'revoked-by-staff' };
		const holder = holderIn(record, userId);
		const seats = seatsFor(policy, record.licenseType);
		if (holder === undefined) {
			const candidate = {
				tag: holderTag(code, userId),
				at: this.#floor.clock.now(),
				seatsAt: this.#floor.seatsAt(),
			};
			return hasSeatFor(record, candidate, seats) ? { kind: 'unclaimed' } : taken(hash, seats);
		}
		const claim = toClaim(hash, record, holder);
		if (record.status === 'revoked') return { kind: 'revoked-yours', claim };
		return { kind: 'already-yours', claim, ...seatOf(record, userId, seats) };
	}

	/**
	 * Claims a purchase that the marketplace has just confirmed, for every served guild. Across all processes it gets
	 * no more holders than the policy has seats for its licence type (default: one). A holder may
	 * verify again, which also lifts a revocation by the bot. `also` reads rows with the claim's and may put some
	 * whatever the outcome; its result then adds rows to the commit that follow from the outcome.
	 */
	async claim(
		code: PurchaseCode,
		request: MemberRef & { readonly purchase: ProvenPurchase },
		also: (tx: Transaction) => Promise<(claimed: Claimed) => unknown> = async () => () => {},
	): Promise<Claimed> {
		const { userId, purchase } = request;
		const hash = this.#floor.keys.hash(code);
		const entries = entriesOf(hash, { holders: [{ userId }], supportedUntil: purchase.supportedUntil });
		return await this.#floor.records.commit(hash, async (tx, reading) => {
			const [current, policy, record] = await Promise.all([
				reading,
				this.policy.read(tx),
				also(tx),
				// In the same statement, since what is written is read. Damaged ones are replaced.
				tx.getMany(entries).catch(() => {}),
			]);
			const decided = this.#claimed(code, request, current, seatsFor(policy, purchase.licenseType));
			await record(decided.result);
			return decided;
		});
	}

	#claimed(
		code: PurchaseCode,
		{ userId, guildId, purchase }: MemberRef & { readonly purchase: ProvenPurchase },
		current: ClaimRecord | undefined,
		seats: number,
	): { readonly next?: ClaimRecord; readonly result: Claimed } {
		const hash = this.#floor.keys.hash(code);
		const at = this.#floor.clock.now();
		const held = (kind: HeldByMember['kind'], next: ClaimRecord) => ({
			next,
			result: claimedBy(hash, next, userId, { kind, seats }),
		});
		if (current === undefined) {
			const secrets = { secret: this.#floor.keys.check, sealed: this.#floor.keys.seal(hash, code) };
			return held('claimed', newRecord({ userId, guildId, purchase, at }, secrets));
		}
		const newcomer = { userId, guildId, tag: holderTag(code, userId), at, seatsAt: this.#floor.seatsAt() };
		const isHeld = holderIn(current, userId) !== undefined;
		if (current.revokedBy !== undefined) return { result: { kind: 'revoked-by-staff' } };
		if (!isHeld && !hasSeatFor(current, newcomer, seats)) return { result: taken(hash, seats) };
		const record = isHeld ? current : withHolder(current, newcomer);
		const answer = { kind: 'valid', supportedUntil: purchase.supportedUntil, details: purchase } as const;
		const after = afterAnswer(record, answer, { askedAt: at, at, canJudge: true });
		return held(isHeld ? 'already-yours' : 'claimed', withAnswer(record, after, 'claimcheck', at));
	}

	/** The member's claims, revoked ones included, oldest first. Damaged ones are reported and skipped. */
	async claimsOf(userId: Snowflake): Promise<readonly Claim[]> {
		return (await this.readClaimsOf(userId)).claims;
	}

	/** The claims that name a member, by their hashes. */
	async hashesOf(userId: Snowflake): Promise<readonly string[]> {
		return await hashesOf(this.#floor.store, userId);
	}

	/** Like `claimsOf`, with a flag that says if the list is complete. `known`: from `hashesOf`, which saves a read. */
	async readClaimsOf(userId: Snowflake, known?: readonly string[]): Promise<ReadClaims> {
		const { records, isComplete } = await recordsOf(this.#floor, userId, known);
		const claims = records.flatMap(([hash, record]) => {
			const holder = holderIn(record, userId);
			return holder === undefined ? [] : [toClaim(hash, record, holder)];
		});
		return { claims, isComplete };
	}

	/** A claim's history, oldest first; undefined if there is no such claim. */
	async historyOf(hash: string): Promise<readonly ClaimEvent[] | undefined> {
		return (await this.#floor.records.read(hash))?.history;
	}

	/** Secret. The code of a claim; undefined if there is no such claim, or staff gave it without a code. */
	async codeOf(hash: string): Promise<PurchaseCode | undefined> {
		const record = await this.#floor.records.read(hash);
		if (record === undefined || record.given !== undefined) return undefined;
		return this.#floor.keys.open(hash, record.sealed);
	}

	/** The last characters of a claim's code; undefined as for `codeOf`. */
	async endingOf(hash: string): Promise<string | undefined> {
		const code = await this.codeOf(hash);
		return code && codeEnding(code);
	}
}

function claimedBy(
	hash: string,
	record: ClaimRecord,
	userId: Snowflake,
	{ kind, seats }: { readonly kind: 'claimed' | 'already-yours'; readonly seats: number },
): Claimed {
	const holder = holderIn(record, userId);
	if (holder === undefined) return taken(hash, seats);
	return { kind, claim: toClaim(hash, record, holder), ...seatOf(record, userId, seats) };
}

function taken(hash: string, seats: number): Taken {
	return { kind: 'taken', hash, ...(seats > 1 && { seats }) };
}

function seatOf({ holders }: ClaimRecord, userId: Snowflake, seats: number): { readonly seat?: Seat } {
	if (seats <= 1) return {};
	const number = holders.findIndex((holder) => holder.userId === userId) + 1;
	// There may be more holders than seats if managers have lowered the number.
	return { seat: { number, seats: Math.max(seats, holders.length) } };
}
