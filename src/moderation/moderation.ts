import type { Claim } from '../claims/claim.js';
import type { ClaimFile } from '../claims/claim-file.js';
import type { ClaimStore } from '../claims/claim-store.js';
import type {
	HolderIn,
	ModeratedClaims,
	ModerationAct,
	ModerationOutcome,
} from '../claims/moderated-claims.js';
import type { PurchaseCode } from '../claims/purchase-code.js';
import type { MemberRef } from '../member-ref.js';
import { type RefundAnswer, shopAnswer } from '../refunds/refund-answer.js';
import type { Refunds } from '../refunds/refunds.js';
import type {
	Carried,
	ModerationCase,
	ModerationEvent,
	Moderator,
	ReceiverHindrance,
	Rechecked,
} from './moderation-outcomes.js';
import type { Proposal, Proposals } from './proposals.js';

export interface ModerationDependencies {
	/** Undefined where nothing in the input looks like a code. */
	parseCode(input: string): PurchaseCode | undefined;
	readonly claims: Pick<ClaimStore, 'codeOf'> & {
		readonly moderated: Pick<
			ModeratedClaims,
			'byCode' | 'byHash' | 'byMember' | 'release' | 'free' | 'transfer' | 'lock' | 'unlock' | 'undo'
		>;
	};
	readonly refunds: Pick<Refunds, 'heard'>;
	readonly proposals: Pick<Proposals, 'keep' | 'take'>;
	checkPurchase(code: PurchaseCode): Promise<RefundAnswer>;
	/**
	 * Records that a member's roles may have to change, and does nothing yet: from here on a crash doesn't lose it.
	 */
	noteRoles(member: MemberRef): Promise<unknown>;
	/** Syncs a member's roles. */
	requestRoles(member: MemberRef): Promise<unknown>;
	/** Called with a change at home and the members whose claim no longer counts in a guild. */
	onChanged(guildId: string, event: ModerationEvent, ended: readonly HolderIn[]): void;
	/** Whether the guild's staff decide who may hold a claim. */
	isHome(guildId: string): boolean;
	/** How often home has moved, according to the store; undefined if this guild isn't home. */
	homeGeneration(guildId: string): Promise<number | undefined>;
	/** A person's standing in a guild, as Discord says now. */
	standingOf(guildId: string, userId: string): Promise<'member' | 'bot' | 'absent' | 'unknown'>;
	/** Milliseconds since the epoch. */
	now(): number;
}

/** What moderators do about claims: look them up, change who holds them, have them checked again. */
export class Moderation {
	readonly #dependencies: ModerationDependencies;

	constructor(dependencies: ModerationDependencies) {
		this.#dependencies = dependencies;
	}

	/** Whether the guild's staff decide who may hold a claim. */
	isHome(guildId: string): boolean {
		return this.#dependencies.isHome(guildId);
	}

	/**
	 * The cases of a code as typed or pasted; undefined if that isn't a code. `withKept`: also the seats that are
	 * kept for former holders, as a case without a holder.
	 */
	async byCode(
		input: string,
		guildId: string,
		withKept = false,
	): Promise<readonly ModerationCase[] | undefined> {
		const { parseCode, claims } = this.#dependencies;
		const code = parseCode(input);
		if (code === undefined) return undefined;
		const file = await claims.moderated.byCode(code, guildId);
		if (file === undefined) return [];
		const holders = file.claims.map(({ holderId }) => holderId);
		const hasMore = holders.length === 0 || (withKept && file.keptSeats > 0);
		return [...holders, ...(hasMore ? [undefined] : [])].map((holderId) => ({
			file,
			holderId,
			maskedCode: masked(code),
		}));
	}

	/** What the member holds in the guild; with `former`, also what the member held once. */
	async byMember(memberId: string, guildId: string, former = false): Promise<readonly ModerationCase[]> {
		const { moderated, codeOf } = this.#bound();
		const files = await moderated.byMember(memberId, guildId);
		const wanted = files.filter((file) => former || isHeldBy(file, memberId));
		return await Promise.all(
			wanted.map(async (file) => {
				const holderId = isHeldBy(file, memberId) ? memberId : undefined;
				return { file, holderId, maskedCode: masked((await codeOf(file.hash)) ?? '') };
			}),
		);
	}

	/** The case that a component refers to. */
	async case(
		hash: string,
		holderId: string | undefined,
		guildId: string,
	): Promise<ModerationCase | undefined> {
		const { moderated, codeOf } = this.#bound();
		const file = await moderated.byHash(hash, guildId);
		// A component's reference may be another server's, or forged.
		if (file === undefined || (holderId !== undefined && !isHeldBy(file, holderId))) return undefined;
		return { file, holderId, maskedCode: masked((await codeOf(hash)) ?? '') };
	}

	/** Why the moderator can't transfer a purchase to this person; undefined if no reason is known. */
	async receiverHindrance(
		toUserId: string,
		{ userId, guildId, isAdministrator }: Moderator,
	): Promise<ReceiverHindrance | undefined> {
		if (toUserId === userId && !isAdministrator) return 'own-case';
		switch (await this.#dependencies.standingOf(guildId, toUserId)) {
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

	/** Keeps a change until it is confirmed, and gives its id. */
	async propose(proposal: Proposal): Promise<string> {
		const { proposals, homeGeneration } = this.#dependencies;
		const generation = await homeGeneration(proposal.guildId);
		return await proposals.keep({
			...proposal,
			...(generation !== undefined && { homeGeneration: generation }),
		});
	}

	/** Removes a proposal, to choose or drop it; undefined if it is gone or somebody else's. */
	async takeProposal(id: string, { userId, guildId }: MemberRef): Promise<Proposal | undefined> {
		return await this.#dependencies.proposals.take(id, userId, guildId);
	}

	/** Carries a confirmed change out, once, with its effect on roles. */
	async confirm(id: string, moderator: Moderator): Promise<Carried> {
		const proposal = await this.takeProposal(id, moderator);
		if (proposal?.hash === undefined) return { kind: 'expired' };
		const { hash, action, holderId, toUserId, why } = proposal;
		const generation = await this.#dependencies.homeGeneration(moderator.guildId);
		if (generation === undefined) return { kind: 'unknown' };
		// Home has moved away and back: older proposals of its staff are void.
		if ((proposal.homeGeneration ?? generation) !== generation) return { kind: 'expired' };
		// Again: since the question was asked, the receiver may have left, and the moderator may have lost rights.
		const hindrance = toUserId === undefined ? undefined : await this.receiverHindrance(toUserId, moderator);
		if (hindrance !== undefined) return { kind: hindrance };
		const outcome = await this.#withRoles(hash, moderator, toUserId, () =>
			this.#carryOut(proposal, hash, moderator),
		);
		if (outcome.kind !== 'done') return outcome;
		const event = { action, by: moderator.userId, memberId: holderId, toUserId, why };
		return this.#told(outcome, moderator, event, { hash, revision: outcome.revision });
	}

	/** Undoes a change; `revision` is the one that it produced. */
	async undo(hash: string, revision: number, moderator: Moderator): Promise<Carried> {
		const { userId: by, guildId, isAdministrator } = moderator;
		const act = { by, guildId, why: '', isAdministrator };
		const { claims, homeGeneration } = this.#dependencies;
		if ((await homeGeneration(guildId)) === undefined) return { kind: 'unknown' };
		const { moderated } = claims;
		const outcome = await this.#withRoles(hash, moderator, undefined, () =>
			moderated.undo(hash, revision, act),
		);
		if (outcome.kind !== 'done') return outcome;
		const memberId = outcome.file.claims[0]?.holderId;
		const event = { action: 'undo', by: moderator.userId, memberId, toUserId: undefined, why: '' } as const;
		return this.#told(outcome, moderator, event, undefined);
	}

	/** Asks the marketplace about a claim now, with the same effect as a background check. */
	async recheck(hash: string, { userId, guildId }: Moderator): Promise<Rechecked> {
		const { claims, checkPurchase, refunds, isHome, now } = this.#dependencies;
		if (!isHome(guildId)) return { kind: 'unknown' };
		const file = await claims.moderated.byHash(hash, guildId);
		const code = file && (await claims.codeOf(hash));
		if (code === undefined) return { kind: 'unknown' };
		const askedAt = now();
		const answer = await checkPurchase(code);
		if (answer.kind === 'uncheckable') return { kind: 'uncheckable' };
		const heard = await refunds.heard(hash, shopAnswer(answer), { by: userId, askedAt });
		if (heard === undefined) return { kind: 'unknown' };
		if (answer.kind === 'valid') return { kind: 'valid' };
		return { kind: 'invalid', misses: heard.purchase.check?.misses.length ?? 0 };
	}

	async #carryOut(
		proposal: Proposal,
		hash: string,
		{ isAdministrator }: Moderator,
	): Promise<ModerationOutcome> {
		const { moderated } = this.#dependencies.claims;
		const { action, by, guildId, why, holderId = '', toUserId = '', revision } = proposal;
		const act: ModerationAct = { by, guildId, why, isAdministrator, revision };
		switch (action) {
			case 'release':
				return await moderated.release(hash, holderId, act);
			case 'free':
				return await moderated.free(hash, act);
			case 'transfer':
				return await moderated.transfer(hash, holderId, toUserId, act);
			case 'lock':
				return await moderated.lock(hash, act);
			case 'unlock':
				return await moderated.unlock(hash, act);
		}
	}

	/** The requests are recorded before the change: after a kill in between, the roles still follow. */
	async #withRoles(
		hash: string,
		{ guildId }: Moderator,
		toUserId: string | undefined,
		change: () => Promise<ModerationOutcome>,
	): Promise<ModerationOutcome> {
		const { claims, noteRoles } = this.#dependencies;
		const file = await claims.moderated.byHash(hash, guildId);
		for (const { holderId, guildIds } of file?.claims ?? []) {
			for (const each of guildIds) await noteRoles({ guildId: each, userId: holderId });
		}
		if (toUserId !== undefined) await noteRoles({ guildId, userId: toUserId });
		const outcome = await change();
		await this.#request(outcome.kind === 'done' ? outcome.affected : (file?.claims ?? []));
		return outcome;
	}

	async #request(claims: readonly Pick<Claim, 'holderId' | 'guildIds'>[]): Promise<void> {
		for (const { holderId, guildIds } of claims) {
			for (const guildId of guildIds) await this.#dependencies.requestRoles({ guildId, userId: holderId });
		}
	}

	#told(
		{ ended, isOwnCase, file }: Extract<ModerationOutcome, { kind: 'done' }>,
		{ guildId }: Moderator,
		event: Omit<ModerationEvent, 'itemName' | 'isOwnCase'>,
		undo: Extract<Carried, { kind: 'done' }>['undo'],
	): Carried {
		const told = { ...event, itemName: file.item.name, isOwnCase };
		this.#dependencies.onChanged(guildId, told, ended);
		return { kind: 'done', event: told, undo };
	}

	#bound() {
		const { claims } = this.#dependencies;
		return { moderated: claims.moderated, codeOf: (hash: string) => claims.codeOf(hash) };
	}
}

function isHeldBy(file: ClaimFile, memberId: string): boolean {
	return file.claims.some(({ holderId }) => holderId === memberId);
}

/** The last four characters; of a short code fewer, so that most of it stays hidden. */
function masked(code: string): string {
	return `••••${code.slice(-Math.min(4, Math.floor(code.length / 3)) || code.length)}`;
}
