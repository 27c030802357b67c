import { shownPurchase } from '../../base/purchase-fields.js';
import type { MemberRef } from '../../base/row-fields.js';
import { codeEnding } from '../../claims/claim.js';
import type { ClaimDetails } from '../../claims/claim-details.js';
import type {
	Given,
	ModeratedClaims,
	ModerationAct,
	ModerationOutcome,
} from '../../claims/moderated-claims.js';
import {
	liftedByModerator,
	locked,
	released,
	revokedByModerator,
	seatsFreed,
	undone,
	unlocked,
} from '../../claims/moderation-changes.js';
import type { Servers } from '../../floors.js';
import type { ModerationDeed, ModerationEvent } from '../../messages/audit.js';
import type { Notice } from '../../messages/notices.js';
import type { Transaction } from '../../storage/store.js';
import type { Refunds } from '../refunds/refunds.js';
import type { AppealCards } from './appeal-cards.js';
import { reopenIn, type StoredAppeal } from './appeal-rows.js';
import type { CaseRows } from './case-rows.js';
import type { DisputeCards } from './dispute-cards.js';
import { type DisputeRows, followIn } from './dispute-rows.js';
import type { ModeratedRoles } from './moderated-roles.js';
import type { Act, Carried, Checked, ModeratedPurchase, Moderator } from './moderation-outcomes.js';

/** The name of the notice of a change, by which its undo finds it. */
export function changeName({ hash, revision }: Pick<ClaimDetails, 'hash' | 'revision'>): string {
	return `staff-${hash.slice(0, 32)}-${revision}`;
}

const decisive: ReadonlySet<string> = new Set(['transferred', 'gave', 'left', 'undone']);

/** The parts of an event that are known before the change is made. An undo concerns who holds the purchase after it. */
export type PlannedEvent = Pick<ModerationEvent, 'deed' | 'memberId' | 'toUserId' | 'why' | 'codeEnd'>;

type Floor = Servers & {
	readonly disputeRows: DisputeRows;
	readonly cards: DisputeCards;
	readonly appealRows: CaseRows<StoredAppeal>;
	readonly appealCards: AppealCards;
	readonly moderatedRoles: ModeratedRoles;
	readonly refunds: Refunds;
};

export interface ActRequest {
	readonly action: Act;
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

	/** The member's purchases: those held, then those formerly held, each latest first. */
	async findByMember(memberId: string): Promise<readonly ModeratedPurchase[]> {
		const found = (await this.#floor.claims.moderated.byMember(memberId)).toReversed();
		return [...found.filter(({ holderId }) => holderId), ...found.filter(({ holderId }) => !holderId)];
	}

	/** A purchase with this holder, if they hold it, or else its first one. */
	async findByHash(hash: string, holderId?: string): Promise<ModeratedPurchase | undefined> {
		const file = await this.#floor.claims.moderated.byHash(hash);
		if (file === undefined) return undefined;
		// A component's custom_id may be forged, and its holder may have changed.
		const holder = holderId !== undefined && isHeldBy(file, holderId) ? holderId : file.claims[0]?.holderId;
		return { file, holderId: holder, codeEnd: await this.#floor.claims.endingOf(hash) };
	}

	/**
	 * Looks a code or reference up, within a limit: a grudge or a stolen account must not test a list of leaked codes.
	 * Counted beforehand, and given back if it is known here, so that simultaneous ones can't slip through.
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
		const misses = heard.check?.misses.length ?? 0;
		const { kind } = answer;
		const outcome = kind === 'valid' ? { kind } : { kind, misses, wasRevoked: file.status === 'revoked' };
		const memberId = holderId !== undefined && isHeldBy(file, holderId) ? holderId : undefined;
		const about = { by, hash, itemName: file.item.name, codeEnd: codeEnding(code), memberId };
		audit.write(guildId, { kind: 'checked', event: { ...about, outcome } });
		return outcome;
	}

	/** Why the moderator can't move or give a purchase to this person; undefined if no reason is known. */
	async receiverHindrance(toUserId: string, { userId, guildId, isAdministrator }: Moderator) {
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
		const { claims, served } = this.#floor;
		if (!served.serves(moderator.guildId)) return { kind: 'unknown' };
		if (action === 'move' && toUserId === undefined) return { kind: 'not-a-member' };
		// Without a holder it would be a gift.
		if (action === 'move' && holderId === undefined) return { kind: 'not-held' };
		// Checked again: since the form was opened, the receiver may have left, and the moderator may have lost rights.
		const hindrance = toUserId === undefined ? undefined : await this.receiverHindrance(toUserId, moderator);
		if (hindrance !== undefined) return { kind: hindrance };
		const codeEnd = await claims.endingOf(hash);
		const [deed, change] = acts[action];
		const planned = { deed, memberId: holderId, toUserId, why, codeEnd };
		return await this.perform(moderator, planned, (act) =>
			change(claims.moderated, request, { ...act, revision: request.revision }),
		);
	}

	/** Undoes a change; `revision`: the claim's after that change. */
	async undo(hash: string, revision: number, moderator: Moderator): Promise<Carried> {
		const { claims, served } = this.#floor;
		if (!served.serves(moderator.guildId)) return { kind: 'unknown' };
		const codeEnd = await claims.endingOf(hash);
		const planned = { deed: 'undid', memberId: undefined, toUserId: undefined, why: '', codeEnd } as const;
		return await this.perform(moderator, planned, (act) =>
			claims.moderated.change(hash, act, (record, by, at) => undone(record, revision, by, at)),
		);
	}

	/** Makes a change, with the notices and the ends of disputes that it causes in its commit, and reports it. */
	async perform(
		moderator: Moderator,
		planned: PlannedEvent,
		change: (act: ModerationAct) => Promise<Given>,
	): Promise<Carried> {
		const { userId: by, guildId, isAdministrator, canManageRoles } = moderator;
		const also = async (tx: Transaction, outcome: ModerationOutcome): Promise<undefined> => {
			if (outcome.kind !== 'done') return;
			await this.endDisputesIn(tx, outcome.file, planned.codeEnd);
			await this.#notifyLosers(tx, moderator, planned, outcome.file);
		};
		const outcome = await change({ by, guildId, why: planned.why, isAdministrator, canManageRoles, also });
		if (outcome.kind !== 'done') return outcome;
		this.send();
		const { file, revision, isOwnCase } = outcome;
		const memberId = planned.deed === 'undid' ? file.claims[0]?.holderId : planned.memberId;
		const event = { ...planned, memberId, by, hash: file.hash, itemName: file.item.name, isOwnCase };
		const { audit, served } = this.#floor;
		audit.write(served.ids, { kind: 'moderation', event });
		const { undoUntil } = file;
		return {
			kind: 'done',
			event,
			undo: undoUntil === undefined ? undefined : { revision, until: undoUntil },
		};
	}

	/** Sends what a change has put in its commit, once that is made. */
	send(): void {
		this.#floor.cards.wake();
		this.#floor.appealCards.wake();
		this.#floor.notices.wake();
	}

	async #notifyLosers(
		tx: Transaction,
		{ userId: by, guildId }: Moderator,
		{ deed, memberId, codeEnd }: PlannedEvent,
		file: ClaimDetails,
	): Promise<void> {
		const { notices } = this.#floor;
		if (deed !== 'moved' && deed !== 'unlinked' && deed !== 'revoked') return;
		const holders = deed === 'revoked' ? file.claims.map(({ holderId }) => holderId) : [memberId];
		const losers = holders.filter((userId): userId is string => userId !== undefined && userId !== by);
		const notice = { kind: 'lost', how: deed, purchase: shownPurchase(file.item.name, codeEnd) } as const;
		const name = changeName(file);
		for (const userId of losers) await notices.addIn(tx, { userId, guildId, notice }, name);
	}

	/** Puts in the commit of a change the disputes that it ends or opens again, with the notices to their claimants. */
	async endDisputesIn(tx: Transaction, file: ClaimDetails, codeEnd: string | undefined): Promise<void> {
		const { disputeRows: rows, appealRows, notices, moderatedRoles } = this.#floor;
		const event = file.history.at(-1);
		if (event === undefined || !decisive.has(event.what)) return;
		const changed = await followIn(tx, rows, file);
		if (event.what === 'undone')
			await this.#takeBackIn(tx, file, (await reopenIn(tx, appealRows, file.history)) || changed.length > 0);
		const purchase = shownPurchase(file.item.name, codeEnd);
		for (const { state, claimantId: userId, guildId } of changed) {
			if (userId === 'deleted') continue;
			const add = (notice: Notice) => notices.addIn(tx, { userId, guildId, notice }, changeName(file));
			const claim = file.claims.find(({ holderId }) => holderId === userId);
			if (state === 'left') await add({ kind: 'stays', purchase });
			else if (state === 'moved' && claim !== undefined)
				await add({ kind: 'yours', purchase, roles: await moderatedRoles.namesOf(guildId, claim) });
		}
	}

	/** The messages about the change that was undone say so. */
	async #takeBackIn(tx: Transaction, file: ClaimDetails, isOpen: boolean): Promise<void> {
		const { member, to } = file.history.at(-2) ?? {};
		const name = changeName({ ...file, revision: file.revision - 1 });
		for (const userId of new Set([member, to, ...file.claims.map(({ holderId }) => holderId)]))
			if (userId !== undefined) await this.#floor.notices.takeBackIn(tx, userId, name, isOpen);
	}
}

type Change = (
	claims: ModeratedClaims,
	request: ActRequest,
	act: ModerationAct,
) => Promise<ModerationOutcome>;

/** By action, its name once it is done, and the change of the claim. */
const acts: Readonly<Record<ActRequest['action'], readonly [deed: ModerationDeed, change: Change]>> = {
	move: [
		'moved',
		(claims, { hash, holderId, toUserId = '' }, act) => claims.transfer(hash, holderId, toUserId, act),
	],
	unlink: [
		'unlinked',
		(claims, { hash, holderId = '' }, act) =>
			claims.change(hash, act, (record, by, at) => released(record, holderId, by, at)),
	],
	free: ['seats-freed', (claims, { hash }, act) => claims.change(hash, act, seatsFreed)],
	lock: ['locked', (claims, { hash }, act) => claims.change(hash, act, locked)],
	unlock: ['unlocked', (claims, { hash }, act) => claims.change(hash, act, unlocked)],
	revoke: ['revoked', (claims, { hash }, act) => claims.change(hash, act, revokedByModerator)],
	lift: ['lifted', (claims, { hash }, act) => claims.change(hash, act, liftedByModerator)],
};

function isHeldBy(file: ClaimDetails, memberId: string): boolean {
	return file.claims.some(({ holderId }) => holderId === memberId);
}
