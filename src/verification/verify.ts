import type { MemberRef } from '../member-ref.js';

/** What an answer may tell of a claim. */
export interface HeldClaim {
	readonly item: { readonly id: number; readonly name: string };
	readonly licenseType: string;
	/** Milliseconds since the epoch. */
	readonly supportedUntil: number | undefined;
}

/**
 * How far the role has come. `waiting`: it will be tried again; `stopped`: after the next start of the bot. Both
 * promises never reject.
 */
export interface RoleProgress {
	readonly first: Promise<RoleStep<'waiting'>>;
	readonly settled: Promise<RoleStep<'stopped'>>;
}

interface RoleStep<Unfinished> {
	readonly kind: 'granted' | 'blocked' | 'member-left' | Unfinished;
	/** Of a blocked one: which role is in the way; undefined where the staff have not chosen one yet. */
	readonly roleId?: string | undefined;
}

/** Everything that can become of a member's request to verify. The view chooses the text from it. */
export type VerifyOutcome =
	/** The member holds the claim now; `returning`: had it before. */
	| {
			readonly kind: 'verified';
			readonly claim: HeldClaim;
			readonly returning: boolean;
			/** Had it before, and shows it in this server for the first time: to its staff that is a new one. */
			readonly isNewHere?: boolean;
			/** Its support had ended as far as was known, and the marketplace says that it was renewed. */
			readonly renewed?: boolean;
			/** What can be shown of the item; undefined where nothing is at hand. */
			readonly media?: ItemMedia | undefined;
			readonly role: RoleProgress;
	  }
	/** Nothing in the input looks like a code. Nothing was asked, nothing counts. */
	| { readonly kind: 'not-a-code' }
	/** The marketplace said so, and the key is known to be good. */
	| { readonly kind: 'invalid' }
	/** Somebody else holds the code. Who is not told. */
	| { readonly kind: 'taken' }
	/** Too many codes, for the reason that is named. `retryAt`: milliseconds since the epoch, where it is known. */
	| {
			readonly kind: 'limited';
			readonly because: 'wrong-codes' | 'many-codes' | 'still-checking';
			readonly retryAt: number | undefined;
	  }
	/** Our trouble, not the member's. Nothing is recorded. `retryAt` where it is known. */
	| {
			readonly kind: 'uncheckable';
			readonly reason: UncheckableReason;
			readonly retryAt: number | undefined;
	  };

/** The addresses of an item's pictures and previews, as the marketplace has them. */
export interface ItemMedia {
	readonly thumbnailUrl: string | undefined;
	readonly previewImageUrl: string | undefined;
	readonly previewVideoUrl: string | undefined;
	readonly previewAudioUrl: string | undefined;
}

type Verified = Extract<VerifyOutcome, { kind: 'verified' }>;

type UncheckableReason = 'bad-key' | 'rate-limited' | 'unavailable' | 'malformed';

export interface VerifyRequest extends MemberRef {
	/** As the member typed or pasted it. Secret. */
	readonly input: string;
	/** The member's roles, as the interaction told them; undefined: Discord has to be asked. */
	readonly heldRoles: readonly string[] | undefined;
}

/** What verification needs of the rest. `Code` is a canonical purchase code, `Purchase` what the marketplace knows. */
export interface VerificationDependencies<Code, Purchase> {
	/** Undefined where nothing in the input looks like a code. */
	parseCode(input: string): Code | undefined;
	readonly attempts: {
		check(place: MemberRef): Promise<{ kind: 'free' } | { kind: 'limited'; retryAt: number }>;
		recordMiss(place: MemberRef): Promise<Miss>;
		/** Counts a code of somebody else's. */
		recordTaken(place: MemberRef): Promise<Miss>;
		/** When the marketplace may be asked for the member again; undefined: now. */
		questionRetryAt(userId: string): Promise<number | undefined>;
		recordQuestion(userId: string): Promise<unknown>;
	};
	readonly claims: {
		/** What is known of the code. The holder's own claim also notes that the role is owed in this guild. */
		present(code: Code, place: MemberRef): Promise<Presented>;
		/** Atomically: of all who claim a code, one gets it. Takes back a revocation of the member's own claim. */
		claim(code: Code, request: MemberRef & { readonly purchase: Purchase }): Promise<Claimed>;
	};
	checkPurchase(code: Code, place: MemberRef): Promise<PurchaseAnswer<Purchase>>;
	/**
	 * What the marketplace says now about a claim of the member's whose support has ended; undefined where it says
	 * nothing new, or not soon enough. Never rejects.
	 */
	renew(claim: OwnClaim, place: MemberRef): Promise<{ readonly claim: OwnClaim } | 'revoked' | undefined>;
	/** The pictures of a claim's item: from the purchase that was just confirmed, if one was, or from memory. */
	mediaOf(claim: HeldClaim, purchase: Purchase | undefined): ItemMedia | undefined;
	/** Asks for the roles that follow from the member's claims. */
	requestRoles(place: MemberRef, heldRoles: readonly string[] | undefined): Promise<RoleProgress>;
	/** Told once for each limit that a miss has tripped. */
	onLimit(place: MemberRef, scope: 'member' | 'guild'): void;
}

/** A claim that the member holds already. */
export interface OwnClaim extends HeldClaim {
	readonly hash: string;
	readonly status: 'active' | 'revoked';
}
type Miss = { readonly kind: 'counted' } | { readonly kind: 'tripped'; readonly scope: 'member' | 'guild' };

/** `isNewHere`: held before, and shown in this server for the first time. */
interface Shown<Held> {
	readonly claim: Held;
	readonly isNewHere?: boolean;
}

type Presented =
	| { readonly kind: 'unclaimed' }
	| ({ readonly kind: 'already-yours' | 'revoked-yours' } & Shown<OwnClaim>)
	| { readonly kind: 'taken' };

type Claimed =
	| ({ readonly kind: 'claimed' | 'already-yours' } & Shown<HeldClaim>)
	| { readonly kind: 'taken' };

type PurchaseAnswer<Purchase> =
	| { readonly kind: 'valid'; readonly purchase: Purchase }
	| { readonly kind: 'invalid' }
	| { readonly kind: 'uncheckable'; readonly reason: UncheckableReason; readonly retryAt?: number };

/** How many of a member's codes are in progress or waiting. Nobody needs more by hand. */
const mostWaiting = 3;

/**
 * May this member have this code? Limits, then what is known, then the marketplace, then the claim, then the role:
 * nothing is answered before it is recorded, and only a definite "no" counts against the member.
 */
export class Verification<Code, Purchase> {
	readonly #dependencies: VerificationDependencies<Code, Purchase>;
	/** By member: the last of those that are under way, and how many there are. */
	readonly #underWay = new Map<string, { readonly last: Promise<unknown>; readonly count: number }>();

	constructor(dependencies: VerificationDependencies<Code, Purchase>) {
		this.#dependencies = dependencies;
	}

	/** Rejects with an AppError where the store fails: then nothing has been promised to anybody. */
	async verify(request: VerifyRequest): Promise<VerifyOutcome> {
		// One at a time for a member, over all guilds: guesses sent at once would all pass the limit before the first has
		// counted.
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
		const place: MemberRef = { guildId: request.guildId, userId: request.userId };
		const code = parseCode(request.input);
		if (code === undefined) return { kind: 'not-a-code' };

		const limit = await attempts.check(place);
		if (limit.kind === 'limited') {
			return { kind: 'limited', because: 'wrong-codes', retryAt: limit.retryAt };
		}

		const known = await claims.present(code, place);
		if (known.kind === 'taken') return await this.#taken(place);
		if (known.kind === 'already-yours') return await this.#returning(request, known);

		// A code of one's own, let go of and verified again and again, costs a question each time.
		const retryAt = await attempts.questionRetryAt(place.userId);
		if (retryAt !== undefined) return { kind: 'limited', because: 'many-codes', retryAt };
		const answer = await this.#dependencies.checkPurchase(code, place);
		if (answer.kind === 'uncheckable') {
			return { kind: 'uncheckable', reason: answer.reason, retryAt: answer.retryAt };
		}
		await attempts.recordQuestion(place.userId);
		if (answer.kind === 'invalid') {
			this.#tell(place, await attempts.recordMiss(place));
			return { kind: 'invalid' };
		}

		const claimed = await claims.claim(code, { ...place, purchase: answer.purchase });
		if (claimed.kind === 'taken') return await this.#taken(place);
		return await this.#verified(request, claimed, claimed.kind === 'already-yours', answer.purchase);
	}

	/** Counts as a miss: a buyer must learn that a code is taken, but nobody should test a list of leaked ones. */
	async #taken(place: MemberRef): Promise<VerifyOutcome> {
		this.#tell(place, await this.#dependencies.attempts.recordTaken(place));
		return { kind: 'taken' };
	}

	#tell(place: MemberRef, miss: Miss): void {
		if (miss.kind === 'tripped') this.#dependencies.onLimit(place, miss.scope);
	}

	/** The holder needs no check; the marketplace is asked only whether support was renewed. */
	async #returning(request: VerifyRequest, known: Shown<OwnClaim>): Promise<VerifyOutcome> {
		const { guildId, userId } = request;
		const news = await this.#dependencies.renew(known.claim, { guildId, userId });
		if (news === 'revoked') return { kind: 'invalid' };
		if (news === undefined) return await this.#verified(request, known, true);
		const verified = await this.#verified(request, { ...known, claim: news.claim }, true);
		return { ...verified, renewed: true };
	}

	async #verified(
		request: VerifyRequest,
		{ claim, isNewHere = false }: Shown<HeldClaim>,
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
