import type { Clock } from '../../base/clock.js';
import type { MemberRef } from '../../base/member-ref.js';
import { type ShownPurchase, shownPurchase } from '../../base/shown-purchase.js';
import type { Claim } from '../../claims/claim.js';
import type { ClaimStore } from '../../claims/claim-store.js';
import { codeEnding } from '../../claims/code-ending.js';
import type { OwnClaims } from '../../claims/own-claims.js';
import { type Home, mayMove } from '../../claims/policy.js';
import type { MemberQueries } from '../../guilds/member-queries.js';
import type { Notices } from '../../notifications/notices.js';
import type { GrantOutbox } from '../../roles/grant-outbox.js';
import type { GrantQueue } from '../../roles/grant-queue.js';
import type { FoundReference, References } from '../references/references.js';
import type { DisputeReport } from './dispute-outcomes.js';
import type { DisputeRows } from './dispute-rows.js';
import type { RoleNames } from './role-names.js';
import type { Settlement } from './settlement.js';

const day = 24 * 60 * 60_000;

export type MoveHindrance =
	| 'not-allowed'
	| 'not-yours'
	| 'locked'
	| 'already-held'
	/** Staff decide about a dispute. */
	| 'disputed'
	| 'moved-lately'
	| 'wrong-reference';

export type MoveAsked =
	| {
			readonly kind: 'sure';
			/** As it is shown. */
			readonly reference: string;
			readonly purchase: ShownPurchase;
			/** The names of the roles that this account loses in the server. */
			readonly roles: readonly string[];
	  }
	| { readonly kind: MoveHindrance };

export type MoveDone =
	| { readonly kind: 'moved'; readonly purchase: ShownPurchase }
	| { readonly kind: MoveHindrance };

/** The outcome shown to the other account while its message can still be edited. */
export interface MovedHere {
	readonly purchase: ShownPurchase;
	readonly roles: readonly string[];
}

export interface OwnMovesParts {
	readonly references: Pick<References, 'byLetters' | 'allowMove' | 'noteMove' | 'movesBegun'>;
	readonly claims: Pick<ClaimStore, 'claimsOf' | 'codeOf'> & { readonly own: Pick<OwnClaims, 'move'> };
	readonly home: Pick<Home, 'policy'>;
	readonly discord: Pick<MemberQueries, 'membershipOf'>;
	readonly notices: Pick<Notices, 'notify'>;
	readonly roleNames: Pick<RoleNames, 'of'>;
	readonly outbox: Pick<GrantOutbox, 'record'>;
	readonly queue: Pick<GrantQueue, 'request'>;
	readonly rows: Pick<DisputeRows, 'ownMoveHindrance'>;
	/** Disputes about the purchase may end with the move. */
	readonly settling: Pick<Settlement, 'beginAll'>;
	readonly report: Pick<DisputeReport, 'movedByMember'>;
	readonly clock: Pick<Clock, 'now'>;
}

/** A refusal of a code in use whose purchase can be moved to this account. */
type Target = FoundReference & { readonly hash: string; readonly guildId: string };

/**
 * Moves a purchase between two accounts of one person: one account enters the code and gets a reference, the other
 * types it. That proves the consent of both, and home's policy has to allow it. Methods reject with the store's errors.
 */
export class OwnMoves {
	readonly #parts: OwnMovesParts;
	/** By reference: updates the message that is waiting on the other account. */
	readonly #waiting = new Map<string, { readonly until: number; show(moved: MovedHere): Promise<unknown> }>();
	/** Moves of this process whose notice failed, by reference. */
	readonly #unnotified = new Map<string, Target>();
	#hasRecovered = false;

	constructor(parts: OwnMovesParts) {
		this.#parts = parts;
	}

	/**
	 * Allows the purchase of a member's own refusal to be moved here for a day.
	 * @returns false if there is none, or home does not allow it
	 */
	async expect(reference: string, { userId, guildId }: MemberRef): Promise<boolean> {
		const { references, home, clock } = this.#parts;
		if (!mayMove(await home.policy())) return false;
		const found = await references.byLetters(reference);
		if (found?.why !== 'taken' || found.guildId !== guildId) return false;
		return (await references.allowMove(reference, userId, clock.now() + day)) !== undefined;
	}

	/** Updates a waiting message once the purchase has moved, while Discord allows it. */
	wait(reference: string, forMs: number, show: (moved: MovedHere) => Promise<unknown>): void {
		const at = this.#parts.clock.now();
		for (const [key, kept] of this.#waiting) if (kept.until <= at) this.#waiting.delete(key);
		this.#waiting.set(reference, { until: at + forMs, show });
	}

	/** The question to the holder who has typed a reference for this purchase. */
	async ask(hash: string, { userId, guildId }: MemberRef, typed: string): Promise<MoveAsked> {
		const { home, claims, roleNames, rows } = this.#parts;
		if (!mayMove(await home.policy())) return { kind: 'not-allowed' };
		const claim = (await claims.claimsOf(userId)).find((it) => it.hash === hash);
		if (claim === undefined) return { kind: 'not-yours' };
		if (claim.locked) return { kind: 'locked' };
		const target = await this.#targetOf(typed, userId);
		if (target?.hash !== hash) return { kind: 'wrong-reference' };
		const hindrance = await rows.ownMoveHindrance(hash, target.userId);
		if (hindrance !== undefined) return { kind: hindrance };
		const purchase = await this.#purchaseOf(claim);
		const roles = await roleNames.of(guildId, claim);
		return { kind: 'sure', reference: target.reference, purchase, roles };
	}

	/** Moves the purchase, and syncs the roles. */
	async move(reference: string, userId: string): Promise<MoveDone> {
		const { claims, references, discord, rows, outbox, queue, report, settling } = this.#parts;
		const target = await this.#targetOf(reference, userId);
		if (target === undefined) return { kind: 'wrong-reference' };
		const to = { guildId: target.guildId, userId: target.userId };
		if ((await discord.membershipOf(to.guildId, to.userId)) !== 'member') return { kind: 'wrong-reference' };
		const held = (await claims.claimsOf(userId)).find(({ hash }) => hash === target.hash);
		if (held === undefined) return { kind: 'not-yours' };
		const hindrance = await rows.ownMoveHindrance(target.hash, to.userId);
		if (hindrance !== undefined) return { kind: hindrance };
		// Stored before the change, like the role syncs: after a kill in between, the other account is still notified.
		await references.noteMove(reference, userId);
		const concerned = [...held.guildIds.map((guildId) => ({ guildId, userId })), to];
		for (const member of concerned) await outbox.record(member);
		const outcome = await claims.own.move(target.hash, userId, to);
		for (const member of concerned) await queue.request(member);
		if (outcome.kind !== 'moved') {
			await references.noteMove(reference, undefined);
			return { kind: outcome.kind };
		}
		const purchase = await this.#purchaseOf(outcome.claim);
		report.movedByMember(outcome.claim, to, purchase.ending);
		// The move is done, even if its notice fails.
		await this.#notify(target).catch(() => this.#unnotified.set(target.reference, target));
		await settling.beginAll(target.hash);
		return { kind: 'moved', purchase };
	}

	/** Retries failed notices and, the first time, sends those interrupted by a process's death. */
	async sendPendingNotices(): Promise<void> {
		if (!this.#hasRecovered) {
			const begun = await this.#parts.references.movesBegun();
			for (const found of begun.filter(isTarget)) this.#unnotified.set(found.reference, found);
			this.#hasRecovered = true;
		}
		for (const [reference, target] of [...this.#unnotified]) {
			await this.#notify(target);
			this.#unnotified.delete(reference);
		}
	}

	async #notify({ reference, hash, guildId, userId }: Target): Promise<void> {
		const { claims, roleNames, notices, references, clock } = this.#parts;
		const claim = (await claims.claimsOf(userId)).find((it) => it.hash === hash);
		if (claim !== undefined) {
			const purchase = await this.#purchaseOf(claim);
			const roles = (await roleNames.of(guildId, claim)).slice(0, 25);
			const waiting = this.#waiting.get(reference);
			this.#waiting.delete(reference);
			const isShown =
				waiting !== undefined &&
				waiting.until > clock.now() &&
				(await waiting.show({ purchase, roles }).then(
					() => true,
					() => false,
				));
			if (!isShown)
				await notices.notify(userId, guildId, { kind: 'yours', purchase, roles }, `move-${reference}`);
		}
		await references.noteMove(reference, undefined);
	}

	async #targetOf(typed: string, userId: string): Promise<Target | undefined> {
		const { references, clock } = this.#parts;
		const found = await references.byLetters(typed);
		if (found === undefined || found.why !== 'taken' || found.userId === userId) return undefined;
		const until = Math.max(found.at + day, found.movableUntil ?? 0);
		return until > clock.now() && isTarget(found) ? found : undefined;
	}

	async #purchaseOf({ hash, item }: Claim): Promise<ShownPurchase> {
		const code = await this.#parts.claims.codeOf(hash);
		return shownPurchase(item.name, code === undefined ? '' : codeEnding(code));
	}
}

function isTarget(found: FoundReference): found is Target {
	return found.hash !== undefined && found.guildId !== undefined;
}
