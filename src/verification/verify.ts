import type { MemberRef } from '../base/member-ref.js';
import type { Claim } from '../claims/claim.js';
import type { ClaimStore, Held, Seat } from '../claims/claim-store.js';
import type { PurchaseCode, Reading } from '../claims/purchase-code.js';
import type { PurchaseAnswer } from '../marketplace/purchase-check.js';
import type { Purchase } from '../marketplace/schemas.js';
import type { MemberRoles } from '../roles/role-api.js';
import type { Attempts, Miss } from './attempts.js';
import type { HeldClaim, ItemMedia, RoleProgress, Tries, Verified, VerifyOutcome } from './verify-outcome.js';

export interface VerifyRequest extends MemberRef {
	/** As the member typed or pasted it. Secret. */
	readonly input: string;
	/** The member's roles, as the interaction told them; undefined: Discord has to be asked. */
	readonly heldRoles: MemberRoles | undefined;
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
	readonly claims: Pick<ClaimStore, 'look' | 'present' | 'claim'>;
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
	/** Notes that roles will be asked for, so that this is recorded as soon as the claim is. Never rejects. */
	announceRoles(member: MemberRef): Promise<Announced | undefined>;
	/** Asks for the roles that follow from the member's claims. `announced`: what was noted of it. */
	requestRoles(
		member: MemberRef,
		heldRoles: MemberRoles | undefined,
		announced?: Announced,
	): Promise<RoleProgress>;
	/** Takes back what was noted: there is no claim. */
	withdrawRoles(member: MemberRef, announced: Announced | undefined): Promise<void>;
	/** Called if a verification ends in an error. */
	onFailure(): void;
	/** Called once for each limit that a miss trips. */
	onLimit(member: MemberRef, scope: 'member' | 'guild'): void;
}

/** A request for roles as it was recorded before its claim. */
interface Announced {
	readonly mark: number;
	readonly isSecond: boolean;
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
		} catch (error) {
			this.#dependencies.onFailure();
			throw error;
		} finally {
			const left = this.#underWay.get(userId);
			if (left !== undefined && left.count > 1)
				this.#underWay.set(userId, { ...left, count: left.count - 1 });
			else this.#underWay.delete(userId);
		}
	}

	async #verify(request: VerifyRequest): Promise<VerifyOutcome> {
		const { readCode, attempts, claims } = this.#dependencies;
		const member: MemberRef = { guildId: request.guildId, userId: request.userId };
		const reading = readCode(request.input);
		if (reading.kind === 'mistake') return { kind: 'not-a-code', mistake: reading.mistake };
		const { code, asTyped } = reading;

		// A repaired code first, then the one as it was typed: some shop may print its codes like that.
		const spellings = asTyped === undefined ? [code] : [code, asTyped];
		// Read together, and looked at one after the other.
		const [limit, askableAt, ...looks] = await Promise.all([
			attempts.check(member),
			attempts.questionRetryAt(member.userId),
			...spellings.map(async (spelling) => ({ spelling, looked: await claims.look(spelling) })),
		]);
		if (limit.kind === 'limited') {
			return { kind: 'limited', because: 'wrong-codes', retryAt: limit.retryAt };
		}
		for (const { spelling, looked } of looks) {
			const known = await claims.present(spelling, member, looked);
			if (known.kind !== 'unclaimed') return await this.#known(request, spelling, known, askableAt);
		}
		const outcome = await this.#ask(request, code, askableAt);
		if (outcome !== 'unknown-to-shop') return outcome;
		if (asTyped === undefined) return await this.#invalid(member);
		const other = await this.#ask(request, asTyped, await attempts.questionRetryAt(member.userId));
		return other === 'unknown-to-shop' ? await this.#invalid(member) : other;
	}

	async #known(
		request: VerifyRequest,
		code: PurchaseCode,
		known: Known,
		askableAt: number | undefined,
	): Promise<VerifyOutcome> {
		if (known.kind === 'taken') return await this.#taken(request, known);
		if (known.kind === 'revoked-by-staff') return await this.#invalid(request);
		if (known.kind === 'already-yours') return await this.#returning(request, code, known);
		const outcome = await this.#ask(request, code, askableAt);
		return outcome === 'unknown-to-shop' ? await this.#invalid(request) : outcome;
	}

	/**
	 * Asks the marketplace about a code, and makes it the member's where it is good and free. `askableAt`: when it may be
	 * asked for the member again; undefined: now.
	 */
	async #ask(
		request: VerifyRequest,
		code: PurchaseCode,
		askableAt: number | undefined,
	): Promise<VerifyOutcome | 'unknown-to-shop'> {
		const { attempts } = this.#dependencies;
		const member: MemberRef = { guildId: request.guildId, userId: request.userId };
		// Unlinking and verifying the same code over and over costs a request each time.
		if (askableAt !== undefined) return { kind: 'limited', because: 'many-codes', retryAt: askableAt };
		const answer = await this.#dependencies.checkPurchase(code, member);
		if (answer.kind === 'uncheckable') {
			return { kind: 'uncheckable', reason: answer.reason, retryAt: answer.retryAt };
		}
		const noted = attempts.recordQuestion(member.userId);
		if (answer.kind === 'valid')
			return (await Promise.all([this.#claim(request, code, answer.purchase), noted]))[0];
		await noted;
		return 'unknown-to-shop';
	}

	/** The request for roles is recorded before the claim, which costs nothing then, and begins as soon as it is there. */
	async #claim(request: VerifyRequest, code: PurchaseCode, purchase: Purchase): Promise<VerifyOutcome> {
		const { claims, announceRoles, withdrawRoles } = this.#dependencies;
		const member: MemberRef = { guildId: request.guildId, userId: request.userId };
		const announcing = announceRoles(member);
		let verified: Promise<Verified> | undefined;
		const finish = (held: Held): Promise<Verified> => {
			const shown = { ...held, returning: held.kind === 'already-yours', purchase };
			verified ??= this.#verified(request, code, shown, announcing);
			return verified;
		};
		const claimed = await claims.claim(code, { ...member, purchase }, finish);
		if (claimed.kind === 'claimed' || claimed.kind === 'already-yours') return await finish(claimed);
		await withdrawRoles(member, await announcing);
		return claimed.kind === 'taken' ? await this.#taken(member, claimed) : await this.#invalid(member);
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
		announcing?: Promise<Announced | undefined>,
	): Promise<Verified> {
		const { requestRoles, rolesFor, mediaOf, endOf } = this.#dependencies;
		const { claim, isNewHere = false, seat, returning, purchase } = shown;
		const announced = await announcing;
		const [role, roleIds] = await Promise.all([
			requestRoles({ guildId, userId }, heldRoles, announced),
			rolesFor(claim, guildId),
		]);
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
