import { knownEnd } from '../../base/purchase-fields.js';
import type { MemberRef } from '../../base/row-fields.js';
import type { ClaimDetails } from '../../claims/claim-details.js';
import type { Servers } from '../../floors.js';
import type { Refunds } from './refunds.js';

/** The fields that show if a claim's support may have been renewed. */
export type Renewable = Pick<ClaimDetails, 'hash' | 'status' | 'supportedUntil'>;

export interface RenewalAsker extends MemberRef {
	/** `look`: the member opens a page; `act`: presses or types something that depends on support. */
	readonly why: 'look' | 'act';
	/** `background`: refused if it could delay a buyer. */
	readonly priority: 'buyer' | 'background';
	/** The answer that they wait for says if support was renewed. */
	readonly showsRenewal?: boolean;
}

type Floor = Servers & { readonly refunds: Refunds };

/** A member waits, and the stored state is an acceptable answer. */
const patienceMs = 1_500;
const questionPauseMs = 10 * 60_000;
/** Pause after a check that got no answer, whose note says to try again in a few minutes. */
const noAnswerPauseMs = 60_000;
/** A member may hold many: the rest follow at the next look. */
const maxPerRequest = 5;
/** In ten minutes, as for verification: no member can use up the marketplace's budget. */
const maxPerMember = 10;

/** The result of a member's request to check a purchase that no longer counts, or whose support has ended. */
export type CheckedAgain =
	| { readonly kind: 'asked'; readonly purchase: Pick<ClaimDetails, 'status'> }
	/** The shop gives no usable answer, or the claim no longer exists. */
	| { readonly kind: 'no-answer' }
	/** It was checked recently, maybe just now and without news. `retryAt`: milliseconds since the epoch. */
	| { readonly kind: 'limited'; readonly retryAt: number };

export type Renewals = ReturnType<typeof createRenewals>;

/**
 * Asks the shop about purchases whose recorded support has ended, while their holder is present: once per claim in ten
 * minutes, and once more for a member who opens the page, renews, and then presses its button.
 */
export function createRenewals(floor: Floor) {
	const { claims, purchaseCheck, refunds, clock, logger } = floor;
	/** The questions of the last ten minutes. `retryAt`: when one for the same reason and claim is possible again. */
	const questions = new Set<{ key: string; userId: string; at: number; retryAt: number }>();

	/** The shop's answers within 1.5 s about ended support, by hash. Later ones still apply. Never rejects. */
	async function ask(
		held: readonly Renewable[],
		asker: RenewalAsker,
	): Promise<ReadonlyMap<string, ClaimDetails>> {
		const at = clock.now();
		forgetBefore(at);
		const isAsked = (hash: string) =>
			[`act:${hash}`, `${asker.why}:${hash}`].some((key) => pauseOf(key, at) !== undefined);
		const ended = held
			.filter((claim) => hasEnded(claim, at) && !isAsked(claim.hash))
			.slice(0, leftFor(asker.userId));
		if (ended.length === 0) return new Map();
		const said = new Map<string, ClaimDetails>();
		const answered = new AbortController();
		const answers = ended.map(async ({ hash }) => {
			const key = `${asker.why}:${hash}`;
			questions.add({ key, userId: asker.userId, at, retryAt: at + questionPauseMs });
			const purchase = await askShop(hash, asker, answered.signal);
			if (purchase !== undefined) said.set(hash, purchase);
		});
		await Promise.race([Promise.all(answers), clock.delay(patienceMs, answered.signal)]);
		answered.abort('answered');
		return new Map(said);
	}

	/** For a waiting holder: the renewed claim; undefined if nothing changed or the shop took too long. Never rejects. */
	async function renew<Held extends Renewable>(claim: Held, member: MemberRef) {
		const asker = { ...member, why: 'act', priority: 'buyer', showsRenewal: true } as const;
		const said = (await ask([claim], asker)).get(claim.hash);
		if (said?.status === 'revoked') return 'revoked';
		if (said === undefined || (knownEnd(said.supportedUntil) ?? 0) <= clock.now()) return undefined;
		return { claim: { ...claim, supportedUntil: said.supportedUntil } };
	}

	/**
	 * Checks one claim on its holder's request: once in ten minutes if answered, within their limit. Never rejects.
	 * @returns undefined if its page shows the answer, such as renewed support
	 */
	async function check(claim: Renewable, { userId, guildId }: MemberRef): Promise<CheckedAgain | undefined> {
		const { hash, status } = claim;
		const at = clock.now();
		if (status === 'active' && !hasEnded(claim, at)) return undefined;
		forgetBefore(at);
		const question = { key: `act:${hash}`, userId, at, retryAt: at + questionPauseMs };
		const retryAt = pauseOf(question.key, at);
		const limited = { kind: 'limited', retryAt: retryAt ?? question.retryAt } as const;
		if (retryAt !== undefined || leftFor(userId) === 0) return limited;
		questions.add(question);
		const purchase = await askShop(hash, { userId, guildId, why: 'act', priority: 'background' });
		if (purchase === undefined) {
			question.retryAt = at + noAnswerPauseMs;
			return { kind: 'no-answer' };
		}
		if (status !== 'active') return { kind: 'asked', purchase };
		return hasEnded(purchase, at) ? limited : undefined;
	}

	const pauseOf = (key: string, at: number) =>
		[...questions].find((question) => question.key === key && question.retryAt > at)?.retryAt;

	function forgetBefore(at: number): void {
		for (const question of questions) if (at - question.at >= questionPauseMs) questions.delete(question);
	}

	function leftFor(userId: string): number {
		const mine = [...questions].filter((question) => question.userId === userId).length;
		return Math.min(maxPerRequest, Math.max(0, maxPerMember - mine));
	}

	/** @param late aborts once the reply no longer waits for the answer */
	async function askShop(hash: string, asker: RenewalAsker, late?: AbortSignal) {
		try {
			const code = await claims.codeOf(hash);
			if (code === undefined) return undefined;
			const askedAt = clock.now();
			const answer = await purchaseCheck.checkCode(code, { priority: asker.priority });
			if (answer.kind === 'uncheckable') return undefined;
			const shownInReplyTo = asker.showsRenewal && late?.aborted !== true ? asker.userId : undefined;
			return await refunds.heard(hash, answer, { by: 'claimcheck', askedAt, shownInReplyTo });
		} catch (error) {
			logger.error({ err: error }, 'The shop could not be asked about renewed support');
			return undefined;
		}
	}

	return { ask, renew, check };
}

function hasEnded({ status, supportedUntil }: Renewable, at: number): boolean {
	return status === 'active' && (knownEnd(supportedUntil) ?? 0) <= at;
}
