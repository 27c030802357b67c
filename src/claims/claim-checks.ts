import type { Store } from '../storage/store.js';
import { reinstated, revoked, withCheck, withDetails, withSupport } from './changes.js';
import type { Claim, Snowflake } from './claim.js';
import { indexClaims } from './claim-indexes.js';
import type { ClaimRecords } from './claim-records.js';
import { type Cause, type ClaimRecord, recordIn } from './record.js';
import { afterAnswer, isRefunded, type KnownPurchase, type ShopAnswer } from './refund-rule.js';
import { claimPrefix } from './store-keys.js';

/** A purchase with all its holders: the shop is asked about it once. Times are milliseconds since the epoch. */
export interface HeldPurchase
	extends Pick<Claim, 'hash' | 'status' | 'item' | 'supportedUntil' | 'purchasedAt' | 'check'> {
	/** The member of staff who has revoked it. */
	readonly revokedBy: Snowflake | undefined;
	/** When it last could not be checked for a reason of its own. */
	readonly skippedAt: number | undefined;
	/** In the order in which they came; empty if all have unlinked it. */
	readonly holders: readonly { readonly userId: Snowflake; readonly guildIds: readonly Snowflake[] }[];
	/** When the first of its present holders has verified it; 0 where there is none. */
	readonly claimedAt: number;
}

/** What an answer of the shop has changed, with the purchase as it is now. */
export interface NotedAnswer {
	readonly purchase: HeldPurchase;
	readonly reinstated: boolean;
	readonly supportChanged: boolean;
	/** The item or the licence type is another one, so that other roles may follow. */
	readonly detailsChanged: boolean;
	/** The answers so far say that it was refunded: `revoke` it. */
	readonly isRefund: boolean;
}

/** Who asked, and when: milliseconds since the epoch. */
export interface CheckCause {
	readonly by: Cause['by'];
	readonly askedAt: number;
	/** False if an "invalid" must not count. */
	readonly canJudge: boolean;
}

/** What the shop says about purchases that are held. Each change is one swap. Rejects as ClaimStore does. */
export class ClaimChecks {
	readonly #store: Store;
	readonly #records: ClaimRecords;
	readonly #now: () => number;
	readonly #onCorrupt: (key: string) => void;

	constructor(options: {
		readonly store: Store;
		readonly records: ClaimRecords;
		readonly now: () => number;
		readonly onCorrupt: (key: string) => void;
	}) {
		this.#store = options.store;
		this.#records = options.records;
		this.#now = options.now;
		this.#onCorrupt = options.onCorrupt;
	}

	/** Every purchase that the shop can be asked about, in no promised order. One that can't be read is reported and left out. */
	async *all(): AsyncGenerator<HeldPurchase> {
		for await (const pair of this.#store.list(claimPrefix)) {
			const record = recordIn(pair);
			if (record === 'damaged') this.#onCorrupt(pair.key);
			// The shop knows nothing of what staff gave without a code.
			else if (record !== undefined && record.given === undefined)
				yield held(pair.key.slice(claimPrefix.length), record);
		}
	}

	async read(hash: string): Promise<HeldPurchase | undefined> {
		const record = await this.#records.read(hash);
		return record && held(hash, record);
	}

	/** Notes an answer with what follows from it, except a revocation. Undefined: no such claim. */
	async note(hash: string, answer: ShopAnswer, question: CheckCause): Promise<NotedAnswer | undefined> {
		if (answer.kind === 'invalid' || (await this.#records.read(hash)) === undefined) {
			return await this.#note(hash, answer, question);
		}
		const entries = [[hash, { holders: [], supportedUntil: answer.supportedUntil }]] as const;
		await indexClaims(this.#store, entries);
		const noted = await this.#note(hash, answer, question);
		// Again: a repair may have removed the entry as a leftover before the claim confirmed it.
		if (noted?.supportChanged) await indexClaims(this.#store, entries);
		return noted;
	}

	/**
	 * The purchase was refunded: it no longer counts, and nobody else can claim it. Only if it is active and
	 * `applies` at that moment; otherwise undefined, as if there is no such claim.
	 */
	async revoke(
		hash: string,
		cause: Cause,
		applies: (known: KnownPurchase) => boolean = isRefunded,
	): Promise<HeldPurchase | undefined> {
		return await this.#records.change<HeldPurchase | undefined>(hash, (record) => {
			if (record.status === 'revoked' || !applies(record)) return { next: record, result: undefined };
			const next = revoked(record, cause, this.#now());
			return { next, result: held(hash, next) };
		});
	}

	/** The purchase could not be checked for a reason of its own: it is not retried for a day. */
	async skip(hash: string): Promise<void> {
		await this.#records.change(hash, (record) => ({
			next: { ...record, skippedAt: this.#now() },
			result: undefined,
		}));
	}

	async #note(
		hash: string,
		answer: ShopAnswer,
		{ by, ...question }: CheckCause,
	): Promise<NotedAnswer | undefined> {
		return await this.#records.change(hash, (record) => {
			const at = this.#now();
			const after = afterAnswer(record, answer, { ...question, at });
			const isRefund = after.kind === 'missed' && after.isRefund;
			const next = withAnswer(record, after, by, at);
			const result: NotedAnswer = {
				purchase: held(hash, next),
				reinstated: next.status !== record.status,
				supportChanged: next.supportedUntil !== record.supportedUntil,
				detailsChanged: next.item !== record.item,
				isRefund,
			};
			return { next, result };
		});
	}
}

/** The record with what follows from an answer, except a revocation, which has a daily limit. */
export function withAnswer(
	record: ClaimRecord,
	after: ReturnType<typeof afterAnswer>,
	by: Cause['by'],
	at: number,
): ClaimRecord {
	if (after.kind === 'nothing') return record;
	if (after.kind === 'missed') return withCheck(record, after.check);
	const current = after.details === undefined ? record : withDetails(record, after.details);
	const checked = withCheck(current, after.check);
	const cause: Cause = { by, why: 'shop-confirmed' };
	const restored = after.reinstates ? reinstated(checked, cause, at) : checked;
	return withSupport(restored, after.supportedUntil, cause, at);
}

function held(hash: string, record: ClaimRecord): HeldPurchase {
	const { status, revokedBy, item, supportedUntil, purchasedAt, check, skippedAt, holders } = record;
	const claimedAt = holders.length === 0 ? 0 : Math.min(...holders.map((holder) => holder.claimedAt));
	return {
		hash,
		status,
		revokedBy,
		item,
		supportedUntil,
		purchasedAt,
		check,
		skippedAt,
		holders,
		claimedAt,
	};
}
