import type { Claim } from '../claims/claim.js';
import type { ClaimStore } from '../claims/claim-store.js';
import type { PurchaseCode } from '../claims/purchase-code.js';
import type { PurchaseAnswer, UncheckableReason } from '../marketplace/purchase-check.js';
import type { Item, Purchase } from '../marketplace/schemas.js';
import type { MemberRef } from '../member-ref.js';
import type { Attempts, Miss } from './attempts.js';

/** What an answer may tell of a claim. */
interface HeldClaim extends Pick<Claim, 'hash' | 'licenseType' | 'supportedUntil'> {
	readonly item: Pick<Claim['item'], 'id' | 'name'>;
}

/**
 * The state of the role. `waiting`: it will be retried; `stopped`: after the next start of the bot. Both promises
 * never reject.
 */
export interface RoleProgress {
	readonly first: Promise<RoleStep<'waiting'>>;
	readonly settled: Promise<RoleStep<'stopped'>>;
}

interface RoleStep<Unfinished> {
	readonly kind: 'granted' | 'blocked' | 'member-left' | Unfinished;
	/** If blocked, by which role; undefined if the staff have not chosen one yet. */
	readonly roleId?: string | undefined;
}

/** Every outcome of a request to verify. The view chooses the text from it. */
export type VerifyOutcome =
	/** The member holds the claim now; `returning`: had it before. */
	| {
			readonly kind: 'verified';
			readonly claim: HeldClaim;
			readonly returning: boolean;
			/** Held it before and verifies it in this server for the first time: new to its staff. */
			readonly isNewHere?: boolean;
			/** Support had ended as far as we knew, and the marketplace says that it was renewed. */
			readonly renewed?: boolean;
			/** The item's media; undefined if none is at hand. */
			readonly media?: ItemMedia | undefined;
			readonly role: RoleProgress;
	  }
	/** Nothing in the input looks like a code. No request was made, nothing counts. */
	| { readonly kind: 'not-a-code' }
	/** The marketplace said so, and the key is known to be good. */
	| { readonly kind: 'invalid' }
	/** Somebody else holds the code. We don't say who. `hash`: the claim that it is of. */
	| { readonly kind: 'taken'; readonly hash: string }
	/** Too many codes, for the reason that is named. `retryAt`: milliseconds since the epoch, where it is known. */
	| {
			readonly kind: 'limited';
			readonly because: 'wrong-codes' | 'many-codes' | 'still-checking';
			readonly retryAt: number | undefined;
	  }
	/** Our problem, not the member's. Nothing is recorded. `retryAt` where it is known. */
	| {
			readonly kind: 'uncheckable';
			readonly reason: UncheckableReason;
			readonly retryAt: number | undefined;
	  };

/** The addresses of an item's pictures and previews, as the marketplace has them. */
export type ItemMedia = Pick<
	Item,
	'thumbnailUrl' | 'previewImageUrl' | 'previewVideoUrl' | 'previewAudioUrl'
>;

type Verified = Extract<VerifyOutcome, { kind: 'verified' }>;

export interface VerifyRequest extends MemberRef {
	/** As the member typed or pasted it. Secret. */
	readonly input: string;
	/** The member's roles, as the interaction told them; undefined: Discord has to be asked. */
	readonly heldRoles: readonly string[] | undefined;
}

/** What verification needs from other rooms. */
export interface VerificationDependencies {
	/** Undefined where nothing in the input looks like a code. */
	parseCode(input: string): PurchaseCode | undefined;
	readonly attempts: Pick<
		Attempts,
		'check' | 'recordMiss' | 'recordTaken' | 'questionRetryAt' | 'recordQuestion'
	>;
	readonly claims: Pick<ClaimStore, 'present' | 'claim'>;
	checkPurchase(code: PurchaseCode, member: MemberRef): Promise<PurchaseAnswer>;
	/**
	 * What the marketplace says now about a claim of the member whose support has ended; undefined if that is nothing
	 * new, or too late. Never rejects.
	 */
	renew(claim: Claim, member: MemberRef): Promise<{ readonly claim: Claim } | 'revoked' | undefined>;
	/** The pictures of a claim's item: from the purchase that was just confirmed, if one was, or from memory. */
	mediaOf(claim: HeldClaim, purchase: Purchase | undefined): ItemMedia | undefined;
	/** Asks for the roles that follow from the member's claims. */
	requestRoles(member: MemberRef, heldRoles: readonly string[] | undefined): Promise<RoleProgress>;
	/** Called once for each limit that a miss trips. */
	onLimit(member: MemberRef, scope: 'member' | 'guild'): void;
}

/** A claim that was shown. `isNewHere`: held before, and verified in this server for the first time. */
interface Shown {
	readonly claim: Claim;
	readonly isNewHere?: boolean;
}

/** The most codes of a member in progress or queued. Nobody needs more by hand. */
const mostWaiting = 3;

/**
 * May this member have this code? Limits, then what is known, then the marketplace, then the claim, then the role:
 * nothing is answered before it is recorded, and only a definite "no" counts against the member.
 */
export class Verification {
	readonly #dependencies: VerificationDependencies;
	/** By member: the last request under way, and how many there are. */
	readonly #underWay = new Map<string, { readonly last: Promise<unknown>; readonly count: number }>();

	constructor(dependencies: VerificationDependencies) {
		this.#dependencies = dependencies;
	}

	/** Rejects with an AppError where the store fails: then nothing has been promised to anybody. */
	async verify(request: VerifyRequest): Promise<VerifyOutcome> {
		// One at a time per member, across all guilds: simultaneous guesses would all pass the limit before the first
		// one counts.
		const { userId } = request;
		const { last: before = Promise.resolve(), count = 0 } = this.#underWay.get(userId) ?? {};
		if (count >= mostWaiting) return { kind: 'limited', because: 'still-checking', retryAt: undefined };
		const mine = before.then(
			() => this.#verify(request),
			() => this.#verify(request),
		);
		this.#underWay.set(userId, { last: mine, count: count + 1 });
		try {
			return await mine;
		} finally {
			const left = this.#underWay.get(userId);
			if (left !== undefined && left.count > 1)
				this.#underWay.set(userId, { ...left, count: left.count - 1 });
			else this.#underWay.delete(userId);
		}
	}

	async #verify(request: VerifyRequest): Promise<VerifyOutcome> {
		const { parseCode, attempts, claims } = this.#dependencies;
		const member: MemberRef = { guildId: request.guildId, userId: request.userId };
		const code = parseCode(request.input);
		if (code === undefined) return { kind: 'not-a-code' };

		const limit = await attempts.check(member);
		if (limit.kind === 'limited') {
			return { kind: 'limited', because: 'wrong-codes', retryAt: limit.retryAt };
		}

		const known = await claims.present(code, member);
		if (known.kind === 'taken') return await this.#taken(member, known.hash);
		if (known.kind === 'revoked-by-staff') return await this.#invalid(member);
		if (known.kind === 'already-yours') return await this.#returning(request, known);

		// Unlinking and verifying the same code over and over costs a request each time.
		const retryAt = await attempts.questionRetryAt(member.userId);
		if (retryAt !== undefined) return { kind: 'limited', because: 'many-codes', retryAt };
		const answer = await this.#dependencies.checkPurchase(code, member);
		if (answer.kind === 'uncheckable') {
			return { kind: 'uncheckable', reason: answer.reason, retryAt: answer.retryAt };
		}
		await attempts.recordQuestion(member.userId);
		if (answer.kind === 'invalid') return await this.#invalid(member);

		const claimed = await claims.claim(code, { ...member, purchase: answer.purchase });
		if (claimed.kind === 'taken') return await this.#taken(member, claimed.hash);
		if (claimed.kind === 'revoked-by-staff') return await this.#invalid(member);
		return await this.#verified(request, claimed, claimed.kind === 'already-yours', answer.purchase);
	}

	/** The shop doesn't know the code, or staff have revoked it, which counts and reads the same. */
	async #invalid(member: MemberRef): Promise<VerifyOutcome> {
		this.#tell(member, await this.#dependencies.attempts.recordMiss(member));
		return { kind: 'invalid' };
	}

	/** Counts as a miss: a buyer must learn that a code is taken, but nobody should test a list of leaked ones. */
	async #taken(member: MemberRef, hash: string): Promise<VerifyOutcome> {
		this.#tell(member, await this.#dependencies.attempts.recordTaken(member));
		return { kind: 'taken', hash };
	}

	#tell(member: MemberRef, miss: Miss): void {
		if (miss.kind === 'tripped') this.#dependencies.onLimit(member, miss.scope);
	}

	/** The holder needs no check; the marketplace is asked only whether support was renewed. */
	async #returning(request: VerifyRequest, known: Shown): Promise<VerifyOutcome> {
		const { guildId, userId } = request;
		const news = await this.#dependencies.renew(known.claim, { guildId, userId });
		if (news === 'revoked') return { kind: 'invalid' };
		if (news === undefined) return await this.#verified(request, known, true);
		const verified = await this.#verified(request, { ...known, claim: news.claim }, true);
		return { ...verified, renewed: true };
	}

	async #verified(
		request: VerifyRequest,
		{ claim, isNewHere = false }: Shown,
		returning: boolean,
		purchase?: Purchase,
	): Promise<Verified> {
		const { guildId, userId, heldRoles } = request;
		const role = await this.#dependencies.requestRoles({ guildId, userId }, heldRoles);
		const media = this.#dependencies.mediaOf(claim, purchase);
		const verified = { kind: 'verified', claim, returning, role } as const;
		return { ...verified, ...(isNewHere && { isNewHere }), ...(media && { media }) };
	}
}
