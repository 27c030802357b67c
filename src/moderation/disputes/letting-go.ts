import type { Clock } from '../../base/clock.js';
import { type ShownPurchase, shownPurchase } from '../../base/shown-purchase.js';
import type { ClaimStore } from '../../claims/claim-store.js';
import type { OwnClaims } from '../../claims/own-claims.js';
import type { MemberQueries } from '../../guilds/member-facts.js';
import { type Decided, type Dispute, undoMs } from './dispute.js';
import type { DisputeReport } from './dispute-outcomes.js';
import type { DisputeRows } from './dispute-rows.js';
import type { DisputedPurchases } from './disputed-purchases.js';
import type { RoleNames } from './notify-outcome.js';
import type { Settlement } from './settlement.js';

export interface LettingGoParts {
	readonly rows: DisputeRows;
	readonly settling: Settlement;
	readonly purchases: DisputedPurchases;
	readonly claims: Pick<ClaimStore, 'claimsOf'> & { readonly own: Pick<OwnClaims, 'letGo'> };
	readonly discord: Pick<MemberQueries, 'membershipOf'>;
	readonly roleNames: Pick<RoleNames, 'of'>;
	readonly report: Pick<DisputeReport, 'movedByMember'>;
	readonly clock: Pick<Clock, 'now'>;
}

export type LettingGoHindrance =
	| 'not-yours'
	| 'locked'
	| 'already-held'
	/** Staff decide about a dispute. */
	| 'disputed'
	| 'moved-lately'
	/** Discord did not say whether the claimant is in the server. */
	| 'discord-silent';

/** The question to the holder. `roles`: names of the roles that this account loses in the server. */
export type LettingGoAsked =
	| { readonly kind: 'sure'; readonly purchase: ShownPurchase; readonly roles: readonly string[] }
	| { readonly kind: LettingGoHindrance };

export type LetGo = { readonly kind: 'done' } | { readonly kind: LettingGoHindrance };

/**
 * The holder of a disputed purchase gives it to the claimant, which ends the dispute without a ruling. It is stored as
 * a decision, so staff can undo it like their own. Methods reject with the store's errors.
 */
export class LettingGo {
	readonly #parts: LettingGoParts;

	constructor(parts: LettingGoParts) {
		this.#parts = parts;
	}

	/** The question to the holder. `guildId`: the server that the notice named. */
	async ask(reference: string, userId: string, guildId: string): Promise<LettingGoAsked> {
		const found = await this.#find(reference, userId);
		if (typeof found === 'string') return { kind: found };
		const { claim, ending } = found;
		const roles = await this.#parts.roleNames.of(guildId, claim);
		return { kind: 'sure', purchase: shownPurchase(claim.item.name, ending), roles };
	}

	/** Moves the purchase to the claimant. */
	async letGo(reference: string, userId: string): Promise<LetGo> {
		const { rows, settling, claims, report, clock } = this.#parts;
		const found = await this.#find(reference, userId);
		if (typeof found === 'string') return { kind: found };
		const { own, ending } = found;
		const to = { userId: own.claimantId, guildId: own.guildId };
		const decided: Decided = { by: userId, at: clock.now(), why: '', holderId: userId };
		// Like a decision of staff: after a kill, the next start determines whether it was carried out.
		const begun = await rows.change(reference, (row) =>
			isOpenFor(row, userId) ? { ...row, deciding: decided, isSettled: false } : undefined,
		);
		if (begun === undefined) return { kind: 'not-yours' };
		const outcome = await claims.own.letGo(own.hash, userId, to, undoMs);
		const { kind } = outcome;
		await rows.change(reference, ({ deciding: _, ...row }) => {
			if (kind !== 'moved') return row;
			const undo = { revision: outcome.revision, undoUntil: decided.at + undoMs };
			return { ...row, state: 'moved', decided: { ...decided, ...undo }, isSettled: false };
		});
		if (kind !== 'moved') return { kind };
		report.movedByMember(outcome.claim, to, ending);
		settling.begin(reference);
		await settling.beginAll(own.hash);
		return { kind: 'done' };
	}

	/** The dispute with the holder's claim, or why the holder can't let it go. */
	async #find(reference: string, userId: string) {
		const { rows, purchases, claims, discord } = this.#parts;
		const own = await rows.get(reference);
		if (own === undefined || !isOpenFor(own, userId)) return 'not-yours';
		const { file, ending } = await purchases.of(own.hash);
		const claim = (await claims.claimsOf(userId)).find(({ hash }) => hash === own.hash);
		if (claim === undefined || file?.claims.length !== 1) return 'not-yours';
		if (file.locked || file.status === 'revoked') return 'locked';
		const hindrance = await rows.ownMoveHindrance(own.hash, own.claimantId);
		if (hindrance !== undefined) return hindrance;
		const standing = await discord.membershipOf(own.guildId, own.claimantId);
		if (standing === 'unknown') return 'discord-silent';
		// The holder must not learn whether the other account is in the server.
		return standing === 'member' ? { own, claim, ending } : 'not-yours';
	}
}

function isOpenFor(
	{ state, deciding, asked }: Pick<Dispute, 'state' | 'deciding' | 'asked'>,
	userId: string,
): boolean {
	return state === 'open' && deciding === undefined && asked?.holderId === userId;
}
