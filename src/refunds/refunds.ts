import { shownPurchase } from '../base/shown-purchase.js';
import { knownEnd } from '../base/support-end.js';
import type { CheckCause, HeldPurchase, NotedAnswer } from '../claims/claim-checks.js';
import type { ShopAnswer } from '../claims/refund-rule.js';
import type { Servers } from '../floors.js';
import type { Transaction } from '../storage/store.js';
import { Table } from '../storage/table.js';
import { loadKind } from './recheck-load.js';
import type { RevocationBudget } from './revocation-budget.js';

/** An event for the audit channels. */
export interface HolderEvent {
	readonly kind: 'revoked' | 'reinstated' | 'renewed';
	readonly hash: string;
	readonly itemName: string;
	readonly holderId: string;
}

export type RefundEvent =
	| HolderEvent
	/** This number of refunds in a day points to an outage or a changed key: no more are accepted today. */
	| { readonly kind: 'revoking-stopped'; readonly limit: number };

/** Declared here because its implementation `createClaimReport` in `reporting` is a layer above. */
interface RefundReport {
	/** The shop's answer has changed a claim, or would have. */
	refund(event: RefundEvent): void;
}

export type Heard = Omit<NotedAnswer, 'isRefund' | 'supportExtended'>;

interface Question extends Omit<CheckCause, 'canJudge'> {
	/** A member whose own answer says if support was renewed. */
	readonly shownInReplyTo?: string | undefined;
}

type Floor = Servers & { readonly revocations: RevocationBudget; readonly report: RefundReport };

const dayMs = 86_400_000;
/** Maximum percentage of purchases revoked in a day, but at least a few. */
const revokedPercent = 2;
const minLimit = 3;

/** Applies the shop's answers to the claim, its holders' roles and the audit channels, each answer once. */
export class Refunds {
	readonly #floor: Floor;

	constructor(floor: Floor) {
		this.#floor = floor;
	}

	/** `askedAt`: milliseconds since the epoch. Resolves to undefined if there is no such claim. */
	async heard(
		hash: string,
		answer: ShopAnswer,
		{ by, askedAt, shownInReplyTo }: Question,
	): Promise<Heard | undefined> {
		const { claims, clockGuard } = this.#floor;
		let afterCommit: readonly (() => void)[] = [];
		const cause = { by, askedAt, canJudge: clockGuard.isTrusted() };
		const noted = await claims.checks.note(hash, answer, cause, async (tx, { purchase, supportExtended }) => {
			afterCommit = supportExtended ? this.#thank(tx, purchase, shownInReplyTo) : [];
			return undefined;
		});
		if (noted === undefined) return undefined;
		for (const show of afterCommit) show();
		const { isRefund, supportExtended: _, ...result } = noted;
		const { purchase, reinstated, supportChanged } = result;
		const revoked = isRefund ? await this.#revoke(hash) : undefined;
		if (reinstated) this.#notify('reinstated', purchase);
		else if (supportChanged && (knownEnd(purchase.supportedUntil) ?? 0) > this.#floor.clock.now())
			this.#notify('renewed', purchase);
		return { ...result, purchase: revoked ?? purchase };
	}

	async #revoke(hash: string): Promise<HeldPurchase | undefined> {
		const { claims, revocations, store, report, clock } = this.#floor;
		const purchases = (await new Table(loadKind, store).get(''))?.purchases ?? 0;
		const limit = Math.max(minLimit, Math.floor((purchases * revokedPercent) / 100));
		const place = await revocations.take(Math.floor(clock.now() / dayMs), limit);
		if (place === 'just-full') report.refund({ kind: 'revoking-stopped', limit });
		if (place !== 'taken') return undefined;
		const revoked = await claims.checks.revoke(hash, { by: 'claimcheck', why: 'shop-invalid' });
		if (revoked === undefined) return undefined;
		this.#notify('revoked', revoked);
		return revoked;
	}

	#notify(kind: HolderEvent['kind'], { hash, item, holderIds }: HeldPurchase): void {
		for (const holderId of holderIds) {
			this.#floor.report.refund({ kind, hash, itemName: item.name, holderId });
		}
	}

	/** Above the next answer of each holder, in no direct message. A purchase whose support is over gets none. */
	#thank(
		tx: Transaction,
		{ hash, item, holderIds, status, supportedUntil }: HeldPurchase,
		shownInReplyTo?: string,
	): readonly (() => void)[] {
		const { notices, served, clock } = this.#floor;
		const end = knownEnd(supportedUntil) ?? 0;
		const [guildId] = served.ids;
		if (status !== 'active' || end <= clock.now() || guildId === undefined) return [];
		const notice = { kind: 'renewed', purchase: shownPurchase(item.name), end } as const;
		return holderIds
			.filter((userId) => userId !== shownInReplyTo)
			.map((userId) => notices.keepIn(tx, { userId, guildId, notice }, `thanks-${hash}`));
	}
}
