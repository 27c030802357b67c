import type { Store, StoredPair } from '../storage/store.js';
import type { Claim, ClaimCheck, Snowflake } from './claim.js';
import { indexClaims } from './claim-index.js';
import { type ClaimKeys, deriveClaimKeys } from './claim-keys.js';
import { bringToFormat } from './format.js';
import { hashesIn, parseHashes } from './hash-list.js';
import type { PurchaseCode } from './purchase-code.js';
import { readEach } from './read-each.js';
import {
	type Cause,
	type ClaimEvent,
	type ClaimRecord,
	newRecord,
	type ProvenPurchase,
	parseRecord,
	recordIn,
	reinstated,
	revoked,
	toClaim,
	withCheck,
	withGuild,
	withSupport,
} from './record.js';
import { assertSecret, bindSecret } from './secret-guard.js';
import { bucketKey, bucketKeysBetween, claimKey, claimPrefix, memberKey, secretKey } from './store-keys.js';
import { update } from './update.js';

/** Where and by whom a code is presented. */
export interface Presenter {
	readonly userId: Snowflake;
	readonly guildId: Snowflake;
}

/** What is known of a code. `revoked-yours`: refunded by what we know, so ask the marketplace again. */
export type Presented =
	| { readonly kind: 'unclaimed' }
	| { readonly kind: 'already-yours' | 'revoked-yours'; readonly claim: Claim }
	| { readonly kind: 'taken' };

export type Claimed =
	| { readonly kind: 'claimed' | 'already-yours'; readonly claim: Claim }
	| { readonly kind: 'taken' };

export interface ClaimStoreOptions {
	readonly store: Store;
	/** Secret. */
	readonly claimSecret: string;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Told of a claim or a list that can't be read while many are gone through. */
	readonly onCorrupt: (key: string) => void;
}

/**
 * Opens the claims of a store: marks a fresh one, migrates an older one. Rejects with StoreRefusedError on another
 * secret or a newer format, and with StoreUnavailableError.
 */
export async function openClaimStore(options: ClaimStoreOptions): Promise<ClaimStore> {
	const keys = deriveClaimKeys(options.claimSecret);
	// The secret first: a migration may need what only the right secret opens.
	await bindSecret(options.store, keys.check);
	await bringToFormat(options.store);
	return new ClaimStore(options, keys);
}

/**
 * Who holds which purchase. All methods reject with StoreUnavailableError, StoreCorruptError or, while the secret is
 * being changed, StoreRefusedError; whether a rejected write happened is open, and asking again tells.
 */
export class ClaimStore {
	readonly #store: Store;
	readonly #keys: ClaimKeys;
	readonly #now: () => number;
	readonly #onCorrupt: (key: string) => void;

	constructor(options: ClaimStoreOptions, keys: ClaimKeys) {
		this.#store = options.store;
		this.#keys = keys;
		this.#now = options.now;
		this.#onCorrupt = options.onCorrupt;
	}

	/** What is known of the code. The holder's own active claim notes that the role is owed in this guild too. */
	async present(code: PurchaseCode, presenter: Presenter): Promise<Presented> {
		const hash = this.#keys.hash(code);
		const record = await this.#read(hash);
		if (record === undefined) return { kind: 'unclaimed' };
		if (record.holderId !== presenter.userId) return { kind: 'taken' };
		if (record.status === 'revoked') return { kind: 'revoked-yours', claim: toClaim(hash, record) };
		if (record.guildIds.includes(presenter.guildId)) {
			return { kind: 'already-yours', claim: toClaim(hash, record) };
		}
		const known = await this.#change(hash, (current) =>
			current.holderId === presenter.userId ? withGuild(current, presenter.guildId, this.#now()) : current,
		);
		if (known?.holderId !== presenter.userId) return { kind: 'taken' };
		return { kind: 'already-yours', claim: known };
	}

	/**
	 * Gives a purchase that the marketplace has just confirmed to the member: to exactly one, over all processes. The
	 * holder may ask again, and takes back a revocation with it.
	 */
	async claim(
		code: PurchaseCode,
		request: Presenter & { readonly purchase: ProvenPurchase },
	): Promise<Claimed> {
		const { userId, guildId, purchase } = request;
		const hash = this.#keys.hash(code);
		const at = this.#now();
		const entries = [[hash, { holderId: userId, supportedUntil: purchase.supportedUntil }]] as const;
		await indexClaims(this.#store, entries);
		if ((await this.#read(hash)) === undefined) {
			const sealed = this.#keys.seal(hash, code);
			const record = newRecord({ userId, guildId, purchase, at }, { secret: this.#keys.check, sealed });
			if (await this.#store.compareAndSet(claimKey(hash), undefined, record)) {
				// Once more: a repair may have taken the entries for leftovers before the claim was there.
				await indexClaims(this.#store, entries);
				return { kind: 'claimed', claim: toClaim(hash, record) };
			}
		}
		const known = await this.#change(hash, (current) => {
			if (current.holderId !== userId) return current;
			const cause: Cause = { by: 'claimcheck', why: 'confirmed by the marketplace' };
			const active = reinstated(withGuild(current, guildId, at), cause, at);
			return withSupport(active, purchase.supportedUntil, cause, at);
		});
		return known?.holderId === userId ? { kind: 'already-yours', claim: known } : { kind: 'taken' };
	}

	/** The member's claims, revoked ones included, in the order in which they were made. */
	async claimsOf(userId: Snowflake): Promise<readonly Claim[]> {
		const key = memberKey(userId);
		const claims = await this.#claimsBy(parseHashes(key, await this.#store.get(key)));
		return claims.filter((claim) => claim.holderId === userId);
	}

	/**
	 * The claims whose support ends from `from` on and before `until` (milliseconds since the epoch), revoked ones
	 * included. Costs what those days hold, not what the store holds. One that can't be read is reported and left out.
	 */
	async *claimsWithSupportEnding(from: number, until: number): AsyncGenerator<Claim> {
		for (const lists of bucketKeysBetween(from, until)) {
			const entries = (await readEach(this.#store, lists)).flatMap((list) => this.#entriesOf(list));
			const claims = await readEach(
				this.#store,
				entries.map(({ hash }) => claimKey(hash)),
			);
			for (const [index, pair] of claims.entries()) {
				const claim = this.#readable(pair);
				const end = claim?.supportedUntil;
				if (claim === undefined || end === undefined || end < from || end >= until) continue;
				// An entry of an earlier end of support is still in that day's list.
				if (bucketKey(end, claim.hash) === entries[index]?.list) yield claim;
			}
		}
	}

	/** Every claim, in no promised order. One that can't be read is reported and left out. */
	async *all(): AsyncGenerator<Claim> {
		for await (const pair of this.#store.list(claimPrefix)) {
			const claim = this.#readable(pair);
			if (claim !== undefined) yield claim;
		}
	}

	/** What happened to a claim, oldest first; undefined where there is none. */
	async historyOf(hash: string): Promise<readonly ClaimEvent[] | undefined> {
		return (await this.#read(hash))?.history;
	}

	/** Secret. The code of a claim, to ask the marketplace about it again; undefined where there is no such claim. */
	async codeOf(hash: string): Promise<PurchaseCode | undefined> {
		const record = await this.#read(hash);
		return record && this.#keys.open(hash, record.sealed);
	}

	/** The purchase was refunded: the claim no longer counts, and nobody else can have it. Undefined: no such claim. */
	async revoke(hash: string, cause: Cause): Promise<Claim | undefined> {
		return await this.#change(hash, (record) => revoked(record, cause, this.#now()));
	}

	/** Takes a revocation back. Undefined: no such claim. */
	async reinstate(hash: string, cause: Cause): Promise<Claim | undefined> {
		return await this.#change(hash, (record) => reinstated(record, cause, this.#now()));
	}

	/** Takes over another end of support (milliseconds since the epoch; undefined: none). Undefined: no such claim. */
	async updateSupport(
		hash: string,
		supportedUntil: number | undefined,
		cause: Cause,
	): Promise<Claim | undefined> {
		const record = await this.#read(hash);
		if (record === undefined) return undefined;
		const entries = [[hash, { holderId: record.holderId, supportedUntil }]] as const;
		await indexClaims(this.#store, entries);
		const changed = await this.#change(hash, (current) =>
			withSupport(current, supportedUntil, cause, this.#now()),
		);
		// Once more, for the same reason as in `claim`.
		await indexClaims(this.#store, entries);
		return changed;
	}

	/** Notes a definite answer of the marketplace about the claim. Undefined: no such claim. */
	async noteCheck(hash: string, check: ClaimCheck): Promise<Claim | undefined> {
		return await this.#change(hash, (record) => withCheck(record, check));
	}

	async #read(hash: string): Promise<ClaimRecord | undefined> {
		// In one question, so that the secret is known to be in force whenever a claim is read.
		const [secret, record] = await this.#store.getMany([secretKey, claimKey(hash)]);
		assertSecret(secret, this.#keys.check);
		return parseRecord(hash, record);
	}

	async #change(hash: string, change: (record: ClaimRecord) => ClaimRecord): Promise<Claim | undefined> {
		assertSecret(await this.#store.get(secretKey), this.#keys.check);
		return await update(this.#store, claimKey(hash), (current) => {
			const record = parseRecord(hash, current);
			if (record === undefined) return { result: undefined };
			const next = change(record);
			return { result: toClaim(hash, next), ...(next !== record && { next }) };
		});
	}

	async #claimsBy(hashes: readonly string[]): Promise<Claim[]> {
		const records = await this.#store.getMany(hashes.map(claimKey));
		return hashes.flatMap((hash, index) => {
			const record = parseRecord(hash, records[index]);
			return record === undefined ? [] : [toClaim(hash, record)];
		});
	}

	#entriesOf(list: StoredPair): readonly { readonly hash: string; readonly list: string }[] {
		const hashes = hashesIn(list);
		if (hashes === 'damaged') {
			this.#onCorrupt(list.key);
			return [];
		}
		return hashes.map((hash) => ({ hash, list: list.key }));
	}

	#readable(pair: StoredPair): Claim | undefined {
		const hash = pair.key.slice(claimPrefix.length);
		const record = recordIn(pair);
		if (record === 'damaged') this.#onCorrupt(pair.key);
		return record === 'damaged' ? undefined : record && toClaim(hash, record);
	}
}
