import { parsePurchaseCode } from '../../base/purchase-code.js';
import type { MemberRef } from '../../base/row-fields.js';
import { codeEnding } from '../../claims/claim.js';
import type { ClaimDetails } from '../../claims/claim-details.js';
import type { ModerationAct, ModerationOutcome } from '../../claims/moderated-claims.js';
import { seatsFor } from '../../claims/policy.js';
import type { Servers } from '../../floors.js';
import type { Refunds } from '../refunds/refunds.js';
import type { ActEffects } from './act-effects.js';
import {
	type Carried,
	type Checked,
	deedOf,
	type ModeratedPurchase,
	type ModerationAction,
	type Moderator,
	type ReceiverHindrance,
} from './moderation-outcomes.js';

type Floor = Servers & {
	readonly effects: ActEffects;
	readonly refunds: Refunds;
};

export interface ActRequest {
	readonly action: Exclude<ModerationAction, 'give'>;
	readonly hash: string;
	readonly holderId: string | undefined;
	readonly toUserId: string | undefined;
	readonly why: string;
	/** The revision that the moderator saw: the act is refused if the purchase has changed since. */
	readonly revision: number;
}

/** Moderators' actions on purchases: look up, check, move, lock, revoke, undo. */
export class Moderation {
	readonly #floor: Floor;
	/** By member, the end of the limit last reported to the audit channel: one line each time it trips. */
	readonly #reported = new Map<string, number>();

	constructor(floor: Floor) {
		this.#floor = floor;
	}

	/** How many members may hold a purchase of this licence type together. */
	async seatsOf(licenseType: string): Promise<number> {
		return seatsFor(await this.#floor.claims.policy.read(), licenseType);
	}

	/** The holders of a typed or pasted code; undefined if the text contains none. */
	async findByCode(input: string): Promise<readonly ModeratedPurchase[] | undefined> {
		const { claims } = this.#floor;
		const code = parsePurchaseCode(input);
		if (code === undefined) return undefined;
		const file = await claims.moderated.byCode(code);
		if (file === undefined) return [];
		const holders = file.claims.length === 0 ? [undefined] : file.claims.map(({ holderId }) => holderId);
		return holders.map((holderId) => ({ file, holderId, codeEnd: codeEnding(code) }));
	}

	/** The member's purchases, latest first; with `former`, also those formerly held. */
	async findByMember(memberId: string, former = false): Promise<readonly ModeratedPurchase[]> {
		const files = await this.#floor.claims.moderated.byMember(memberId);
		const wanted = files.filter((file) => former || isHeldBy(file, memberId)).toReversed();
		return await Promise.all(
			wanted.map(async (file) => ({
				file,
				holderId: isHeldBy(file, memberId) ? memberId : undefined,
				codeEnd: await this.#floor.claims.endingOf(file.hash),
			})),
		);
	}

	/** The purchase that a component refers to. */
	async findByHash(hash: string, holderId: string | undefined): Promise<ModeratedPurchase | undefined> {
		const file = await this.#floor.claims.moderated.byHash(hash);
		if (file === undefined) return undefined;
		// A component's custom_id may be forged, and its holder may have changed.
		const holder = holderId !== undefined && isHeldBy(file, holderId) ? holderId : file.claims[0]?.holderId;
		return { file, holderId: holder, codeEnd: await this.#floor.claims.endingOf(hash) };
	}

	/**
	 * Looks a code or reference up: returns the result of `look`, or when to try again. Limited so that a grudge or a stolen
	 * account can't test a list of leaked codes. Counted beforehand and given back if it is known here, so that
	 * simultaneous lookups can't slip through.
	 */
	async limitLookUp<Found>(
		{ guildId, userId }: MemberRef,
		look: () => Promise<{ readonly found: Found; readonly isMiss: boolean }>,
	): Promise<{ readonly found: Found } | { readonly retryAt: number }> {
		const { limits, audit, logger } = this.#floor;
		const retryAt = await limits.take('lookup', userId);
		if (retryAt !== undefined) {
			if (this.#reported.get(userId) !== retryAt) audit.write(guildId, { kind: 'lookup-limit', userId });
			this.#reported.set(userId, retryAt);
			return { retryAt };
		}
		const { found, isMiss } = await look();
		if (!isMiss) await limits.giveBack('lookup', userId);
		logger.info({ guildId, userId, isMiss }, 'Staff looked a code up');
		return { found };
	}

	/** Checks a purchase with the marketplace now, with the same effect as a background check. */
	async check(
		hash: string,
		holderId: string | undefined,
		{ userId: by, guildId }: Moderator,
	): Promise<Checked> {
		const { claims, limits, purchaseCheck, refunds, audit, clock } = this.#floor;
		const retryAt = await limits.take('recheck', hash);
		if (retryAt !== undefined) return { kind: 'too-soon', retryAt };
		const file = await claims.moderated.byHash(hash);
		if (file?.isGiven) return { kind: 'given' };
		const code = file && (await claims.codeOf(hash));
		if (file === undefined || code === undefined) return { kind: 'unknown' };
		const askedAt = clock.now();
		// After all buyers, within the remaining budget.
		const answer = await purchaseCheck.checkCode(code, { priority: 'background' });
		if (answer.kind === 'uncheckable') {
			await limits.giveBack('recheck', hash);
			return { kind: 'uncheckable' };
		}
		const heard = await refunds.heard(hash, answer, { by, askedAt });
		if (heard === undefined) return { kind: 'unknown' };
		const { purchase, supportChanged } = heard;
		const misses = purchase.check?.misses.length ?? 0;
		const outcome =
			answer.kind === 'invalid'
				? { kind: answer.kind, misses, wasRevoked: file.status === 'revoked' }
				: { kind: answer.kind, supportedUntil: purchase.supportedUntil, supportChanged };
		const memberId = holderId !== undefined && isHeldBy(file, holderId) ? holderId : undefined;
		const about = { by, hash, itemName: file.item.name, codeEnd: codeEnding(code), memberId };
		audit.write(guildId, { kind: 'checked', event: { ...about, outcome } });
		return outcome;
	}

	/** Why the moderator can't move or give a purchase to this person; undefined if no reason is known. */
	async receiverHindrance(
		toUserId: string,
		{ userId, guildId, isAdministrator }: Moderator,
	): Promise<ReceiverHindrance | undefined> {
		if (toUserId === userId && !isAdministrator) return 'own-case';
		switch (await this.#floor.discord.membershipOf(guildId, toUserId)) {
			case 'member':
				return undefined;
			case 'bot':
				return 'is-bot';
			case 'absent':
				return 'not-a-member';
			case 'unknown':
				return 'discord-silent';
		}
	}

	/** Carries out one act, and syncs the roles. Every right is checked at the change itself. */
	async carryOut(request: ActRequest, moderator: Moderator): Promise<Carried> {
		const { action, hash, holderId, toUserId, why } = request;
		const { effects, served } = this.#floor;
		if (!served.serves(moderator.guildId)) return { kind: 'unknown' };
		if (action === 'move' && toUserId === undefined) return { kind: 'not-a-member' };
		// Checked again: since the form was opened, the receiver may have left, and the moderator may have lost rights.
		const hindrance = toUserId === undefined ? undefined : await this.receiverHindrance(toUserId, moderator);
		if (hindrance !== undefined) return { kind: hindrance };
		const codeEnd = await this.#floor.claims.endingOf(hash);
		const planned = { deed: deedOf[action], memberId: holderId, toUserId, why, codeEnd };
		return await effects.carryOut(moderator, planned, (act) => this.#change(request, act));
	}

	/** Undoes a change; `revision`: the claim's after that change. */
	async undo(hash: string, revision: number, moderator: Moderator): Promise<Carried> {
		const { claims, effects, served } = this.#floor;
		if (!served.serves(moderator.guildId)) return { kind: 'unknown' };
		const codeEnd = await this.#floor.claims.endingOf(hash);
		const planned = { deed: 'undid', memberId: undefined, toUserId: undefined, why: '', codeEnd } as const;
		return await effects.carryOut(moderator, planned, (act) => claims.moderated.undo(hash, revision, act));
	}

	async #change(request: ActRequest, by: ModerationAct): Promise<ModerationOutcome> {
		const { moderated } = this.#floor.claims;
		const { hash, action, holderId, toUserId, revision } = request;
		const act: ModerationAct = { ...by, revision };
		switch (action) {
			case 'unlink':
				if (holderId === undefined) return { kind: 'not-held' };
				return await moderated.release(hash, holderId, act);
			case 'free':
				return await moderated.free(hash, act);
			case 'move':
				if (holderId === undefined || toUserId === undefined) return { kind: 'not-held' };
				return await moderated.transfer(hash, holderId, toUserId, act);
			case 'lock':
				return await moderated.lock(hash, act);
			case 'unlock':
				return await moderated.unlock(hash, act);
			case 'revoke':
				return await moderated.revoke(hash, act);
			case 'lift':
				return await moderated.lift(hash, act);
		}
	}
}

function isHeldBy(file: ClaimDetails, memberId: string): boolean {
	return file.claims.some(({ holderId }) => holderId === memberId);
}
