import type { ClaimFile } from '../claims/claim-file.js';
import type { HolderIn, ModeratedClaims, ModerationOutcome } from '../claims/moderated-claims.js';
import { movedByMemberSince } from '../claims/own-claims.js';
import { type ClaimPolicy, mayMove } from '../claims/policy.js';
import { scrubCodes } from '../claims/scrub-codes.js';
import type { MemberRef } from '../member-ref.js';
import type { Found, References } from '../references/references.js';
import type { CaseFacts } from './case-facts.js';
import { type Case, type Decided, type Hindered, movedLately, onceMs, undoMs } from './dispute.js';
import type { DisputeRows } from './dispute-rows.js';
import type { Settling } from './settling.js';

/** A purchase as both sides recognise it. */
export interface DisputedPurchase {
	readonly name: string;
	readonly ending: string;
}

/** What a member finds behind the reference of an own refusal. */
export type Looked =
	/** No such refusal of this member here, or nobody else's purchase any more. */
	| { readonly kind: 'gone' }
	| {
			readonly kind: 'free';
			readonly reference: string;
			readonly purchase: DisputedPurchase;
			readonly mayMove: boolean;
	  }
	| { readonly kind: 'open'; readonly reference: string; readonly at: number; readonly hasChannel: boolean };

export type Opened =
	| { readonly kind: 'gone' | Exclude<Hindered, 'already-open'> }
	| { readonly kind: 'open'; readonly reference: string; readonly at: number; readonly hasChannel: boolean };

/** Somebody of home's staff. */
export interface Judge extends MemberRef {
	readonly isAdministrator: boolean;
	readonly canManageRoles: boolean;
}

export type Ruled =
	| { readonly kind: 'done' }
	/** Decided meanwhile, withdrawn, or gone. */
	| { readonly kind: 'closed' }
	| { readonly kind: 'own-case' | 'absent' | 'discord-silent' | 'moved-lately' | 'several' | 'nobody' }
	| { readonly kind: Exclude<ModerationOutcome['kind'], 'done'> };

/** What a decision has changed, for the log and the audit channels. */
export interface CaseMove {
	readonly guildId: string;
	readonly deed: 'moved' | 'seats-freed' | 'undid';
	readonly by: string;
	readonly holderId: string | undefined;
	readonly toUserId: string | undefined;
	readonly why: string;
	readonly isOwnCase: boolean;
	readonly file: ClaimFile;
	/** How the code ends. */
	readonly codeEnd: string;
	readonly ended: readonly HolderIn[];
}

export interface DisputesParts {
	readonly rows: DisputeRows;
	readonly settling: Settling;
	readonly references: Pick<References, 'byLetters'>;
	readonly moderated: Pick<ModeratedClaims, 'transfer' | 'free' | 'undo'>;
	readonly policy: () => Promise<ClaimPolicy>;
	readonly homeId: () => string | undefined;
	readonly hasChannel: () => Promise<boolean>;
	readonly standingOf: (guildId: string, userId: string) => Promise<'member' | 'bot' | 'absent' | 'unknown'>;
	/** Records that a member's roles may have to change, and does nothing yet. */
	readonly noteRoles: (member: MemberRef) => Promise<unknown>;
	readonly requestRoles: (member: MemberRef) => Promise<unknown>;
	readonly onMoved: (move: CaseMove) => void;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
}

const longestWords = 300;

/**
 * Two accounts, one purchase: what the one without it, the one with it and home's staff do about that. Neither side
 * learns who the other is. Methods reject with what the store rejects with.
 */
export class Disputes {
	readonly #parts: DisputesParts;

	constructor(parts: DisputesParts) {
		this.#parts = parts;
	}

	/** What somebody can do about an own refusal. */
	async look(reference: string, member: MemberRef): Promise<Looked> {
		const { rows, settling, policy, hasChannel } = this.#parts;
		const own = await rows.get(reference);
		if (own?.claimantId === member.userId && own.state === 'open') {
			return { kind: 'open', reference, at: own.at, hasChannel: await hasChannel() };
		}
		const found = await this.#refusal(reference, member);
		if (found === undefined || own !== undefined) return { kind: 'gone' };
		const { file, ending } = await settling.purchaseOf(found.hash);
		if (file === undefined || isHeldBy(file, member.userId)) return { kind: 'gone' };
		const purchase = { name: file.item.name, ending };
		return { kind: 'free', reference, purchase, mayMove: mayMove(await policy()) };
	}

	/** Opens a dispute with an own refusal. */
	async open(reference: string, member: MemberRef, note: string): Promise<Opened> {
		const { rows, settling, now, hasChannel } = this.#parts;
		const looked = await this.look(reference, member);
		if (looked.kind !== 'free') return looked;
		const found = await this.#refusal(reference, member);
		if (found === undefined) return { kind: 'gone' };
		const row = {
			v: 1,
			at: now(),
			hash: found.hash,
			claimantId: member.userId,
			guildId: member.guildId,
			note: scrubCodes(note).slice(0, longestWords),
			state: 'opening',
		} as const;
		await rows.add(reference, row);
		const all = await rows.all();
		const own = all.find((it) => it.reference === reference);
		if (own === undefined) return { kind: 'gone' };
		const opened = await settling.admit(own, all);
		if (opened === 'already-open') return await this.#openOf(found.hash, member, await rows.all());
		if (typeof opened === 'string') return { kind: opened };
		settling.begin(reference);
		return { kind: 'open', reference, at: opened.at, hasChannel: await hasChannel() };
	}

	/** The member drops it. */
	async withdraw(reference: string, { userId }: MemberRef): Promise<boolean> {
		const { rows, settling, now } = this.#parts;
		const at = now();
		const changed = await rows.change(reference, (row) =>
			row.claimantId === userId && row.state === 'open' && row.deciding === undefined
				? { ...row, state: 'withdrawn', decided: { by: userId, at, why: '' }, isSettled: false }
				: undefined,
		);
		if (changed !== undefined) settling.begin(reference);
		return changed !== undefined;
	}

	/** The holder says that it is theirs. False: there is nothing to say any more, or it is somebody else's. */
	async keep(reference: string, userId: string): Promise<boolean> {
		const { rows, settling } = this.#parts;
		const own = await rows.get(reference);
		if (own?.state !== 'open' || own.asked?.holderId !== userId) return false;
		for (const other of await rows.all()) {
			if (other.hash !== own.hash || other.state !== 'open') continue;
			await rows.change(other.reference, (row) =>
				row.asked?.holderId === userId ? { ...row, asked: { ...row.asked, answer: 'theirs' } } : undefined,
			);
			settling.begin(other.reference);
		}
		return true;
	}

	/** The claim that the holder was asked about. */
	async askedAbout(reference: string, userId: string): Promise<string | undefined> {
		const own = await this.#parts.rows.get(reference);
		return own?.asked?.holderId === userId ? own.hash : undefined;
	}

	/** A case as the staff see it. Undefined where there is none, and in other servers than home. */
	async case(reference: string, guildId: string): Promise<CaseFacts | undefined> {
		if (guildId !== this.#parts.homeId()) return undefined;
		const own = await this.#parts.rows.get(reference);
		return own === undefined || own.state === 'opening' ? undefined : await this.#parts.settling.factsOf(own);
	}

	/** What happened to the purchase of a case. */
	async historyOf(reference: string, guildId: string): Promise<ClaimFile | undefined> {
		if (guildId !== this.#parts.homeId()) return undefined;
		const own = await this.#parts.rows.get(reference);
		return own && (await this.#parts.settling.purchaseOf(own.hash)).file;
	}

	/** Moves the purchase to the claimant; where nobody has it, frees its code. */
	async move(reference: string, judge: Judge, why: string): Promise<Ruled> {
		const { rows, settling, moderated, now } = this.#parts;
		const own = await this.#openCase(reference, judge);
		if (own === undefined) return { kind: 'closed' };
		const { file, ending } = await settling.purchaseOf(own.hash);
		if (file === undefined) return { kind: 'unknown' };
		const hindrance = await this.#hindranceOf(own, file, judge);
		if (hindrance !== undefined) return { kind: hindrance };
		const [claim] = file.claims;
		const decided: Decided = {
			by: judge.userId,
			at: now(),
			why: scrubCodes(why).slice(0, longestWords),
			...(claim && { holderId: claim.holderId }),
		};
		if (!(await this.#beginDecision(reference, 'open', decided))) return { kind: 'closed' };
		await this.#noteRoles(file, own);
		const { isAdministrator, canManageRoles, guildId } = judge;
		const act = { by: judge.userId, guildId, why: decided.why, isAdministrator, canManageRoles };
		const outcome =
			claim === undefined
				? await moderated.free(own.hash, act)
				: await moderated.transfer(own.hash, claim.holderId, own.claimantId, act, {
						owedIn: own.guildId,
						undoMs,
					});
		if (outcome.kind !== 'done') {
			await rows.change(reference, ({ deciding: _, ...row }) => row);
			await this.#requestRoles(file.claims);
			return { kind: outcome.kind };
		}
		const { revision, isOwnCase } = outcome;
		const undoable = claim === undefined ? {} : { revision, undoUntil: decided.at + undoMs };
		await rows.change(reference, ({ deciding: _, ...row }) => ({
			...row,
			state: claim === undefined ? 'freed' : 'moved',
			decided: { ...decided, ...undoable, ...(isOwnCase && { isOwnCase }) },
			isSettled: false,
		}));
		await this.#requestRoles(outcome.affected);
		this.#told(own, outcome, judge, {
			deed: claim === undefined ? 'seats-freed' : 'moved',
			why: decided.why,
			codeEnd: ending,
		});
		return { kind: 'done' };
	}

	/** Leaves the purchase where it is. */
	async leave(reference: string, judge: Judge, why: string): Promise<Ruled> {
		const { rows, settling, now } = this.#parts;
		const own = await this.#openCase(reference, judge);
		if (own === undefined) return { kind: 'closed' };
		const { file } = await settling.purchaseOf(own.hash);
		const isOwnCase = isOf(own, file, judge.userId);
		if (isOwnCase && !judge.isAdministrator) return { kind: 'own-case' };
		const holderId = file?.claims[0]?.holderId;
		const decided: Decided = {
			by: judge.userId,
			at: now(),
			why: scrubCodes(why).slice(0, longestWords),
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

	/** Takes a move back, within 72 hours and only while nothing else has happened to the purchase. */
	async undo(reference: string, judge: Judge): Promise<Ruled> {
		const { rows, settling, moderated, homeId, now } = this.#parts;
		const own = await rows.get(reference);
		const { decided } = own ?? {};
		if (own?.state !== 'moved' || decided?.revision === undefined || judge.guildId !== homeId()) {
			return { kind: 'closed' };
		}
		if (now() >= (decided.undoUntil ?? 0)) return { kind: 'too-late' };
		const { file, ending } = await settling.purchaseOf(own.hash);
		const { userId: by, guildId, isAdministrator, canManageRoles } = judge;
		const { revision, undoUntil: _, ...before } = decided;
		const undone: Decided = { ...before, by, at: now(), why: '', isUndone: true };
		if (!(await this.#beginDecision(reference, 'moved', undone))) return { kind: 'closed' };
		if (file !== undefined) await this.#noteRoles(file, own, decided.holderId);
		const act = { by, guildId, why: '', isAdministrator, canManageRoles };
		const outcome = await moderated.undo(own.hash, revision, act);
		if (outcome.kind !== 'done') {
			await rows.change(reference, ({ deciding: __, ...row }) => row);
			return { kind: outcome.kind };
		}
		await rows.change(reference, ({ deciding: __, ...row }) => ({
			...row,
			state: 'left',
			decided: undone,
			isSettled: false,
		}));
		await this.#requestRoles(outcome.affected);
		this.#told(own, outcome, judge, { deed: 'undid', why: '', codeEnd: ending });
		return { kind: 'done' };
	}

	/** Opens a case again that was left. */
	async reopen(reference: string, judge: Judge): Promise<Ruled> {
		const { rows, settling, homeId, now } = this.#parts;
		const own = await rows.get(reference);
		if (own?.state !== 'left' || own.claimantId === 'deleted' || judge.guildId !== homeId()) {
			return { kind: 'closed' };
		}
		const { file } = await settling.purchaseOf(own.hash);
		if (isOf(own, file, judge.userId) && !judge.isAdministrator) return { kind: 'own-case' };
		const at = now();
		const changed = await rows.change(reference, ({ decided: _, isSettled: __, isReminded: ___, ...row }) =>
			row.state === 'left' ? { ...row, state: 'open', reopenedAt: at } : undefined,
		);
		if (changed === undefined) return { kind: 'closed' };
		settling.begin(reference);
		return { kind: 'done' };
	}

	/** What is stored about a member, oldest first. */
	async of(userId: string) {
		const all = await this.#parts.rows.all();
		return all
			.filter((own) => JSON.stringify(own).includes(userId))
			.toSorted((a, b) => a.at - b.at)
			.map(({ at, guildId, state, claimantId, note }) => ({
				at,
				guildId,
				what: state,
				...(claimantId === userId && note !== '' && { note }),
			}));
	}

	/** Takes a member out of all disputes. */
	async forget(userId: string): Promise<void> {
		for (const reference of await this.#parts.rows.forget(userId)) this.#parts.settling.begin(reference);
	}

	/** The own refusal of a code in use, with its claim. */
	async #refusal(
		reference: string,
		{ guildId, userId }: MemberRef,
	): Promise<(Found & { readonly hash: string }) | undefined> {
		const found = await this.#parts.references.byLetters(reference);
		const isOwn = found?.userId === userId && found.guildId === guildId && found.why === 'taken';
		return isOwn && found.hash !== undefined ? { ...found, hash: found.hash } : undefined;
	}

	async #openOf(hash: string, { userId }: MemberRef, all: readonly Case[]): Promise<Opened> {
		const open = all.find(
			(it) => it.hash === hash && it.claimantId === userId && (it.state === 'open' || it.state === 'opening'),
		);
		if (open === undefined) return { kind: 'gone' };
		const { reference, at } = open;
		return { kind: 'open', reference, at, hasChannel: await this.#parts.hasChannel() };
	}

	async #openCase(reference: string, { guildId }: Judge): Promise<Case | undefined> {
		const own = guildId === this.#parts.homeId() ? await this.#parts.rows.get(reference) : undefined;
		return own?.state === 'open' && own.deciding === undefined ? own : undefined;
	}

	/** Why the purchase can't be moved to the claimant now. */
	async #hindranceOf(own: Case, file: ClaimFile, judge: Judge): Promise<Ruled['kind'] | undefined> {
		const { rows, standingOf, now } = this.#parts;
		if (isOf(own, file, judge.userId) && !judge.isAdministrator) return 'own-case';
		if (file.claims.length > 1) return 'several';
		if (file.claims.length === 0 && file.keptSeats === 0) return 'nobody';
		const at = now();
		if (movedLately(own.hash, await rows.all(), at) || movedByMemberSince(file.history, at - onceMs)) {
			return 'moved-lately';
		}
		if (file.claims.length === 0) return undefined;
		const standing = await standingOf(own.guildId, own.claimantId);
		if (standing === 'unknown') return 'discord-silent';
		return standing === 'member' ? undefined : 'absent';
	}

	/** Notes what is about to be done, so that after a kill the next start finds out whether it was. */
	async #beginDecision(reference: string, from: Case['state'], deciding: Decided): Promise<boolean> {
		const begun = await this.#parts.rows.change(reference, (row) =>
			row.state === from && row.deciding === undefined ? { ...row, deciding, isSettled: false } : undefined,
		);
		return begun !== undefined;
	}

	/** Before the change: after a kill in between, the roles still follow. */
	async #noteRoles(file: ClaimFile, { guildId, claimantId }: Case, formerId?: string): Promise<void> {
		const { noteRoles, homeId } = this.#parts;
		for (const { holderId, guildIds } of file.claims) {
			for (const each of guildIds) await noteRoles({ guildId: each, userId: holderId });
		}
		await noteRoles({ guildId, userId: claimantId });
		const home = homeId();
		if (formerId !== undefined && formerId !== 'deleted' && home !== undefined) {
			await noteRoles({ guildId: home, userId: formerId });
		}
	}

	async #requestRoles(
		claims: readonly { readonly holderId: string; readonly guildIds: readonly string[] }[],
	): Promise<void> {
		for (const { holderId, guildIds } of claims) {
			for (const guildId of guildIds) await this.#parts.requestRoles({ guildId, userId: holderId });
		}
	}

	#told(
		own: Case,
		{ file, ended, isOwnCase }: Extract<ModerationOutcome, { kind: 'done' }>,
		{ userId: by, guildId }: Judge,
		{ deed, why, codeEnd }: Pick<CaseMove, 'deed' | 'why' | 'codeEnd'>,
	): void {
		const [former] = ended;
		const [holder] = file.claims;
		this.#parts.onMoved({
			guildId,
			deed,
			by,
			holderId: deed === 'undid' ? holder?.holderId : former?.holderId,
			toUserId: deed === 'moved' ? own.claimantId : undefined,
			why,
			isOwnCase,
			file,
			codeEnd,
			ended,
		});
		this.#parts.settling.begin(own.reference);
		void this.#parts.settling.beginAll(own.hash).catch(() => {});
	}
}

function isHeldBy(file: ClaimFile, userId: string): boolean {
	return file.claims.some(({ holderId }) => holderId === userId);
}

/** Whether it is somebody's own case: they want the purchase or have it. */
function isOf(own: Case, file: ClaimFile | undefined, userId: string): boolean {
	return own.claimantId === userId || (file !== undefined && isHeldBy(file, userId));
}
