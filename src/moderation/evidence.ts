import type { Clock } from '../base/clock.js';
import { names } from '../claims/claim-details.js';
import type { ModeratedClaims } from '../claims/moderated-claims.js';
import type { Home } from '../claims/policy.js';
import type { GuildQueries } from '../guilds/guild-queries.js';
import type { ServedGuildsStore } from '../guilds/served-guilds-store.js';
import type { ModeratedRoles } from './moderated-roles.js';
import type { Moderation } from './moderation.js';
import type { ModeratedPurchase, ModerationEvent, Moderator } from './moderation-outcomes.js';
import type { ModerationReport } from './moderation-report.js';

/** The bot's knowledge of one purchase, for the file. */
export interface PurchaseEvidence {
	readonly purchase: ModeratedPurchase;
	/** The server's name, untrusted text; undefined during an outage of Discord. */
	readonly serverName: string | undefined;
	/**
	 * Names of the roles for purchases that the holder has now; undefined if there is no holder, or if they aren't in
	 * the server or Discord doesn't say.
	 */
	readonly roleNames: readonly string[] | undefined;
	/** Milliseconds since the epoch. */
	readonly at: number;
}

export type EvidenceOutcome =
	| { readonly kind: 'done'; readonly evidence: PurchaseEvidence; readonly event: ModerationEvent }
	/** `unknown`: there is no such purchase, or the guild isn't home. `given`: it has no payment behind it. */
	| { readonly kind: 'unknown' | 'given' | 'own-case' };

export interface EvidenceDependencies {
	readonly moderation: Pick<Moderation, 'findByHash'>;
	readonly claims: { readonly moderated: Pick<ModeratedClaims, 'isOwn'> };
	readonly moderatedRoles: Pick<ModeratedRoles, 'of'>;
	readonly home: Pick<Home, 'is'>;
	readonly notes: Pick<ServedGuildsStore, 'generationOf'>;
	readonly discord: Pick<GuildQueries, 'factsOf'>;
	readonly report: Pick<ModerationReport, 'evidenceTaken'>;
	readonly clock: Pick<Clock, 'now'>;
}

/** The file about one purchase that home's staff can send to a bank after a chargeback. */
export class Evidence {
	readonly #dependencies: EvidenceDependencies;

	constructor(dependencies: EvidenceDependencies) {
		this.#dependencies = dependencies;
	}

	/**
	 * Collects the evidence and reports who requested it and why. Rechecks all permissions. Rejects with the store's
	 * errors.
	 */
	async of(
		{
			hash,
			holderId,
			why,
		}: { readonly hash: string; readonly holderId: string | undefined; readonly why: string },
		{ userId: by, guildId, isAdministrator }: Moderator,
	): Promise<EvidenceOutcome> {
		const { moderation, claims, home, notes, report } = this.#dependencies;
		// Home according to the store as well, which another process may have changed.
		const isHome = home.is(guildId) && (await notes.generationOf(guildId)) !== undefined;
		const purchase = isHome ? await moderation.findByHash(hash, holderId, guildId) : undefined;
		if (purchase === undefined) return { kind: 'unknown' };
		const { file, codeEnd } = purchase;
		if (file.isGiven) return { kind: 'given' };
		// Former holders too: the file is about their own history.
		const isOwnCase = names(file, by) || (await claims.moderated.isOwn(hash, by));
		if (isOwnCase && !isAdministrator) return { kind: 'own-case' };
		const evidence = await this.#collect(purchase, guildId);
		const event = {
			deed: 'downloaded',
			...{ by, hash, itemName: file.item.name, codeEnd, memberId: purchase.holderId, toUserId: undefined },
			...{ why, isOwnCase },
		} as const;
		report.evidenceTaken(guildId, event);
		return { kind: 'done', evidence, event };
	}

	async #collect(purchase: ModeratedPurchase, guildId: string): Promise<PurchaseEvidence> {
		const { moderatedRoles, discord, clock } = this.#dependencies;
		const { holderId } = purchase;
		const facts = discord.factsOf(guildId);
		const roles = holderId === undefined ? undefined : await moderatedRoles.of({ guildId, userId: holderId });
		return {
			purchase,
			serverName: facts?.name,
			roleNames:
				roles?.isThere && facts !== undefined
					? roles.has.flatMap((id) => facts.role(id)?.name ?? [])
					: undefined,
			at: clock.now(),
		};
	}
}
