import type { Clock } from '../../base/clock.js';
import type { Measures } from '../../base/measures.js';
import { type PurchaseCode, readPurchaseCode } from '../../base/purchase-code.js';
import type { MemberRef } from '../../base/row-fields.js';
import { type Claim, codeEnding } from '../../claims/claim.js';
import type { ClaimStore, Seat } from '../../claims/claim-store.js';
import type { Ground } from '../../ground.js';
import type { Catalog } from '../../marketplace/catalog.js';
import type { PurchaseCheck } from '../../marketplace/purchase-check.js';
import type { Purchase } from '../../marketplace/schemas.js';
import type { MemberRoles } from '../../roles/role-api.js';
import { wantedRoles } from '../../roles/role-plan.js';
import type { SyncRequest, SyncRows } from '../../roles/sync-rows.js';
import type { Syncs } from '../../roles/syncs.js';
import type { GuildSettingsStore, ReadSettings } from '../../servers/guild-settings.js';
import type { RoleRules } from '../../servers/role-rules.js';
import type { ServedGuilds } from '../../servers/served-guilds.js';
import { maxWindowMs } from '../../storage/rate-limits.js';
import type { Transaction } from '../../storage/store.js';
import type { Renewals } from '../refunds/renewals.js';
import type { Tries, Verified, VerifyOutcome } from './verify-outcome.js';

export interface VerifyRequest extends MemberRef {
	/** Secret. As the member typed or pasted it. */
	readonly input: string;
	/** The member's roles according to the interaction; if undefined, Discord has to be asked. */
	readonly heldRoles: MemberRoles | undefined;
	readonly settings?: Promise<ReadSettings>;
}

export interface VerificationDependencies {
	readonly attempts: Pick<
		Attempts,
		'check' | 'recordMiss' | 'recordTaken' | 'recordQuestion' | 'recordQuestionIn'
	>;
	readonly claims: Pick<ClaimStore, 'look' | 'present' | 'claim'>;
	readonly guilds: Pick<GuildSettingsStore, 'read'>;
	readonly served: Pick<ServedGuilds, 'ids'>;
	readonly purchaseCheck: Pick<PurchaseCheck, 'checkCode'>;
	/** Asks the marketplace about the member's claims whose support has ended. */
	readonly renewals: Pick<Renewals, 'renew'>;
	/** Provides pictures of items if the marketplace isn't asked about the purchase. */
	readonly catalog: Pick<Catalog, 'get'>;
	readonly syncs: Pick<Syncs, 'request'>;
	readonly syncRows: Pick<SyncRows, 'readIn' | 'tell'>;
	readonly clock: Pick<Clock, 'now'>;
	readonly metrics: Pick<Measures, 'verifications'>;
}

/** A request with the data that was read for it once. */
interface Reading extends Pick<VerifyRequest, 'heldRoles'> {
	readonly member: MemberRef;
	readonly rules: RoleRules | undefined;
	/** When the marketplace may be asked for this member, or undefined if now. */
	readonly askableAt: number | undefined;
}

/** A claim to show. */
interface ShownHolding {
	readonly claim: Claim;
	readonly seat?: Seat;
}

/** Stored state of a code that has a claim. */
type KnownCode = Exclude<Awaited<ReturnType<ClaimStore['present']>>, { kind: 'unclaimed' }>;

/** Maximum codes of one member in progress or queued. People don't enter more by hand. */
const maxPending = 3;

/**
 * Decides whether a member gets a code: limits, stored claims, the marketplace, the claim, then the role. Nothing is
 * answered before it is recorded, and only a definite "no" counts against the member.
 */
export class Verification {
	readonly #dependencies: VerificationDependencies;
	/** By member: the last request in flight, and the number of requests. */
	readonly #inFlight = new Map<string, { readonly last: Promise<unknown>; readonly count: number }>();

	constructor(dependencies: VerificationDependencies) {
		this.#dependencies = dependencies;
	}

	/** Rejects with an AppError if the store fails; no member has then been promised anything. */
	async verify(request: VerifyRequest): Promise<VerifyOutcome> {
		// One at a time per member: simultaneous guesses would all pass the limit before the first one counts.
		const { userId } = request;
		const { last: before = Promise.resolve(), count = 0 } = this.#inFlight.get(userId) ?? {};
		if (count >= maxPending) return { kind: 'limited', because: 'still-checking', retryAt: undefined };
		const mine = this.decideAfter(before, request);
		this.#inFlight.set(userId, { last: mine, count: count + 1 });
		try {
			return await mine;
		} catch (error) {
			this.#dependencies.metrics.verifications.inc({ outcome: 'failed' });
			throw error;
		} finally {
			const left = this.#inFlight.get(userId);
			if (left !== undefined && left.count > 1)
				this.#inFlight.set(userId, { ...left, count: left.count - 1 });
			else this.#inFlight.delete(userId);
		}
	}

	private async decideAfter(before: Promise<unknown>, request: VerifyRequest): Promise<VerifyOutcome> {
		await Promise.allSettled([before]);
		return await this.decide(request);
	}

	private async decide(request: VerifyRequest): Promise<VerifyOutcome> {
		const { attempts, claims, guilds } = this.#dependencies;
		const { guildId, userId, heldRoles } = request;
		const member: MemberRef = { guildId, userId };
		const input = readPurchaseCode(request.input);
		if (input.kind === 'mistake') return { kind: 'not-a-code', mistake: input.mistake };
		const code = input.code;
		const asTyped = input.asTyped;

		// The repaired spelling first, then the original: some shops may print their codes like that.
		const spellings = asTyped === undefined ? [code] : [code, asTyped];
		const settings = request.settings ?? guilds.read(guildId);
		// Read together, evaluated in order.
		const [limit, { rules }, ...looks] = await Promise.all([
			attempts.check(member),
			settings,
			...spellings.map(async (spelling) => ({ spelling, looked: await claims.look(spelling) })),
		]);
		if (limit.kind === 'limited') {
			return { kind: 'limited', because: 'wrong-codes', retryAt: limit.retryAt };
		}
		const { askableAt } = limit;
		const reading: Reading = { member, heldRoles, rules, askableAt };
		for (const { spelling, looked } of looks) {
			const known = await claims.present(spelling, userId, looked);
			if (known.kind !== 'unclaimed') return await this.answerKnown(reading, spelling, known);
		}
		const outcome = await this.askShop(reading, code);
		if (outcome !== 'unknown-to-shop') return outcome;
		if (asTyped === undefined) return await this.countMiss(member, true);
		const again = { ...reading, askableAt: await attempts.recordQuestion(userId) };
		const other = await this.askShop(again, asTyped);
		return other === 'unknown-to-shop' ? await this.countMiss(member, true) : other;
	}

	private async answerKnown(reading: Reading, code: PurchaseCode, known: KnownCode): Promise<VerifyOutcome> {
		const { member } = reading;
		if (known.kind === 'taken') return await this.countTaken(reading.member, known);
		if (known.kind === 'revoked-by-staff') return await this.countMiss(member);
		if (known.kind === 'already-yours') return await this.answerReturning(reading, code, known);
		const outcome = await this.askShop(reading, code);
		return outcome === 'unknown-to-shop' ? await this.countMiss(member, true) : outcome;
	}

	/** Asks the marketplace about a code, and claims it for the member if it is valid and free. */
	private async askShop(reading: Reading, code: PurchaseCode): Promise<VerifyOutcome | 'unknown-to-shop'> {
		const { askableAt } = reading;
		// Unlinking and verifying the same code repeatedly costs a request each time.
		if (askableAt !== undefined) return { kind: 'limited', because: 'many-codes', retryAt: askableAt };
		const answer = await this.#dependencies.purchaseCheck.checkCode(code, { priority: 'buyer' });
		if (answer.kind === 'uncheckable') {
			return { kind: 'uncheckable', reason: answer.reason, retryAt: answer.retryAt };
		}
		return answer.kind === 'valid'
			? await this.claimValid(reading, code, answer.purchase)
			: 'unknown-to-shop';
	}

	/** The claim with the requests for its roles, or else the miss, is one commit with the count of the question. */
	private async claimValid(reading: Reading, code: PurchaseCode, purchase: Purchase): Promise<VerifyOutcome> {
		const { attempts, claims, syncRows, served } = this.#dependencies;
		const { member } = reading;
		let requests: readonly SyncRequest[] = [];
		let refusal: VerifyOutcome = { kind: 'invalid' };
		const { guildId, userId } = member;
		const guildIds = [guildId, ...served.ids.filter((id) => id !== guildId)];
		const claimed = await claims.claim(code, { ...member, purchase }, async (tx) => {
			const [reads] = await Promise.all([
				Promise.all(guildIds.map((id) => syncRows.readIn(tx, { guildId: id, userId }))),
				attempts.recordQuestionIn(tx, userId),
			]);
			return async (outcome) => {
				if (outcome.kind === 'taken') refusal = await this.countTaken(member, outcome, tx);
				else if (outcome.kind === 'revoked-by-staff') refusal = await this.countMiss(member, false, tx);
				// The claim counts in the other servers too. A returning member's roles are compared there by the reconciler.
				else if (outcome.kind === 'claimed') requests = reads.map((read) => read());
				// It may have been revoked until now, and roles taken since the interaction, which are looked up again.
				else requests = reads.slice(0, 1).map((read) => ({ ...read(), isNew: false }));
			};
		});
		if (claimed.kind === 'taken' || claimed.kind === 'revoked-by-staff') return refusal;
		const shown = { ...claimed, returning: claimed.kind === 'already-yours', purchase };
		return await this.requestRoles(reading, code, shown, requests);
	}

	/** The shop doesn't know the code, or staff have revoked it, which counts and reads the same. */
	private async countMiss(member: MemberRef, isAsked = false, open?: Transaction): Promise<VerifyOutcome> {
		const { isFirst, ...tries } = await this.#dependencies.attempts.recordMiss(member, isAsked, open);
		return { kind: 'invalid', tries, ...(isFirst && { isFirst }) };
	}

	/** Counts as a miss: a buyer must learn that a code is taken, but a list of leaked codes must not be testable. */
	private async countTaken(
		member: MemberRef,
		{ hash, seats }: Pick<Extract<KnownCode, { kind: 'taken' }>, 'hash' | 'seats'>,
		open?: Transaction,
	): Promise<VerifyOutcome> {
		const tries = await this.#dependencies.attempts.recordTaken(member, open);
		return { kind: 'taken', hash, ...(seats !== undefined && { seats }), tries };
	}

	/** The holder needs no check; the marketplace is asked only if support was renewed. */
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
		requests: readonly SyncRequest[] = [],
	): Promise<Verified> {
		const { syncs, syncRows, catalog, clock } = this.#dependencies;
		const { claim, seat, returning, purchase } = shown;
		const [own, ...others] = requests;
		const role = await syncs.request(member, { held: heldRoles, rules }, own);
		syncRows.tell(others);
		// The purchase includes the whole item, while the list of items may not be loaded yet.
		const media = purchase?.item ?? catalog.get(claim.item.id);
		return {
			kind: 'verified',
			claim,
			codeEnd: codeEnding(code),
			roleIds: rules === undefined ? [] : [...wantedRoles([claim], rules, clock.now())],
			returning,
			role,
			...(seat && { seat }),
			...(media && { media }),
		};
	}
}

/** `askableAt`: when the marketplace may be asked for this member. Times are milliseconds since the epoch. */
type AttemptLimit =
	| { readonly kind: 'free'; readonly askableAt: number | undefined }
	| { readonly kind: 'limited'; readonly scope: 'member' | 'guild'; readonly retryAt: number };

/** `isFirst`: no other miss of this member still counts. */
export interface Miss extends Tries {
	readonly isFirst?: true;
}

/**
 * Limits on guessing. Only definite misses count: 5 for a member in 10 minutes, 20 in a day. When a guild has 60 in 10
 * minutes, only members with a miss of their own in that time have to wait: throw-away accounts must not lock out
 * honest buyers, and the marketplace's rate limit bounds how fast new accounts can guess. Methods reject with the
 * store's errors.
 */
export class Attempts {
	readonly #floor: Ground;

	constructor(floor: Ground) {
		this.#floor = floor;
	}

	/** Checks if this member may try a code in this guild now. */
	async check({ guildId, userId }: MemberRef): Promise<AttemptLimit> {
		const { limits } = this.#floor;
		const [own, guild, questions] = await Promise.all([
			limits.look('member', userId),
			limits.look('guild', guildId),
			limits.look('question', userId),
		]);
		if (own.retryAt !== undefined) return { kind: 'limited', scope: 'member', retryAt: own.retryAt };
		// A guild's limit applies only to members with a miss of their own in that time.
		const last = own.times.at(-1);
		const now = this.#floor.clock.now();
		const ownEnd = last === undefined ? now : last + maxWindowMs('guild');
		if (guild.retryAt !== undefined && ownEnd > now)
			return { kind: 'limited', scope: 'guild', retryAt: Math.min(guild.retryAt, ownEnd) };
		return { kind: 'free', askableAt: questions.retryAt };
	}

	/**
	 * Counts a wrong code. `isAsked`: and the question to the marketplace that has shown it.
	 * @param open the transaction that answers the member; default: one of its own
	 */
	async recordMiss({ guildId, userId }: MemberRef, isAsked: boolean, open?: Transaction): Promise<Miss> {
		const { limits, store } = this.#floor;
		const count = (tx: Transaction) =>
			Promise.all([
				limits.note('member', userId, tx),
				limits.note('guild', guildId, tx),
				isAsked && this.recordQuestionIn(tx, userId),
			]);
		const [member, guild] = await (open === undefined ? store.transact(count) : count(open));
		return {
			// This member now has a miss of their own, so the guild's limit applies to them too.
			left: guild.left === 0 ? 0 : member.left,
			...(tripped('guild', guild.retryAt) ?? tripped('member', member.retryAt)),
			...(member.counted === 1 && { isFirst: true }),
		};
	}

	/** Counts a code that another member holds: only against the member, since it isn't a guess. `open`: as above. */
	async recordTaken({ userId }: MemberRef, open?: Transaction): Promise<Tries> {
		const { limits } = this.#floor;
		const { retryAt, left } = await limits.note('member', userId, open);
		return { left, ...tripped('member', retryAt) };
	}

	/** Counts a question to the marketplace. Resolves to when the next one is allowed, or to undefined if now. */
	async recordQuestion(userId: string): Promise<number | undefined> {
		const { limits } = this.#floor;
		await limits.note('question', userId);
		return (await limits.look('question', userId)).retryAt;
	}

	/** Counts a question in the commit of what its answer has led to. */
	async recordQuestionIn(tx: Transaction, userId: string): Promise<void> {
		await this.#floor.limits.note('question', userId, tx);
	}
}

/** A limit was reached, which deserves one audit line. */
function tripped(scope: 'member' | 'guild', retryAt: number | undefined) {
	return retryAt === undefined ? undefined : { retryAt, tripped: scope };
}
