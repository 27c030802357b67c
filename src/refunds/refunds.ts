import type { Clock } from '../base/clock.js';
import type { ClockGuard } from '../base/time/clock-guard.js';
import type { CheckCause, ClaimChecks, HeldPurchase, NotedAnswer } from '../claims/claim-checks.js';
import type { ShopAnswer } from '../claims/refund-rule.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { GrantQueue } from '../roles/grant-queue.js';
import type { Store } from '../storage/store.js';
import { readLoad } from './recheck-load.js';
import type { RevocationBudget } from './revocation-budget.js';

/** What the audit channels of a holder's guilds are told. */
export interface HolderEvent {
	readonly kind: 'revoked' | 'reinstated' | 'renewed';
	readonly hash: string;
	readonly itemName: string;
	readonly holder: HeldPurchase['holders'][number];
}

export type RefundEvent =
	| HolderEvent
	/** So many refunds in a day are an outage or a changed key: no more are believed today. */
	| { readonly kind: 'revoking-stopped'; readonly limit: number };

/** Declared here since `reporting`, which does it, is above: `createClaimReport`. */
export interface RefundReport {
	/** An answer of the shop has changed a claim, or would have. */
	refund(event: RefundEvent): void;
}

/** What became of an answer. */
export interface Heard extends Omit<NotedAnswer, 'isRefund' | 'detailsChanged'> {
	readonly revoked: boolean;
}

export interface RefundDependencies {
	readonly checks: Pick<ClaimChecks, 'note' | 'revoke'>;
	readonly revocations: RevocationBudget;
	/** Holds how many purchases were held when they were last counted. */
	readonly store: Pick<Store, 'get'>;
	readonly queue: Pick<GrantQueue, 'request'>;
	readonly served: Pick<ServedGuilds, 'serves'>;
	readonly report: RefundReport;
	readonly clock: Pick<Clock, 'now'>;
	/** Whether "a day ago" means anything: without that nothing counts against a purchase. */
	readonly clockGuard: Pick<ClockGuard, 'isTrusted'>;
}

const dayMs = 86_400_000;
/** The percentage of purchases that may be revoked in a day; a few in any case. */
const revokedPercent = 2;
const leastLimit = 3;

/**
 * Applies the consequences of the shop's answers, whoever asked: to the claim, the roles of its present holders, the
 * audit channels. An answer that changes nothing because another process was first has no effect. Rejects as
 * ClaimStore does.
 */
export class Refunds {
	readonly #dependencies: RefundDependencies;

	constructor(dependencies: RefundDependencies) {
		this.#dependencies = dependencies;
	}

	/** Undefined: there is no such claim. `askedAt`: when the question was sent, milliseconds since the epoch. */
	async heard(
		hash: string,
		answer: ShopAnswer,
		{ by, askedAt }: Omit<CheckCause, 'canJudge'>,
	): Promise<Heard | undefined> {
		const { checks, clockGuard } = this.#dependencies;
		const noted = await checks.note(hash, answer, { by, askedAt, canJudge: clockGuard.isTrusted() });
		if (noted === undefined) return undefined;
		const { isRefund, detailsChanged, ...result } = noted;
		const { purchase, reinstated, supportChanged } = result;
		const revoked = isRefund ? await this.#revoke(hash) : undefined;
		if (reinstated) this.#tell('reinstated', purchase);
		else if (supportChanged && (purchase.supportedUntil ?? 0) > this.#dependencies.clock.now())
			this.#tell('renewed', purchase);
		if (reinstated || supportChanged || detailsChanged) await this.#requestRoles(purchase);
		return { ...result, purchase: revoked ?? purchase, revoked: revoked !== undefined };
	}

	async #revoke(hash: string): Promise<HeldPurchase | undefined> {
		const { checks, revocations, store, report, clock } = this.#dependencies;
		const purchases = (await readLoad(store))?.purchases ?? 0;
		const limit = Math.max(leastLimit, Math.floor((purchases * revokedPercent) / 100));
		const place = await revocations.take(Math.floor(clock.now() / dayMs), limit);
		if (place === 'just-full') report.refund({ kind: 'revoking-stopped', limit });
		if (place !== 'taken') return undefined;
		const revoked = await checks.revoke(hash, { by: 'claimcheck', why: 'shop-invalid' });
		if (revoked === undefined) return undefined;
		this.#tell('revoked', revoked);
		await this.#requestRoles(revoked);
		return revoked;
	}

	#tell(kind: HolderEvent['kind'], { hash, item, holders }: HeldPurchase): void {
		for (const holder of holders) {
			this.#dependencies.report.refund({ kind, hash, itemName: item.name, holder });
		}
	}

	async #requestRoles({ holders }: HeldPurchase): Promise<void> {
		const { queue, served } = this.#dependencies;
		for (const { userId, guildIds } of holders) {
			for (const guildId of guildIds.filter((id) => served.serves(id)))
				await queue.request({ guildId, userId });
		}
	}
}
