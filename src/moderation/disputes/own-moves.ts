import type { MemberRef } from '../../base/member-ref.js';
import type { Claim } from '../../claims/claim.js';
import type { OwnClaims } from '../../claims/own-claims.js';
import { type ClaimPolicy, mayMove } from '../../claims/policy.js';
import type { Notices } from '../../notifications/notices.js';
import type { Found, References } from '../references/references.js';
import type { DisputedPurchase } from './dispute-outcomes.js';

const day = 24 * 60 * 60_000;

/** Why a member's purchase does not move. */
export type MoveHindrance =
	| 'not-allowed'
	| 'not-yours'
	| 'locked'
	| 'already-held'
	/** The staff decide about a dispute. */
	| 'disputed'
	| 'moved-lately'
	| 'wrong-reference';

/** What the member is asked before it moves. */
export type MoveAsked =
	| {
			readonly kind: 'sure';
			/** As it is shown. */
			readonly reference: string;
			readonly purchase: DisputedPurchase;
			/** The names of the roles that this account loses in the server. */
			readonly roles: readonly string[];
	  }
	| { readonly kind: MoveHindrance };

export type MoveDone =
	| { readonly kind: 'moved'; readonly purchase: DisputedPurchase }
	| { readonly kind: MoveHindrance };

/** What the other account is told while its message can still be changed. */
export interface MovedHere {
	readonly purchase: DisputedPurchase;
	readonly roles: readonly string[];
}

export interface OwnMovesParts {
	readonly references: Pick<References, 'byLetters' | 'allowMove' | 'noteMove' | 'movesBegun'>;
	readonly claims: {
		claimsOf(userId: string): Promise<readonly Claim[]>;
		codeOf(hash: string): Promise<string | undefined>;
		readonly own: Pick<OwnClaims, 'move'>;
	};
	readonly policy: () => Promise<ClaimPolicy>;
	readonly standingOf: (guildId: string, userId: string) => Promise<'member' | 'bot' | 'absent' | 'unknown'>;
	readonly notices: Pick<Notices, 'tell'>;
	readonly endingOf: (code: string) => string;
	readonly roleNamesOf: (guildId: string, claim: Claim) => Promise<readonly string[]>;
	/** Records that a member's roles may have to change, and does nothing yet. */
	readonly noteRoles: (member: MemberRef) => Promise<unknown>;
	readonly requestRoles: (member: MemberRef) => Promise<unknown>;
	/** Told of a move, with the claim as the former account had it. */
	readonly onMoved: (claim: Claim, to: MemberRef, codeEnd: string) => void;
	/** Why disputes about the purchase keep it from moving there; undefined if they don't. */
	readonly disputeHindrance: (
		hash: string,
		toUserId: string,
	) => Promise<'disputed' | 'moved-lately' | undefined>;
	/** Disputes about the purchase may have ended. */
	readonly onChanged: (hash: string) => Promise<void>;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
}

/** A refusal of a code in use, where its purchase can be moved to. */
type Target = Found & { readonly hash: string; readonly guildId: string };

/**
 * A purchase between two accounts of one person: the one enters the code and gets a reference, the other types that.
 * Both have shown that they want it, and home's policy lets them. Methods reject with what the store rejects with.
 */
export class OwnMoves {
	readonly #parts: OwnMovesParts;
	/** By reference: how the message that waits on the other account is changed. */
	readonly #waiting = new Map<string, { readonly until: number; show(moved: MovedHere): Promise<unknown> }>();
	/** Moves that this process could not tell of, by reference. */
	readonly #untold = new Map<string, Target>();
	#hasRecovered = false;

	constructor(parts: OwnMovesParts) {
		this.#parts = parts;
	}

	/** Lets the purchase of an own refusal be moved here for a day; false where there is none, or home does not let it. */
	async expect(reference: string, { userId, guildId }: MemberRef): Promise<boolean> {
		const { references, policy, now } = this.#parts;
		if (!mayMove(await policy())) return false;
		const found = await references.byLetters(reference);
		if (found?.why !== 'taken' || found.guildId !== guildId) return false;
		return (await references.allowMove(reference, userId, now() + day)) !== undefined;
	}

	/** Changes a waiting message once the purchase has come, as long as Discord takes that. */
	wait(reference: string, forMs: number, show: (moved: MovedHere) => Promise<unknown>): void {
		const at = this.#parts.now();
		for (const [key, kept] of this.#waiting) if (kept.until <= at) this.#waiting.delete(key);
		this.#waiting.set(reference, { until: at + forMs, show });
	}

	/** What to ask the holder who has typed a reference for this purchase. */
	async ask(hash: string, { userId, guildId }: MemberRef, typed: string): Promise<MoveAsked> {
		const { policy, claims, roleNamesOf, disputeHindrance } = this.#parts;
		if (!mayMove(await policy())) return { kind: 'not-allowed' };
		const claim = (await claims.claimsOf(userId)).find((it) => it.hash === hash);
		if (claim === undefined) return { kind: 'not-yours' };
		if (claim.locked) return { kind: 'locked' };
		const target = await this.#targetOf(typed, userId);
		if (target?.hash !== hash) return { kind: 'wrong-reference' };
		const hindrance = await disputeHindrance(hash, target.userId);
		if (hindrance !== undefined) return { kind: hindrance };
		const purchase = await this.#purchaseOf(claim);
		const roles = await roleNamesOf(guildId, claim);
		return { kind: 'sure', reference: target.reference, purchase, roles };
	}

	/** Moves it, with its effect on roles. */
	async move(reference: string, userId: string): Promise<MoveDone> {
		const { claims, references, standingOf, disputeHindrance } = this.#parts;
		const { noteRoles, requestRoles, onMoved, onChanged } = this.#parts;
		const target = await this.#targetOf(reference, userId);
		if (target === undefined) return { kind: 'wrong-reference' };
		const to = { guildId: target.guildId, userId: target.userId };
		if ((await standingOf(to.guildId, to.userId)) !== 'member') return { kind: 'wrong-reference' };
		const held = (await claims.claimsOf(userId)).find(({ hash }) => hash === target.hash);
		if (held === undefined) return { kind: 'not-yours' };
		const hindrance = await disputeHindrance(target.hash, to.userId);
		if (hindrance !== undefined) return { kind: hindrance };
		// Noted before the change, as the roles are: after a kill in between, the other account still hears of it.
		await references.noteMove(reference, userId);
		const concerned = [...held.guildIds.map((guildId) => ({ guildId, userId })), to];
		for (const member of concerned) await noteRoles(member);
		const outcome = await claims.own.move(target.hash, userId, to);
		for (const member of concerned) await requestRoles(member);
		if (outcome.kind !== 'moved') return { kind: outcome.kind };
		const purchase = await this.#purchaseOf(outcome.claim);
		onMoved(outcome.claim, to, purchase.ending);
		// It has moved, whatever becomes of the word of it.
		await this.#tell(target).catch(() => this.#untold.set(target.reference, target));
		await onChanged(target.hash);
		return { kind: 'moved', purchase };
	}

	/** Tells of the moves that could not be told of and, the first time, of those during which a process died. */
	async tellUntold(): Promise<void> {
		if (!this.#hasRecovered) {
			const begun = await this.#parts.references.movesBegun();
			for (const found of begun.filter(isTarget)) this.#untold.set(found.reference, found);
			this.#hasRecovered = true;
		}
		for (const [reference, target] of [...this.#untold]) {
			await this.#tell(target);
			this.#untold.delete(reference);
		}
	}

	async #tell({ reference, hash, guildId, userId }: Target): Promise<void> {
		const { claims, roleNamesOf, notices, references, now } = this.#parts;
		const claim = (await claims.claimsOf(userId)).find((it) => it.hash === hash);
		if (claim !== undefined) {
			const purchase = await this.#purchaseOf(claim);
			const roles = (await roleNamesOf(guildId, claim)).slice(0, 25);
			const waiting = this.#waiting.get(reference);
			this.#waiting.delete(reference);
			const isShown =
				waiting !== undefined &&
				waiting.until > now() &&
				(await waiting.show({ purchase, roles }).then(
					() => true,
					() => false,
				));
			if (!isShown)
				await notices.tell(userId, guildId, { kind: 'yours', purchase, roles }, `move-${reference}`);
		}
		await references.noteMove(reference, undefined);
	}

	async #targetOf(typed: string, userId: string): Promise<Target | undefined> {
		const { references, now } = this.#parts;
		const found = await references.byLetters(typed);
		if (found === undefined || found.why !== 'taken' || found.userId === userId) return undefined;
		const until = Math.max(found.at + day, found.movableUntil ?? 0);
		return until > now() && isTarget(found) ? found : undefined;
	}

	async #purchaseOf({ hash, item }: Claim): Promise<DisputedPurchase> {
		const { claims, endingOf } = this.#parts;
		return { name: item.name.slice(0, 300), ending: endingOf((await claims.codeOf(hash)) ?? '') };
	}
}

function isTarget(found: Found): found is Target {
	return found.hash !== undefined && found.guildId !== undefined;
}
