import { StoreCorruptError } from '../../src/base/errors.js';
import type { RecheckLoad } from '../../src/base/measures.js';
import type { PurchaseCode } from '../../src/base/purchase-code.js';
import type { CheckCause, HeldPurchase } from '../../src/claims/claim-checks.js';
import { afterAnswer, isRefunded, type ShopAnswer } from '../../src/claims/refund-rule.js';
import { purchaseSchema } from '../../src/marketplace/schemas.js';
import { Recheck } from '../../src/refunds/recheck.js';
import { type RefundEvent, Refunds } from '../../src/refunds/refunds.js';
import { samplePurchase } from '../marketplace/samples.js';
import { memoryStore } from '../roles/memory-store.js';
import { floor } from '../world/floor.js';

const bought = purchaseSchema.parse(samplePurchase);
export const hour = 60 * 60_000;
export const day = 24 * hour;
const year = 365 * day;

export type Said = 'valid' | 'invalid' | 'unavailable' | 'rate-limited' | 'bad-key' | 'malformed';
type Writable = { -readonly [Key in keyof HeldPurchase]: HeldPurchase[Key] };

/** A shop whose purchases are checked hour by hour, on a clock of its own. */
export class CheckedShop {
	now = 0;
	isClockTrusted = true;
	says: (hash: string, now: number) => Said | Promise<Said> = () => 'valid';
	supportedUntil: number | undefined;
	readonly purchases = new Map<string, Writable>();
	readonly events: RefundEvent[] = [];
	readonly asked: string[] = [];
	readonly skipped: string[] = [];
	readonly loads: RecheckLoad[] = [];
	readonly unreadable = new Set<string>();
	readonly #taken = new Map<number, number>();

	/** Sold long ago, verified over the month before. */
	constructor(count: number, holders = 1) {
		for (let index = 0; index < count; index += 1) {
			const hash = `claim-${index}`;
			this.purchases.set(hash, {
				hash,
				holderIds: Array.from(
					{ length: holders },
					(_, seat) => `holder-${index}${seat === 0 ? '' : `-${seat}`}`,
				),
				status: 'active',
				revokedBy: undefined,
				item: { id: 1, name: 'Aurora', category: 'themes' },
				supportedUntil: undefined,
				purchasedAt: -year,
				claimedAt: -Math.floor((index / count) * 30 * day),
				check: undefined,
				skippedAt: undefined,
			});
		}
	}

	get #checks() {
		const change = (hash: string, changes: Partial<Writable>): HeldPurchase => {
			const purchase = this.purchases.get(hash);
			if (purchase === undefined) throw new Error(`No ${hash}`);
			return { ...Object.assign(purchase, changes) };
		};
		const { purchases } = this;
		return {
			async *all() {
				for (const purchase of [...purchases.values()]) yield { ...purchase };
			},
			read: async (hash: string) => purchases.get(hash) && change(hash, {}),
			note: async (hash: string, answer: ShopAnswer, { askedAt, canJudge }: CheckCause) => {
				const known = change(hash, {});
				const after = afterAnswer(known, answer, { askedAt, canJudge, at: this.now });
				const status = after.kind === 'confirmed' && after.reinstates ? 'active' : known.status;
				const purchase = change(hash, {
					status,
					...(after.kind !== 'nothing' && { check: after.check }),
					...(after.kind === 'confirmed' && { supportedUntil: after.supportedUntil }),
				});
				return {
					purchase,
					reinstated: status !== known.status,
					supportChanged: purchase.supportedUntil !== known.supportedUntil,
					supportExtended: (purchase.supportedUntil ?? 0) > (known.supportedUntil ?? 0),
					isRefund: after.kind === 'missed' && after.isRefund,
				};
			},
			revoke: async (hash: string) =>
				isRefunded(change(hash, {})) ? change(hash, { status: 'revoked' }) : undefined,
			skip: async (hash: string) => {
				change(hash, { skippedAt: this.now });
			},
		};
	}

	/** Requests a minute that it takes. */
	shopPerMinute = 60;
	/** Milliseconds between two checks. */
	readonly pauses: number[] = [];

	recheck(days = 30): Recheck {
		const store = memoryStore();
		const clock = {
			now: () => this.now,
			delay: async (ms: number) => {
				this.pauses.push(ms);
			},
		};
		const clockGuard = { isTrusted: () => this.isClockTrusted };
		const checks = this.#checks;
		const refunds = new Refunds(
			floor({
				claims: { checks },
				revocations: {
					refill: async () => {},
					take: async (onDay, limit) => {
						const count = (this.#taken.get(onDay) ?? 0) + 1;
						this.#taken.set(onDay, count);
						if (count <= limit) return 'taken';
						return count === limit + 1 ? 'just-full' : 'full';
					},
				},
				store,
				notices: { keepIn: () => () => {} },
				served: { ids: ['200000000000000001'] },
				report: { refund: (event) => this.events.push(event) },
				clock,
				clockGuard,
			}),
		);
		return new Recheck(
			floor({
				claims: {
					checks,
					codeOf: async (hash) => {
						if (this.unreadable.has(hash)) throw new StoreCorruptError('The copy cannot be opened');
						return hash as PurchaseCode;
					},
				},
				purchaseCheck: {
					checkCode: async (hash) => {
						this.asked.push(hash);
						const said = await this.says(hash, this.now);
						const { supportedUntil } = this;
						if (said === 'valid') return { kind: said, purchase: { ...bought, supportedUntil } };
						return said === 'invalid' ? { kind: said } : { kind: 'uncheckable', reason: said };
					},
				},
				refunds,
				shopPerMinute: this.shopPerMinute,
				clockGuard,
				store,
				metrics: {
					rechecks: { inc: () => {} },
					recheckLoad: (load) => {
						this.loads.push(load);
					},
				},
				clock,
				random: () => 0.5,
				logger: {
					warn: () => {},
					error: ({ claim, why, err }: { claim: string; why: string; err?: Error }) => {
						if (err !== undefined) throw err;
						this.skipped.push(`${claim} ${why}`);
					},
				},
			}),
			days,
		);
	}

	async run(recheck: Recheck, until: number): Promise<void> {
		for (; this.now < until; this.now += hour) await recheck.round();
	}

	revoked(): string[] {
		return [...this.purchases.values()].filter(({ status }) => status === 'revoked').map(({ hash }) => hash);
	}

	only(): Writable {
		const [first] = this.purchases.values();
		if (first === undefined) throw new Error('Nothing was sold');
		return first;
	}
}
