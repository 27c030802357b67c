import { type PasteMistake, type PurchaseCode, readPurchaseCode } from '../../base/purchase-code.js';
import type { MemberRef } from '../../base/row-fields.js';
import { type Claim, codeEnding } from '../../claims/claim.js';
import type { Presented, Seat } from '../../claims/presented.js';
import type { Servers } from '../../floors.js';
import type { PurchaseAnswer } from '../../marketplace/purchase-check.js';
import type { ItemMedia, Purchase } from '../../marketplace/schemas.js';
import type { MemberRoles } from '../../roles/role-api.js';
import { wantedRoles } from '../../roles/role-plan.js';
import type { SyncRequest } from '../../roles/sync-rows.js';
import type { SyncTicket } from '../../roles/syncs.js';
import { type GuildSettings, type RoleRules, rulesIn } from '../../servers/guild-settings.js';
import type { LicenceTypes } from '../../servers/licence-types.js';
import { maxWindowMs } from '../../storage/rate-limits.js';
import type { Transaction } from '../../storage/store.js';
import type { Renewals } from '../refunds/renewals.js';
import type { VerificationStatistics } from '../statistics/verification-statistics.js';
import type { References } from './references.js';

export interface VerifyRequest extends MemberRef {
	/** Secret. As the member typed or pasted it. */
	readonly input: string;
	/** The member's roles according to the interaction; if undefined, Discord has to be asked. */
	readonly heldRoles: MemberRoles | undefined;
	readonly settings?: Promise<GuildSettings>;
}

/** The parts of a claim that a reply may show. */
interface ShownClaim extends Pick<Claim, 'hash' | 'licenseType' | 'supportedUntil' | 'claimedAt'> {
	readonly item: Pick<Claim['item'], 'id' | 'name'>;
}

/** A member's remaining tries after a wrong code. */
export interface Tries {
	/** Misses left before a pause. */
	readonly left: number;
	/** End of the pause that this code has begun, in milliseconds since the epoch. */
	readonly retryAt?: number | undefined;
	/** This code was the guild's last one that doesn't count against its other members. */
	readonly isGuildsLast?: boolean;
}

/** Every outcome of a request to verify. The view chooses the text from it. */
export type VerifyOutcome =
	/** The member holds the claim now; `returning`: and already held it before. */
	| {
			readonly kind: 'verified';
			readonly claim: ShownClaim;
			readonly codeEnd: string;
			readonly seat?: Seat;
			/** Roles that this purchase gives in this guild. */
			readonly roleIds: readonly string[];
			readonly returning: boolean;
			/** Support had ended according to our records, and the marketplace says that it was renewed. */
			readonly renewed?: boolean;
			readonly media?: ItemMedia | undefined;
			readonly role: SyncTicket;
	  }
	/** Nothing in the input looks like a code. No request was made, and nothing counts. */
	| { readonly kind: 'not-a-code'; readonly mistake: PasteMistake }
	/** A definite answer to a good key. `tries`: undefined if it doesn't count. `isFirst`: no other wrong code does. */
	| { readonly kind: 'invalid'; readonly tries?: Tries; readonly isFirst?: boolean }
	/** Another member holds the code; the reply doesn't say who. `seats`: if it has several. */
	| { readonly kind: 'taken'; readonly hash: string; readonly seats?: number; readonly tries: Tries }
	/** Too many codes. `retryAt`: milliseconds since the epoch, if known. */
	| {
			readonly kind: 'limited';
			readonly because: 'wrong-codes' | 'many-codes' | 'still-checking';
			readonly retryAt: number | undefined;
	  }
	/** A problem on our side. Nothing is recorded. */
	| Extract<PurchaseAnswer, { kind: 'uncheckable' }>;

export type Verified = Extract<VerifyOutcome, { kind: 'verified' }>;

type Floor = Servers & {
	readonly renewals: Renewals;
	readonly references: References;
	readonly licenceTypes: LicenceTypes;
	readonly statistics: VerificationStatistics;
};

/** A request with the data that was read for it once. */
interface Reading extends Pick<VerifyRequest, 'heldRoles'> {
	readonly member: MemberRef;
	readonly rules: RoleRules | undefined;
}

/** A claim to show. */
interface ShownHolding {
	readonly claim: Claim;
	readonly seat?: Seat;
}

/** Maximum codes of one member in progress or queued. People don't enter more by hand. */
const maxPending = 3;

export type Verification = ReturnType<typeof createVerification>;

/** Decides whether a member gets a code. Nothing is answered before it is recorded; only a definite "no" counts. */
export function createVerification(floor: Floor) {
	const { audit, catalog, claims, clock, guilds, licenceTypes, limits, logger, metrics } = floor;
	const { purchaseCheck, references, renewals, served, statistics, store, syncRows, syncs } = floor;
	/** By member: the last request in flight, and the number of requests. */
	const inFlight = new Map<string, { readonly last: Promise<unknown>; readonly count: number }>();

	/** Rejects with an AppError if the store fails; no member has then been promised anything. */
	async function verify(request: VerifyRequest): Promise<VerifyOutcome> {
		// One at a time per member: simultaneous guesses would all pass the limit before the first one counts.
		const { userId } = request;
		const { last: before = Promise.resolve(), count = 0 } = inFlight.get(userId) ?? {};
		if (count >= maxPending) return { kind: 'limited', because: 'still-checking', retryAt: undefined };
		const mine = Promise.allSettled([before]).then(() => decide(request));
		inFlight.set(userId, { last: mine, count: count + 1 });
		try {
			return await mine;
		} catch (error) {
			metrics.verifications.inc({ outcome: 'failed' });
			throw error;
		} finally {
			const left = inFlight.get(userId);
			if (left !== undefined && left.count > 1) inFlight.set(userId, { ...left, count: left.count - 1 });
			else inFlight.delete(userId);
		}
	}

	async function decide(request: VerifyRequest): Promise<VerifyOutcome> {
		const { guildId, userId, heldRoles } = request;
		const member: MemberRef = { guildId, userId };
		const input = readPurchaseCode(request.input);
		if (input.kind === 'mistake') return { kind: 'not-a-code', mistake: input.mistake };
		const { code, asTyped } = input;
		// The repaired spelling first, then the original: some shops may print their codes like that.
		const spellings = asTyped === undefined ? [code] : [code, asTyped];
		// Read together, evaluated in order.
		const [wrong, guild, questions, settings, ...found] = await Promise.all([
			limits.look('member', userId),
			limits.look('guild', guildId),
			limits.look('question', userId),
			request.settings ?? guilds.get(guildId),
			...spellings.map(async (spelling) => ({ spelling, known: await claims.present(spelling, userId) })),
		]);
		if (wrong.retryAt !== undefined)
			return { kind: 'limited', because: 'wrong-codes', retryAt: wrong.retryAt };
		// A guild's limit applies only to members with a miss of their own in that time: others could set it off.
		const ownEnd = (wrong.times.at(-1) ?? Number.NEGATIVE_INFINITY) + maxWindowMs('guild');
		if (guild.retryAt !== undefined && ownEnd > clock.now()) {
			const retryAt = Math.min(guild.retryAt, ownEnd);
			return { kind: 'limited', because: 'wrong-codes', retryAt };
		}
		const reading: Reading = { member, heldRoles, rules: rulesIn(settings) };
		const { spelling, known } = found.find((each) => each.known.kind !== 'unclaimed') ?? {};
		if (known?.kind === 'taken') return await countTaken(member, known);
		if (known?.kind === 'revoked-by-staff') return await countMiss(member);
		if (known?.kind === 'already-yours') return await answerReturning(reading, spelling ?? code, known);
		let { retryAt } = questions;
		for (const [index, asked] of (spelling === undefined ? spellings : [spelling]).entries()) {
			if (index > 0) ({ retryAt } = await limits.note('question', userId));
			// Unlinking and verifying the same code repeatedly costs a request each time.
			if (retryAt !== undefined) return { kind: 'limited', because: 'many-codes', retryAt };
			const answer = await purchaseCheck.checkCode(asked, { priority: 'buyer' });
			if (answer.kind === 'valid') return await claimValid(reading, asked, answer.purchase);
			if (answer.kind === 'uncheckable') return answer;
		}
		return await countMiss(member, true);
	}

	/**
	 * Claims a confirmed code, if it is free. The claim with the requests for its roles, or else the miss, is one commit
	 * with the count of the question.
	 */
	async function claimValid(reading: Reading, code: PurchaseCode, purchase: Purchase) {
		const { member } = reading;
		let requests: readonly SyncRequest[] = [];
		let refusal: VerifyOutcome = { kind: 'invalid' };
		const { guildId, userId } = member;
		const guildIds = [guildId, ...served.ids.filter((id) => id !== guildId)];
		const claimed = await claims.claim(code, { ...member, purchase }, async (tx) => {
			const [reads] = await Promise.all([
				Promise.all(guildIds.map((id) => syncRows.readIn(tx, { guildId: id, userId }))),
				limits.note('question', userId, tx),
			]);
			return async (outcome) => {
				if (outcome.kind === 'taken') refusal = await countTaken(member, outcome, tx);
				else if (outcome.kind === 'revoked-by-staff') refusal = await countMiss(member, false, tx);
				// The claim counts in the other servers too. A returning member's roles are compared there by the reconciler.
				else if (outcome.kind === 'claimed') requests = reads.map((read) => read());
				// It may have been revoked until now, and roles taken since the interaction, which are looked up again.
				else requests = reads.slice(0, 1).map((read) => ({ ...read(), isNew: false }));
			};
		});
		if (claimed.kind === 'taken' || claimed.kind === 'revoked-by-staff') return refusal;
		const shown = { ...claimed, returning: claimed.kind === 'already-yours', purchase };
		return await requestRoles(reading, code, shown, requests);
	}

	/** The shop doesn't know the code, or staff have revoked it, which counts and reads the same. */
	async function countMiss(
		{ guildId, userId }: MemberRef,
		isAsked = false,
		open?: Transaction,
	): Promise<VerifyOutcome> {
		const count = (tx: Transaction) =>
			Promise.all([
				limits.note('member', userId, tx),
				limits.note('guild', guildId, tx),
				isAsked && limits.note('question', userId, tx),
			]);
		const [own, guild] = await (open === undefined ? store.transact(count) : count(open));
		// This member now has a miss of their own, so the guild's limit applies to them too.
		const tries: Tries =
			guild.left > 0
				? { left: own.left, retryAt: own.retryAt }
				: { left: 0, retryAt: guild.retryAt ?? own.retryAt, isGuildsLast: guild.retryAt !== undefined };
		return { kind: 'invalid', tries, isFirst: own.counted === 1 };
	}

	/** Counts as a miss: a buyer must learn that a code is taken, but a list of leaked codes must not be testable. */
	async function countTaken(
		{ userId }: MemberRef,
		{ hash, seats }: Extract<Presented, { kind: 'taken' }>,
		open?: Transaction,
	): Promise<VerifyOutcome> {
		const { left, retryAt } = await limits.note('member', userId, open);
		return { kind: 'taken', hash, ...(seats !== undefined && { seats }), tries: { left, retryAt } };
	}

	/** The holder needs no check; the marketplace is asked only if support was renewed. */
	async function answerReturning(
		reading: Reading,
		code: PurchaseCode,
		known: ShownHolding,
	): Promise<VerifyOutcome> {
		const news = await renewals.renew(known.claim, reading.member);
		if (news === 'revoked') return { kind: 'invalid' };
		if (news === undefined) return await requestRoles(reading, code, { ...known, returning: true });
		const renewed = { ...known, claim: news.claim, returning: true };
		return { ...(await requestRoles(reading, code, renewed)), renewed: true };
	}

	async function requestRoles(
		{ member, heldRoles, rules }: Reading,
		code: PurchaseCode,
		shown: ShownHolding & { readonly returning: boolean; readonly purchase?: Purchase },
		requests: readonly SyncRequest[] = [],
	): Promise<Verified> {
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

	/** Counts, logs and audits an outcome. `settings`: the guild's, if just read. @returns a refusal's reference or '' */
	async function report(
		asked: MemberRef & { readonly id: string },
		outcome: VerifyOutcome,
		settings?: Pick<GuildSettings, 'auditChannelId'>,
	): Promise<string> {
		const { id: interactionId, guildId, userId } = asked;
		const { kind } = outcome;
		const isRefusal = kind === 'invalid' || kind === 'taken' || kind === 'uncheckable';
		const hash = kind === 'taken' ? { hash: outcome.hash } : {};
		const reference = isRefusal ? await references.issue({ guildId, userId, why: kind, ...hash }) : '';
		metrics.verifications.inc({ outcome: kind });
		const why = kind === 'uncheckable' ? outcome.reason : undefined;
		const fields = { interactionId, guildId, userId, outcome: kind, reason: why, reference };
		logger.info(fields, 'Responded to a verification');
		if (kind === 'verified') {
			const { claim, codeEnd, returning, renewed } = outcome;
			const { hash, item, licenseType } = claim;
			licenceTypes.note(licenseType);
			// A member who verifies the same code in this guild again is not counted again.
			if (!returning) statistics.note(guildId, { kind, item: { id: item.id, name: item.name } });
			// The refund checks have already reported the renewal.
			const event = { kind, userId, hash, codeEnd, itemName: item.name, returning };
			if (!renewed) audit.write(guildId, event, settings);
			return reference;
		}
		statistics.note(guildId, { kind: 'refused', reason: kind });
		if (!isRefusal) return reference;
		audit.write(guildId, { kind: 'refused', userId, reason: kind, why, reference, ...hash }, settings);
		if (kind !== 'uncheckable' && outcome.tries?.retryAt !== undefined) {
			const scope = outcome.tries.isGuildsLast === true ? 'guild' : 'member';
			audit.write(guildId, { kind: 'limit', userId, scope }, settings);
		}
		return reference;
	}

	return { verify, report };
}
