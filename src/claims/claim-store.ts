import type { MemberRef } from '../base/member-ref.js';
import type { ClockGuard } from '../base/time/clock-guard.js';
import type { Store } from '../storage/store.js';
import { hasSeatFor, newRecord, withGuild, withHolder } from './changes.js';
import type { Claim, ReadClaims, Snowflake } from './claim.js';
import { ClaimChecks, withAnswer } from './claim-checks.js';
import { hashesIn, indexClaim, listsOf } from './claim-indexes.js';
import { type ClaimKeys, deriveClaimKeys, holderTag } from './claim-keys.js';
import { ClaimRecords, readEach } from './claim-records.js';
import { ClaimScan } from './claim-scan.js';
import { bringToFormat, refuseNewerFormat, type Upgrade } from './format.js';
import { Gifts } from './gifts.js';
import { ModeratedClaims } from './moderated-claims.js';
import { OwnClaims } from './own-claims.js';
import { type ClaimPolicy, type Home, noHome, seatsFor } from './policy.js';
import type { PurchaseCode } from './purchase-code.js';
import { RecentClaimsCache } from './recent-claims-cache.js';
import {
	type ClaimEvent,
	type ClaimRecord,
	holderIn,
	type ProvenPurchase,
	recordIn,
	toClaim,
} from './record.js';
import { afterAnswer } from './refund-rule.js';
import { bindSecret, isBound } from './secret-guard.js';
import { claimKey, memberKey } from './store-keys.js';

/**
 * What is known about a code. `unclaimed`: as far as we know, the member needs only the marketplace's confirmation.
 * `revoked-yours`: refunded as far as we know, so ask the marketplace again.
 */
export type Presented =
	| { readonly kind: 'unclaimed' }
	/** `isNewHere`: the holder had not verified it in this guild before. */
	| {
			readonly kind: 'already-yours' | 'revoked-yours';
			readonly claim: Claim;
			readonly isNewHere?: boolean;
			readonly seat?: Seat;
	  }
	| Taken
	| RevokedByStaff;

/**
 * Nobody else can have it. `hash`: the claim that the code is of; `seats`: how many members may hold it, where that is
 * more than one, whatever keeps this member from it.
 */
interface Taken {
	readonly kind: 'taken';
	readonly hash: string;
	readonly seats?: number;
}

/** What the store had of a code, with the policy that it was read with. */
export interface CodeLookUp {
	readonly hash: string;
	readonly record: ClaimRecord | undefined;
	readonly policy: ClaimPolicy;
}

/** Which of a purchase's seats a holder has, where it has several. */
export interface Seat {
	/** From 1. */
	readonly number: number;
	readonly seats: number;
}

/** Staff have revoked it, for everybody: no answer of the marketplace changes that. */
interface RevokedByStaff {
	readonly kind: 'revoked-by-staff';
}

export type Claimed = HeldByMember | Taken | RevokedByStaff;

/** The member has it. */
export interface HeldByMember {
	readonly kind: 'claimed' | 'already-yours';
	readonly claim: Claim;
	readonly isNewHere?: boolean;
	readonly seat?: Seat;
}

export interface ClaimStoreOptions {
	readonly store: Store;
	/** Secret. */
	readonly claimSecret: string;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** The guild whose staff decide who may hold a claim. Default: none. */
	readonly home?: Home;
	/** By a clock that is off, no seat that is kept for somebody is seen as free. Default: it is right. */
	readonly clockGuard?: Pick<ClockGuard, 'isTrusted'>;
	/** Told of a claim or a list that can't be read while many are gone through. */
	readonly onCorrupt: (key: string) => void;
	/** Called before a store of an older format is changed; if it rejects, nothing is. */
	readonly beforeUpgrade?: (upgrade: Upgrade) => Promise<void>;
}

/**
 * Proves that the claims of a store can be read with this secret and this version, and changes nothing: an older
 * version may be using it. Rejects with StoreRefusedError and StoreUnavailableError.
 */
export async function checkReadable(store: Store, claimSecret: string): Promise<void> {
	await isBound(store, deriveClaimKeys(claimSecret).check);
	await refuseNewerFormat(store);
}

/**
 * Opens the claims of a store: initializes an empty one, migrates an older one. Rejects with StoreRefusedError on
 * another secret or a newer format, and with StoreUnavailableError.
 */
export async function openClaimStore(options: ClaimStoreOptions): Promise<ClaimStore> {
	const keys = deriveClaimKeys(options.claimSecret);
	// The secret first: a migration may need what only the right secret opens.
	await bindSecret(options.store, keys.check);
	const { beforeUpgrade } = options;
	await bringToFormat(options.store, beforeUpgrade === undefined ? {} : { beforeUpgrade });
	return new ClaimStore(options, keys);
}

/**
 * Who holds which purchase. All methods reject with StoreUnavailableError, StoreCorruptError or, while the secret is
 * being changed, StoreRefusedError; a rejected write may have happened; a retry is safe and shows it.
 */
export class ClaimStore {
	/** What moderators do with claims. */
	readonly moderated: ModeratedClaims;
	/** What staff give, and block, without a member's verifying it. */
	readonly gifts: Gifts;
	/** What members do with the claims that are theirs. */
	readonly own: OwnClaims;
	/** What the marketplace says about claims after they were made. */
	readonly checks: ClaimChecks;
	/** Everybody's claims. */
	readonly scan: ClaimScan;
	readonly #store: Store;
	readonly #records: ClaimRecords;
	readonly #keys: ClaimKeys;
	readonly #now: () => number;
	readonly #home: Home;
	readonly #onCorrupt: (key: string) => void;
	readonly #seatsAt: () => number;
	readonly #latest = new RecentClaimsCache();

	constructor(options: ClaimStoreOptions, keys: ClaimKeys) {
		const { store, now, onCorrupt, home = noHome, clockGuard } = options;
		const records = new ClaimRecords(store, keys);
		const seatsAt = () => (clockGuard?.isTrusted() === false ? Number.NEGATIVE_INFINITY : now());
		this.moderated = new ModeratedClaims({ store, records, keys, home, now, seatsAt, onCorrupt });
		this.gifts = new Gifts({ store, records, keys, home, now, seatsAt }, this.moderated);
		this.own = new OwnClaims({ store, records, keys, home, now, seatsAt, onCorrupt });
		this.checks = new ClaimChecks({ store, records, now, onCorrupt });
		this.scan = new ClaimScan({ store, records, now, onCorrupt });
		this.#store = store;
		this.#records = records;
		this.#keys = keys;
		this.#now = now;
		this.#home = home;
		this.#onCorrupt = onCorrupt;
		this.#seatsAt = seatsAt;
	}

	/** A keyed tag that recognizes a member after the deletion of their data. */
	memberTag(userId: string): string {
		return this.#keys.memberTag(userId);
	}

	/**
	 * The stored record of a code, for `present`: read before it is known whether the member may see the result.
	 * `reading`: home's policy, if the caller reads it anyway.
	 */
	async look(code: PurchaseCode, reading?: Promise<ClaimPolicy>): Promise<CodeLookUp> {
		const hash = this.#keys.hash(code);
		const [record, policy] = await Promise.all([this.#records.read(hash), reading ?? this.#home.policy()]);
		return { hash, record, policy };
	}

	/** What is known of the code. The holder's own active claim notes that the role is owed in this guild too. */
	async present(code: PurchaseCode, { userId, guildId }: MemberRef, looked?: CodeLookUp): Promise<Presented> {
		const { hash, record, policy } = looked ?? (await this.look(code));
		if (record === undefined) return { kind: 'unclaimed' };
		const seenIn = (current: ClaimRecord): { next: ClaimRecord; result: Presented } => {
			const stays = (result: Presented) => ({ next: current, result });
			if (current.revokedBy !== undefined) return stays({ kind: 'revoked-by-staff' });
			const holder = holderIn(current, userId);
			const seats = seatsFor(policy, current.licenseType);
			const at = this.#now();
			if (holder === undefined) {
				const candidate = { tag: holderTag(code, userId), at, seatsAt: this.#seatsAt() };
				return stays(hasSeatFor(current, candidate, seats) ? { kind: 'unclaimed' } : taken(hash, seats));
			}
			if (current.status === 'revoked') {
				return stays({ kind: 'revoked-yours', claim: toClaim(hash, current, holder) });
			}
			const next = withGuild(current, userId, guildId, at);
			const claim = toClaim(hash, next, holderIn(next, userId) ?? holder);
			const isNew = next !== current && { isNewHere: true };
			return { next, result: { kind: 'already-yours', claim, ...isNew, ...seatOf(next, userId, seats) } };
		};
		const { next, result } = seenIn(record);
		if (next === record) return result;
		// Decided anew where it is changed: what was read may no longer be so.
		return (await this.#records.change(hash, seenIn)) ?? { kind: 'unclaimed' };
	}

	/**
	 * Gives a purchase that the marketplace has just confirmed to the member, in whichever guild it is presented:
	 * across all processes to no more members than home's policy has seats for its licence type, which is one by
	 * default. The holder may verify again, which also lifts a revocation. `beside` is begun as soon as it is recorded,
	 * for what has to be done next and doesn't wait for the last look at the lists. `policy`: as `look` has read it.
	 */
	async claim(
		code: PurchaseCode,
		request: MemberRef & { readonly purchase: ProvenPurchase; readonly policy?: ClaimPolicy },
		beside: (held: HeldByMember) => Promise<unknown> = async () => {},
	): Promise<Claimed> {
		const { userId, guildId, purchase, policy = await this.#home.policy() } = request;
		const hash = this.#keys.hash(code);
		const at = this.#now();
		const lists = listsOf(hash, { holders: [{ userId }], supportedUntil: purchase.supportedUntil });
		// The secret is looked at with the claim, before the lists are written: a change of it waits for as long as these
		// two can take.
		const { record: known, rows } = await this.#records.readWith(hash, lists);
		await indexClaim(this.#store, hash, lists, rows);
		const seats = seatsFor(policy, purchase.licenseType);
		const recorded = async (claimed: Claimed): Promise<Claimed> => {
			// Again: a repair may have removed the entries as leftovers before the claim was there.
			await Promise.all([indexClaim(this.#store, hash, lists), 'claim' in claimed && beside(claimed)]);
			return claimed;
		};
		if (known === undefined) {
			const sealed = this.#keys.seal(hash, code);
			const record = newRecord({ userId, guildId, purchase, at }, { secret: this.#keys.check, sealed });
			if (await this.#store.compareAndSet(claimKey(hash), undefined, record)) {
				this.#latest.note(userId, hash);
				return await recorded(claimedBy(hash, record, userId, { kind: 'claimed', seats }));
			}
		}
		const newcomer = { userId, guildId, tag: holderTag(code, userId), at, seatsAt: this.#seatsAt() };
		const outcome = await this.#records.change<Claimed>(hash, (current) => {
			const holder = holderIn(current, userId);
			const isHeld = holder !== undefined;
			if (current.revokedBy !== undefined) return { next: current, result: { kind: 'revoked-by-staff' } };
			if (!isHeld && !hasSeatFor(current, newcomer, seats))
				return { next: current, result: taken(hash, seats) };
			const held = isHeld ? withGuild(current, userId, guildId, at) : withHolder(current, newcomer);
			const answer = { kind: 'valid', supportedUntil: purchase.supportedUntil, details: purchase } as const;
			const after = afterAnswer(held, answer, { askedAt: at, at, canJudge: true });
			const next = withAnswer(held, after, 'claimcheck', at);
			const result = claimedBy(hash, next, userId, { kind: isHeld ? 'already-yours' : 'claimed', seats });
			const isNewHere = isHeld && !holder.guildIds.includes(guildId);
			return { next, result: isNewHere && 'claim' in result ? { ...result, isNewHere } : result };
		});
		return outcome?.kind === 'claimed' ? await recorded(outcome) : (outcome ?? taken(hash, seats));
	}

	/**
	 * The member's claims, revoked ones included, in the order in which they were made. One that can't be read is
	 * reported and left out.
	 */
	async claimsOf(userId: Snowflake): Promise<readonly Claim[]> {
		return (await this.readClaimsOf(userId)).claims;
	}

	/** As `claimsOf`, and whether that is all of them. */
	async readClaimsOf(userId: Snowflake): Promise<ReadClaims> {
		// What the member has just got is read with the list that names it.
		const likely = this.#latest.of(userId);
		const read = await readEach(this.#store, [memberKey(userId), ...likely.map(claimKey)]);
		const list = read[0] === undefined ? [] : hashesIn(read[0]);
		const hashes = list === 'damaged' ? [] : list;
		const others = hashes.filter((hash) => !likely.includes(hash));
		if (others.length > 0) read.push(...(await readEach(this.#store, others.map(claimKey))));
		const pairs = new Map(read.map((pair) => [pair.key, pair]));
		const records = hashes.map((hash) => {
			const pair = pairs.get(claimKey(hash));
			return { hash, record: pair && recordIn(pair) };
		});
		const damaged = records.filter(({ record }) => record === 'damaged').map(({ hash }) => claimKey(hash));
		if (list === 'damaged') damaged.push(memberKey(userId));
		for (const key of damaged) this.#onCorrupt(key);
		const claims = records.flatMap(({ hash, record }) => {
			if (record === undefined || record === 'damaged') return [];
			const holder = holderIn(record, userId);
			return holder === undefined ? [] : [toClaim(hash, record, holder)];
		});
		return { claims, isComplete: damaged.length === 0 };
	}

	/** What happened to a claim, oldest first; undefined where there is none. */
	async historyOf(hash: string): Promise<readonly ClaimEvent[] | undefined> {
		return (await this.#records.read(hash))?.history;
	}

	/**
	 * Secret. The code of a claim, to ask the marketplace about it again; undefined where there is no such claim, or
	 * staff gave it without a code.
	 */
	async codeOf(hash: string): Promise<PurchaseCode | undefined> {
		const record = await this.#records.read(hash);
		if (record === undefined || record.given !== undefined) return undefined;
		return this.#keys.open(hash, record.sealed);
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
	// There may be more holders than seats, where home has made those fewer.
	return { seat: { number, seats: Math.max(seats, holders.length) } };
}
