import type { Claim } from '../claims/claim.js';
import type { ClaimStore, Seat } from '../claims/claim-store.js';
import type { PasteMistake } from '../claims/paste-mistake.js';
import type { PurchaseCode, Reading } from '../claims/purchase-code.js';
import type { PurchaseAnswer, UncheckableReason } from '../marketplace/purchase-check.js';
import type { Item, Purchase } from '../marketplace/schemas.js';
import type { MemberRef } from '../member-ref.js';
import type { Attempts, Miss } from './attempts.js';

/** What an answer may tell of a claim. */
interface HeldClaim extends Pick<Claim, 'hash' | 'licenseType' | 'supportedUntil' | 'claimedAt'> {
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
	/** The roles that follow from the member's purchases and that they have now, where they are known. */
	readonly held?: readonly string[];
	/** Roles that wait until a person fixes something. */
	readonly withheld?: readonly { readonly roleId: string | undefined }[];
}

/** What a wrong code leaves a member. */
export interface Tries {
	/** How many more may go wrong before a pause. */
	readonly left: number;
	/** Until when there is one, in milliseconds since the epoch. */
	readonly retryAt?: number;
}

/** Every outcome of a request to verify. The view chooses the text from it. */
export type VerifyOutcome =
	/** The member holds the claim now; `returning`: had it before. */
	| {
			readonly kind: 'verified';
			readonly claim: HeldClaim;
			/** The code's last characters. */
			readonly codeEnd: string;
			/** Where the purchase has several. */
			readonly seat?: Seat;
			/** The roles that this purchase gives here. */
			readonly roleIds: readonly string[];
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
	| { readonly kind: 'not-a-code'; readonly mistake: PasteMistake }
	/** The marketplace said so, and the key is known to be good. `tries`: undefined where it doesn't count. */
	| { readonly kind: 'invalid'; readonly tries?: Tries }
	/** Somebody else holds the code. We don't say who. `hash`: the claim that it is of; `seats`: where it has several. */
	| { readonly kind: 'taken'; readonly hash: string; readonly seats?: number; readonly tries: Tries }
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
	readCode(input: string): Reading;
	/** The last characters of a code. */
	endOf(code: PurchaseCode): string;
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
	/** The roles that a claim gives in the guild. */
	rolesFor(claim: Claim, guildId: string): Promise<readonly string[]>;
	/** Asks for the roles that follow from the member's claims. */
	requestRoles(member: MemberRef, heldRoles: readonly string[] | undefined): Promise<RoleProgress>;
	/** Called once for each limit that a miss trips. */
	onLimit(member: MemberRef, scope: 'member' | 'guild'): void;
}

/** A claim that was shown. `isNewHere`: held before, and verified in this server for the first time. */
interface Shown {
	readonly claim: Claim;
	readonly isNewHere?: boolean;
	readonly seat?: Seat;
}

/** What a code of two spellings turned out to be. */
type Known = Exclude<Awaited<ReturnType<ClaimStore['present']>>, { kind: 'unclaimed' }>;

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
		const { readCode, attempts } = this.#dependencies;
		const member: MemberRef = { guildId: request.guildId, userId: request.userId };
		const reading = readCode(request.input);
		if (reading.kind === 'mistake') return { kind: 'not-a-code', mistake: reading.mistake };
		const { code, asTyped } = reading;

		const limit = await attempts.check(member);
		if (limit.kind === 'limited') {
			return { kind: 'limited', because: 'wrong-codes', retryAt: limit.retryAt };
		}

		// A repaired code first, then the one as it was typed: some shop may print its codes like that.
		const spellings = asTyped === undefined ? [code] : [code, asTyped];
		for (const spelling of spellings) {
			const known = await this.#dependencies.claims.present(spelling, member);
			if (known.kind !== 'unclaimed') return await this.#known(request, spelling, known);
		}
		for (const spelling of spellings) {
			const outcome = await this.#ask(request, spelling);
			if (outcome !== 'unknown-to-shop') return outcome;
		}
		return await this.#invalid(member);
	}

	async #known(request: VerifyRequest, code: PurchaseCode, known: Known): Promise<VerifyOutcome> {
		if (known.kind === 'taken') return await this.#taken(request, known);
		if (known.kind === 'revoked-by-staff') return await this.#invalid(request);
		if (known.kind === 'already-yours') return await this.#returning(request, code, known);
		const outcome = await this.#ask(request, code);
		return outcome === 'unknown-to-shop' ? await this.#invalid(request) : outcome;
	}

	/** Asks the marketplace about a code, and makes it the member's where it is good and free. */
	async #ask(request: VerifyRequest, code: PurchaseCode): Promise<VerifyOutcome | 'unknown-to-shop'> {
		const { attempts, claims } = this.#dependencies;
		const member: MemberRef = { guildId: request.guildId, userId: request.userId };
		// Unlinking and verifying the same code over and over costs a request each time.
		const retryAt = await attempts.questionRetryAt(member.userId);
		if (retryAt !== undefined) return { kind: 'limited', because: 'many-codes', retryAt };
		const answer = await this.#dependencies.checkPurchase(code, member);
		if (answer.kind === 'uncheckable') {
			return { kind: 'uncheckable', reason: answer.reason, retryAt: answer.retryAt };
		}
		await attempts.recordQuestion(member.userId);
		if (answer.kind === 'invalid') return 'unknown-to-shop';

		const claimed = await claims.claim(code, { ...member, purchase: answer.purchase });
		if (claimed.kind === 'taken') return await this.#taken(member, claimed);
		if (claimed.kind === 'revoked-by-staff') return await this.#invalid(member);
		const returning = claimed.kind === 'already-yours';
		return await this.#verified(request, code, { ...claimed, returning, purchase: answer.purchase });
	}

	/** The shop doesn't know the code, or staff have revoked it, which counts and reads the same. */
	async #invalid({ guildId, userId }: MemberRef): Promise<VerifyOutcome> {
		const member = { guildId, userId };
		return {
			kind: 'invalid',
			tries: this.#counted(member, await this.#dependencies.attempts.recordMiss(member)),
		};
	}

	/** Counts as a miss: a buyer must learn that a code is taken, but nobody should test a list of leaked ones. */
	async #taken(
		{ guildId, userId }: MemberRef,
		{ hash, seats }: Pick<Extract<Known, { kind: 'taken' }>, 'hash' | 'seats'>,
	): Promise<VerifyOutcome> {
		const member = { guildId, userId };
		const tries = this.#counted(member, await this.#dependencies.attempts.recordTaken(member));
		return { kind: 'taken', hash, ...(seats !== undefined && { seats }), tries };
	}

	#counted(member: MemberRef, miss: Miss): Tries {
		if (miss.kind === 'counted') return { left: miss.left };
		this.#dependencies.onLimit(member, miss.scope);
		return { left: 0, retryAt: miss.retryAt };
	}

	/** The holder needs no check; the marketplace is asked only whether support was renewed. */
	async #returning(request: VerifyRequest, code: PurchaseCode, known: Shown): Promise<VerifyOutcome> {
		const { guildId, userId } = request;
		const news = await this.#dependencies.renew(known.claim, { guildId, userId });
		if (news === 'revoked') return { kind: 'invalid' };
		if (news === undefined) return await this.#verified(request, code, { ...known, returning: true });
		const renewed = { ...known, claim: news.claim, returning: true };
		return { ...(await this.#verified(request, code, renewed)), renewed: true };
	}

	async #verified(
		{ guildId, userId, heldRoles }: VerifyRequest,
		code: PurchaseCode,
		shown: Shown & { readonly returning: boolean; readonly purchase?: Purchase },
	): Promise<Verified> {
		const { requestRoles, rolesFor, mediaOf, endOf } = this.#dependencies;
		const { claim, isNewHere = false, seat, returning, purchase } = shown;
		const role = await requestRoles({ guildId, userId }, heldRoles);
		const roleIds = await rolesFor(claim, guildId);
		const media = mediaOf(claim, purchase);
		return {
			kind: 'verified',
			claim,
			codeEnd: endOf(code),
			roleIds,
			returning,
			role,
			...(seat && { seat }),
			...(isNewHere && { isNewHere }),
			...(media && { media }),
		};
	}
}
