import type { Clock } from '../../base/clock.js';
import type { ClaimDetails } from '../../claims/claim-details.js';
import type { ModeratedClaims, ModerationOutcome } from '../../claims/moderated-claims.js';
import { movedByMemberSince } from '../../claims/own-claims.js';
import { scrubCodes } from '../../claims/scrub-codes.js';
import type { MemberQueries } from '../../guilds/member-facts.js';
import type { ServedGuilds } from '../../guilds/served-guilds.js';
import { type Decided, type Dispute, maxNoteLength, movedLately, onceMs, undoMs } from './dispute.js';
import type { DisputeMove, DisputeReport, Judge, Ruled } from './dispute-outcomes.js';
import type { DisputeRows } from './dispute-rows.js';
import type { DisputedPurchases } from './disputed-purchases.js';
import type { Settlement } from './settlement.js';

export interface RulingsParts {
	readonly rows: DisputeRows;
	readonly settling: Settlement;
	readonly purchases: DisputedPurchases;
	readonly moderated: Pick<ModeratedClaims, 'transfer' | 'free' | 'undo' | 'isOwn'>;
	readonly served: Pick<ServedGuilds, 'serves'>;
	readonly discord: Pick<MemberQueries, 'membershipOf'>;
	readonly report: Pick<DisputeReport, 'disputed'>;
	readonly clock: Pick<Clock, 'now'>;
}

/** Decisions of staff about disputes. Methods reject with the store's errors. */
export class Rulings {
	readonly #parts: RulingsParts;

	constructor(parts: RulingsParts) {
		this.#parts = parts;
	}

	/** Moves the purchase to the claimant or, if it has no holder, frees its code. */
	async move(reference: string, judge: Judge, why: string): Promise<Ruled> {
		const { rows, purchases, moderated, clock } = this.#parts;
		const own = await this.#openDispute(reference, judge);
		if (own === undefined) return { kind: 'closed' };
		const { file, ending } = await purchases.of(own.hash);
		if (file === undefined) return { kind: 'unknown' };
		const hindrance = await this.#hindranceOf(own, file, judge);
		if (hindrance !== undefined) return { kind: hindrance };
		const [claim] = file.claims;
		// Any other party was refused above.
		const isParty = judge.isAdministrator && (await this.#isOwn(own, judge));
		const decided: Decided = {
			by: judge.userId,
			at: clock.now(),
			why: scrubCodes(why).slice(0, maxNoteLength),
			...(isParty && { isOwnCase: true }),
			...(claim && { holderId: claim.holderId }),
		};
		if (!(await this.#beginDecision(reference, 'open', decided))) return { kind: 'closed' };
		const { isAdministrator, canManageRoles, guildId } = judge;
		const act = { by: judge.userId, guildId, why: decided.why, isAdministrator, canManageRoles };
		const outcome =
			claim === undefined
				? await moderated.free(own.hash, act)
				: await moderated.transfer(own.hash, claim.holderId, own.claimantId, act, { undoMs });
		if (outcome.kind !== 'done') {
			await rows.change(reference, ({ deciding: _, ...row }) => row);
			return { kind: outcome.kind };
		}
		const { revision } = outcome;
		const undoable = claim === undefined ? {} : { revision, undoUntil: decided.at + undoMs };
		await rows.change(reference, ({ deciding: _, ...row }) => ({
			...row,
			state: claim === undefined ? 'freed' : 'moved',
			decided: { ...decided, ...undoable },
			isSettled: false,
		}));
		this.#report(own, outcome, judge, {
			deed: claim === undefined ? 'seats-freed' : 'moved',
			holderId: claim?.holderId,
			why: decided.why,
			codeEnd: ending,
		});
		return { kind: 'done' };
	}

	/** Leaves the purchase with its holder. */
	async leave(reference: string, judge: Judge, why: string): Promise<Ruled> {
		const { rows, settling, purchases, clock } = this.#parts;
		const own = await this.#openDispute(reference, judge);
		if (own === undefined) return { kind: 'closed' };
		const { file } = await purchases.of(own.hash);
		const isOwnCase = await this.#isOwn(own, judge);
		if (isOwnCase && !judge.isAdministrator) return { kind: 'own-case' };
		const holderId = file?.claims[0]?.holderId;
		const decided: Decided = {
			by: judge.userId,
			at: clock.now(),
			why: scrubCodes(why).slice(0, maxNoteLength),
			...(isOwnCase && { isOwnCase }),
			...(holderId !== undefined && { holderId }),
		};
		const changed = await rows.change(reference, (row) =>
			row.state === 'open' && row.deciding === undefined
				? { ...row, state: 'left', decided, isSettled: false }
				: undefined,
		);
		if (changed === undefined) return { kind: 'closed' };
		settling.begin(reference);
		return { kind: 'done' };
	}

	/** Undoes a move within 72 hours, provided the purchase has not changed since. */
	async undo(reference: string, judge: Judge): Promise<Ruled> {
		const { rows, purchases, moderated, served, clock } = this.#parts;
		const own = await rows.get(reference);
		const { decided } = own ?? {};
		if (own?.state !== 'moved' || decided?.revision === undefined || !served.serves(judge.guildId)) {
			return { kind: 'closed' };
		}
		if (clock.now() >= (decided.undoUntil ?? 0)) return { kind: 'too-late' };
		const { ending } = await purchases.of(own.hash);
		const { userId: by, guildId, isAdministrator, canManageRoles } = judge;
		const { revision, undoUntil: _, isOwnCase: __, ...before } = decided;
		const isParty = by === decided.holderId || (await this.#isOwn(own, judge));
		const undone: Decided = {
			...{ ...before, by, at: clock.now(), why: '', isUndone: true },
			...(isParty && { isOwnCase: true }),
		};
		if (!(await this.#beginDecision(reference, 'moved', undone))) return { kind: 'closed' };
		const act = { by, guildId, why: '', isAdministrator, canManageRoles };
		const outcome = await moderated.undo(own.hash, revision, act);
		if (outcome.kind !== 'done') {
			await rows.change(reference, ({ deciding: ___, ...row }) => row);
			return { kind: outcome.kind };
		}
		await rows.change(reference, ({ deciding: ___, ...row }) => ({
			...row,
			state: 'left',
			decided: undone,
			isSettled: false,
		}));
		this.#report(own, outcome, judge, {
			deed: 'undid',
			holderId: outcome.file.claims[0]?.holderId,
			why: '',
			codeEnd: ending,
		});
		return { kind: 'done' };
	}

	/** Reopens a dispute that was left. */
	async reopen(reference: string, judge: Judge): Promise<Ruled> {
		const { rows, settling, served, clock } = this.#parts;
		const own = await rows.get(reference);
		if (own?.state !== 'left' || own.claimantId === 'deleted' || !served.serves(judge.guildId)) {
			return { kind: 'closed' };
		}
		if (!judge.isAdministrator && (await this.#isOwn(own, judge))) return { kind: 'own-case' };
		const at = clock.now();
		const changed = await rows.change(reference, ({ decided: _, isSettled: __, isReminded: ___, ...row }) =>
			row.state === 'left' && row.claimantId !== 'deleted'
				? { ...row, state: 'open', reopenedAt: at }
				: undefined,
		);
		if (changed === undefined) return { kind: 'closed' };
		settling.begin(reference);
		return { kind: 'done' };
	}

	async #openDispute(reference: string, { guildId }: Judge): Promise<Dispute | undefined> {
		const { rows, served } = this.#parts;
		const own = served.serves(guildId) ? await rows.get(reference) : undefined;
		return own?.state === 'open' && own.deciding === undefined ? own : undefined;
	}

	/** True if the judge is a party: they claim the purchase, hold it, or have a reserved seat. */
	async #isOwn({ claimantId, hash }: Dispute, { userId }: Judge): Promise<boolean> {
		return claimantId === userId || (await this.#parts.moderated.isOwn(hash, userId));
	}

	async #hindranceOf(own: Dispute, file: ClaimDetails, judge: Judge): Promise<Ruled['kind'] | undefined> {
		const { rows, discord, clock } = this.#parts;
		if (!judge.isAdministrator && (await this.#isOwn(own, judge))) return 'own-case';
		if (file.claims.length > 1) return 'several';
		if (file.claims.length === 0 && file.keptSeats === 0) return 'nobody';
		const at = clock.now();
		if (movedLately(own.hash, await rows.all(), at) || movedByMemberSince(file.history, at - onceMs)) {
			return 'moved-lately';
		}
		if (file.claims.length === 0) return undefined;
		const standing = await discord.membershipOf(own.guildId, own.claimantId);
		if (standing === 'unknown') return 'discord-silent';
		return standing === 'member' ? undefined : 'absent';
	}

	/** Stores the decision first, so that after a kill the next start determines whether it was carried out. */
	async #beginDecision(reference: string, from: Dispute['state'], deciding: Decided): Promise<boolean> {
		const begun = await this.#parts.rows.change(reference, (row) =>
			row.state === from && row.deciding === undefined ? { ...row, deciding, isSettled: false } : undefined,
		);
		return begun !== undefined;
	}

	#report(
		own: Dispute,
		{ file, isOwnCase }: Extract<ModerationOutcome, { kind: 'done' }>,
		{ userId: by, guildId }: Judge,
		move: Pick<DisputeMove, 'deed' | 'holderId' | 'why' | 'codeEnd'>,
	): void {
		this.#parts.report.disputed({
			...move,
			guildId,
			by,
			toUserId: move.deed === 'moved' ? own.claimantId : undefined,
			isOwnCase,
			file,
		});
		this.#parts.settling.begin(own.reference);
		void this.#parts.settling.beginAll(own.hash).catch(() => {});
	}
}
