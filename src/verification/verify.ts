import type { Clock } from '../base/clock.js';
import type { MemberRef } from '../base/member-ref.js';
import type { Claim } from '../claims/claim.js';
import type { ClaimStore, HeldByMember, Seat } from '../claims/claim-store.js';
import { codeEnding } from '../claims/code-ending.js';
import type { ClaimPolicy } from '../claims/policy.js';
import { type PurchaseCode, readPurchaseCode } from '../claims/purchase-code.js';
import type { GuildSettingsStore, ReadSettings } from '../guilds/guild-settings.js';
import type { RoleRules } from '../guilds/role-rules.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { Catalog } from '../marketplace/catalog.js';
import type { PurchaseCheck } from '../marketplace/purchase-check.js';
import type { Purchase } from '../marketplace/schemas.js';
import type { Metrics } from '../operations/metrics.js';
import type { Renewals } from '../refunds/renewals.js';
import type { RecordedRequest } from '../roles/grant-outbox.js';
import type { GrantQueue } from '../roles/grant-queue.js';
import type { MemberRoles } from '../roles/role-api.js';
import { wantedRoles } from '../roles/role-plan.js';
import type { Attempts, Miss } from './attempts.js';
import type { Tries, Verified, VerifyOutcome } from './verify-outcome.js';

export interface VerifyRequest extends MemberRef {
	/** As the member typed or pasted it. Secret. */
	readonly input: string;
	/** The member's roles, as the interaction told them; undefined: Discord has to be asked. */
	readonly heldRoles: MemberRoles | undefined;
	/** The guild's settings, if the caller reads them anyway; else they are read. */
	readonly settings?: Promise<ReadSettings>;
}

/** What verification needs from other rooms. */
export interface VerificationDependencies {
	readonly attempts: Pick<
		Attempts,
		'check' | 'recordMiss' | 'recordTaken' | 'questionRetryAt' | 'recordQuestion'
	>;
	readonly claims: Pick<ClaimStore, 'look' | 'present' | 'claim'>;
	readonly guilds: Pick<GuildSettingsStore, 'read'>;
	readonly served: Pick<ServedGuilds, 'isHome'>;
	readonly purchaseCheck: Pick<PurchaseCheck, 'check'>;
	/** Asks the marketplace about claims of the member whose support has ended. */
	readonly renewals: Pick<Renewals, 'renew'>;
	/** Has the pictures of items whose purchase isn't asked about. */
	readonly catalog: Pick<Catalog, 'get'>;
	readonly queue: Pick<GrantQueue, 'announce' | 'request' | 'withdraw'>;
	readonly clock: Pick<Clock, 'now'>;
	/** Counts verifications that end in an error. */
	readonly metrics: Pick<Metrics, 'verifications'>;
}

/** A request with what was read for it: once, and passed down. */
interface Reading extends Pick<VerifyRequest, 'heldRoles'> {
	readonly member: MemberRef;
	/** Undefined: the guild is not set up. */
	readonly rules: RoleRules | undefined;
	readonly policy: ClaimPolicy | undefined;
	/** When the marketplace may be asked for the member; undefined: now. */
	readonly askableAt: number | undefined;
}

/** A claim that was shown. `isNewHere`: held before, and verified in this server for the first time. */
interface ShownHolding {
	readonly claim: Claim;
	readonly isNewHere?: boolean;
	readonly seat?: Seat;
}

/** What a code of two spellings turned out to be. */
type KnownCode = Exclude<Awaited<ReturnType<ClaimStore['present']>>, { kind: 'unclaimed' }>;

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
		const mine = this.decideAfter(before, request);
		this.#underWay.set(userId, { last: mine, count: count + 1 });
		try {
			return await mine;
		} catch (error) {
			this.#dependencies.metrics.verifications.inc({ outcome: 'failed' });
			throw error;
		} finally {
			const left = this.#underWay.get(userId);
			if (left !== undefined && left.count > 1)
				this.#underWay.set(userId, { ...left, count: left.count - 1 });
			else this.#underWay.delete(userId);
		}
	}

	private async decideAfter(before: Promise<unknown>, request: VerifyRequest): Promise<VerifyOutcome> {
		await Promise.allSettled([before]);
		return await this.decide(request);
	}

	private async decide(request: VerifyRequest): Promise<VerifyOutcome> {
		const { attempts, claims, guilds, served } = this.#dependencies;
		const { guildId, userId, heldRoles } = request;
		const member: MemberRef = { guildId, userId };
		const input = readPurchaseCode(request.input);
		if (input.kind === 'mistake') return { kind: 'not-a-code', mistake: input.mistake };
		const { code, asTyped } = input;

		// A repaired code first, then the one as it was typed: some shop may print its codes like that.
		const spellings = asTyped === undefined ? [code] : [code, asTyped];
		const settings = request.settings ?? guilds.read(guildId);
		const homes = served.isHome(guildId) ? settings.then(({ policy }) => policy) : undefined;
		// Read together, and looked at one after the other.
		const [limit, { rules }, ...looks] = await Promise.all([
			attempts.check(member),
			settings,
			...spellings.map(async (spelling) => ({ spelling, looked: await claims.look(spelling, homes) })),
		]);
		if (limit.kind === 'limited') {
			return { kind: 'limited', because: 'wrong-codes', retryAt: limit.retryAt };
		}
		const { askableAt } = limit;
		const policy = looks[0]?.looked.policy;
		const reading: Reading = { member, heldRoles, rules, policy, askableAt };
		for (const { spelling, looked } of looks) {
			const known = await claims.present(spelling, member, looked);
			if (known.kind !== 'unclaimed') return await this.answerKnown(reading, spelling, known);
		}
		const outcome = await this.askShop(reading, code);
		if (outcome !== 'unknown-to-shop') return outcome;
		if (asTyped === undefined) return await this.countMiss(member);
		const again = { ...reading, askableAt: await attempts.questionRetryAt(userId) };
		const other = await this.askShop(again, asTyped);
		return other === 'unknown-to-shop' ? await this.countMiss(member) : other;
	}

	private async answerKnown(reading: Reading, code: PurchaseCode, known: KnownCode): Promise<VerifyOutcome> {
		const { member } = reading;
		if (known.kind === 'taken') return await this.countTaken(member, known);
		if (known.kind === 'revoked-by-staff') return await this.countMiss(member);
		if (known.kind === 'already-yours') return await this.answerReturning(reading, code, known);
		const outcome = await this.askShop(reading, code);
		return outcome === 'unknown-to-shop' ? await this.countMiss(member) : outcome;
	}

	/** Asks the marketplace about a code, and makes it the member's where it is good and free. */
	private async askShop(reading: Reading, code: PurchaseCode): Promise<VerifyOutcome | 'unknown-to-shop'> {
		const { attempts, served, purchaseCheck } = this.#dependencies;
		const { member, askableAt } = reading;
		// Unlinking and verifying the same code over and over costs a request each time.
		if (askableAt !== undefined) return { kind: 'limited', because: 'many-codes', retryAt: askableAt };
		const share = served.isHome(member.guildId) ? 'home' : 'others';
		const answer = await purchaseCheck.check(code, { priority: 'buyer', share });
		if (answer.kind === 'uncheckable') {
			return { kind: 'uncheckable', reason: answer.reason, retryAt: answer.retryAt };
		}
		const noted = attempts.recordQuestion(member.userId);
		if (answer.kind === 'valid')
			return (await Promise.all([this.claimValid(reading, code, answer.purchase), noted]))[0];
		await noted;
		return 'unknown-to-shop';
	}

	/** The request for roles is recorded before the claim, which costs nothing then, and begins as soon as it is there. */
	private async claimValid(reading: Reading, code: PurchaseCode, purchase: Purchase): Promise<VerifyOutcome> {
		const { claims, queue } = this.#dependencies;
		const { member, policy } = reading;
		const announcing = queue.announce(member);
		let verified: Promise<Verified> | undefined;
		const finish = (held: HeldByMember): Promise<Verified> => {
			const shown = { ...held, returning: held.kind === 'already-yours', purchase };
			verified ??= this.requestRoles(reading, code, shown, announcing);
			return verified;
		};
		const claimed = await claims.claim(code, { ...member, purchase, ...(policy && { policy }) }, finish);
		if (claimed.kind === 'claimed' || claimed.kind === 'already-yours') return await finish(claimed);
		await queue.withdraw(member, await announcing);
		return claimed.kind === 'taken' ? await this.countTaken(member, claimed) : await this.countMiss(member);
	}

	/** The shop doesn't know the code, or staff have revoked it, which counts and reads the same. */
	private async countMiss(member: MemberRef): Promise<VerifyOutcome> {
		return {
			kind: 'invalid',
			tries: triesAfter(await this.#dependencies.attempts.recordMiss(member)),
		};
	}

	/** Counts as a miss: a buyer must learn that a code is taken, but nobody should test a list of leaked ones. */
	private async countTaken(
		member: MemberRef,
		{ hash, seats }: Pick<Extract<KnownCode, { kind: 'taken' }>, 'hash' | 'seats'>,
	): Promise<VerifyOutcome> {
		const tries = triesAfter(await this.#dependencies.attempts.recordTaken(member));
		return { kind: 'taken', hash, ...(seats !== undefined && { seats }), tries };
	}

	/** The holder needs no check; the marketplace is asked only whether support was renewed. */
	private async answerReturning(
		reading: Reading,
		code: PurchaseCode,
		known: ShownHolding,
	): Promise<VerifyOutcome> {
		const news = await this.#dependencies.renewals.renew(known.claim, reading.member);
		if (news === 'revoked') return { kind: 'invalid' };
		if (news === undefined) return await this.requestRoles(reading, code, { ...known, returning: true });
		const renewed = { ...known, claim: news.claim, returning: true };
		return { ...(await this.requestRoles(reading, code, renewed)), renewed: true };
	}

	private async requestRoles(
		{ member, heldRoles, rules }: Reading,
		code: PurchaseCode,
		shown: ShownHolding & { readonly returning: boolean; readonly purchase?: Purchase },
		announcing?: Promise<RecordedRequest | undefined>,
	): Promise<Verified> {
		const { queue, catalog, clock } = this.#dependencies;
		const { claim, isNewHere = false, seat, returning, purchase } = shown;
		const role = await queue.request(member, heldRoles, await announcing, rules);
		// The purchase has the whole item; the list of items may not be loaded yet.
		const media = purchase?.item ?? catalog.get(claim.item.id);
		return {
			kind: 'verified',
			claim,
			codeEnd: codeEnding(code),
			roleIds: rules === undefined ? [] : [...wantedRoles([claim], rules, clock.now())],
			returning,
			role,
			...(seat && { seat }),
			...(isNewHere && { isNewHere }),
			...(media && { media }),
		};
	}
}

function triesAfter(miss: Miss): Tries {
	return miss.kind === 'counted'
		? { left: miss.left }
		: { left: 0, retryAt: miss.retryAt, tripped: miss.scope };
}
