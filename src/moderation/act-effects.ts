import type { MemberRef } from '../base/member-ref.js';
import type { Claim } from '../claims/claim.js';
import type { ClaimFile } from '../claims/claim-details.js';
import type { HolderIn, ModeratedClaims, ModerationOutcome } from '../claims/moderated-claims.js';
import type { Carried, ModerationEvent, Moderator } from './moderation-outcomes.js';

/** What is told of an act besides what the purchase itself says. */
export type PlannedEvent = Pick<ModerationEvent, 'deed' | 'memberId' | 'toUserId' | 'why'>;

export interface ActEffectsDependencies {
	readonly moderated: Pick<ModeratedClaims, 'byHash'>;
	/**
	 * Records that a member's roles may have to change, and does nothing yet: from here on a crash doesn't lose it.
	 */
	noteRoles(member: MemberRef): Promise<unknown>;
	/** Syncs a member's roles. */
	requestRoles(member: MemberRef): Promise<unknown>;
	/** Called with a change and the members whose purchase no longer counts in a guild. */
	onChanged(guildId: string, event: ModerationEvent, ended: readonly HolderIn[]): void;
	/** Tells a member that the staff have taken a purchase from them. `id`: equal for one and the same act. */
	tellLoss(member: MemberRef, loss: Loss, id: string): Promise<unknown>;
	/** A member could not be told. */
	onUntold(error: unknown, member: MemberRef): void;
}

/** What somebody has lost, and how. */
interface Loss {
	readonly how: 'moved' | 'unlinked' | 'revoked';
	readonly purchase: { readonly name: string; readonly ending: string };
}

/** What follows from an act of staff: roles, the audit channel, and a word to whoever loses something. */
export class ActEffects {
	readonly #dependencies: ActEffectsDependencies;

	constructor(dependencies: ActEffectsDependencies) {
		this.#dependencies = dependencies;
	}

	/** The requests are recorded before the change: after a kill in between, the roles still follow. */
	async around(
		hash: string | undefined,
		{ guildId }: Moderator,
		toUserId: string | undefined,
		change: () => Promise<ModerationOutcome>,
	): Promise<ModerationOutcome> {
		const { moderated, noteRoles } = this.#dependencies;
		const file = hash === undefined ? undefined : await moderated.byHash(hash, guildId);
		for (const { holderId, guildIds } of file?.claims ?? []) {
			for (const each of guildIds) await noteRoles({ guildId: each, userId: holderId });
		}
		if (toUserId !== undefined) await noteRoles({ guildId, userId: toUserId });
		const outcome = await change();
		await this.#request(outcome.kind === 'done' ? outcome.affected : (file?.claims ?? []));
		return outcome;
	}

	/** Tells of a change that was made, and gives the answer to whoever made it. */
	told(
		{ ended, isOwnCase, file, revision }: Extract<ModerationOutcome, { kind: 'done' }>,
		{ userId: by, guildId }: Moderator,
		planned: PlannedEvent & Pick<ModerationEvent, 'codeEnd'>,
	): Carried {
		const event = { ...planned, by, hash: file.hash, itemName: file.item.name, isOwnCase };
		this.#dependencies.onChanged(guildId, event, ended);
		this.#tellLosers(guildId, event, file, revision);
		const { undoUntil } = file;
		return {
			kind: 'done',
			event,
			undo: undoUntil === undefined ? undefined : { revision, until: undoUntil },
		};
	}

	/** In the background: the act is done, and its answer waits for nobody. */
	#tellLosers(guildId: string, event: ModerationEvent, file: ClaimFile, revision: number): void {
		const { tellLoss, onUntold } = this.#dependencies;
		const { deed } = event;
		if (deed !== 'moved' && deed !== 'unlinked' && deed !== 'revoked') return;
		const purchase = { name: event.itemName.slice(0, 300), ending: event.codeEnd ?? '' };
		const holders = deed === 'revoked' ? file.claims.map(({ holderId }) => holderId) : [event.memberId];
		for (const userId of holders) {
			if (userId === undefined || userId === event.by) continue;
			const member = { guildId, userId };
			const id = `staff-${file.hash.slice(0, 32)}-${revision}`;
			tellLoss(member, { how: deed, purchase }, id).catch((error) => onUntold(error, member));
		}
	}

	async #request(claims: readonly Pick<Claim, 'holderId' | 'guildIds'>[]): Promise<void> {
		for (const { holderId, guildIds } of claims) {
			for (const guildId of guildIds) await this.#dependencies.requestRoles({ guildId, userId: holderId });
		}
	}
}
