import type { Clock } from '../../base/clock.js';
import { shownPurchase } from '../../base/shown-purchase.js';
import type { Claim } from '../../claims/claim.js';
import type { ClaimDetails } from '../../claims/claim-details.js';
import type { GuildQueries } from '../../guilds/guild-facts.js';
import type { GuildSettingsStore } from '../../guilds/guild-settings.js';
import type { ServedGuilds } from '../../guilds/served-guilds.js';
import type { Notices } from '../../notifications/notices.js';
import { wantedRoles } from '../../roles/role-plan.js';
import type { Dispute } from './dispute.js';
import type { DisputedClaim } from './dispute-facts.js';

export interface OutcomeNoticeParts {
	readonly notices: Pick<Notices, 'notify'>;
	readonly served: ServedGuilds;
	readonly roleNames: Pick<RoleNames, 'of'>;
}

type NoticeText = Parameters<Notices['notify']>[2];

/**
 * The server in which the member got the purchase: one that they know, so that it doesn't reveal where the other account
 * is.
 * @param otherwise if that is unknown or no longer served
 */
export function placeFor(
	{ history }: Pick<ClaimDetails, 'history'>,
	userId: string,
	served: ServedGuilds,
	otherwise: string,
): string {
	const got = history.findLast(
		({ what, by, member, to }) =>
			(what === 'claimed' && by === userId) || to === userId || (what === 'gave' && member === userId),
	)?.guildId;
	return got !== undefined && served.serves(got) ? got : (served.ids[0] ?? otherwise);
}

/** Notifies both sides of the outcome, each once, however often this is called. Rejects with the store's errors. */
export async function notifyOutcome(
	{ notices, served, roleNames }: OutcomeNoticeParts,
	{ decided, state, claimantId, guildId, reference }: Dispute,
	{ file, ending }: DisputedClaim,
): Promise<void> {
	if (decided === undefined || state === 'withdrawn' || file === undefined) return;
	const purchase = shownPurchase(file.item.name, ending);
	const notify = async (userId: string, place: string, notice: NoticeText) => {
		if (userId === 'deleted') return;
		await notices.notify(
			userId,
			place,
			notice,
			`dispute-${reference}-${notice.kind}-${decided.at.toString(36)}`,
		);
	};
	const notifyOwner = async (userId: string) => {
		const claim = file.claims.find(({ holderId }) => holderId === userId);
		if (claim === undefined) return;
		const place = placeFor(file, userId, served, guildId);
		const roles = [...(await roleNames.of(place, claim))].slice(0, 25);
		await notify(userId, place, { kind: 'yours', purchase, roles });
	};
	const holderId = decided.holderId ?? 'deleted';
	const lost: NoticeText = { kind: 'lost', how: 'moved', purchase };
	if (state === 'moved') {
		await notifyOwner(claimantId);
		// A holder who has let it go has already read that.
		if (decided.by !== holderId) await notify(holderId, placeFor(file, holderId, served, guildId), lost);
	} else if (state === 'freed') await notify(claimantId, guildId, { kind: 'free', purchase });
	else if (state === 'left') {
		await notify(claimantId, guildId, decided.isUndone === true ? lost : { kind: 'stays', purchase });
		if (decided.isUndone === true) await notifyOwner(holderId);
	}
}

export class RoleNames {
	readonly #guilds: Pick<GuildSettingsStore, 'rulesOf'>;
	readonly #discord: Pick<GuildQueries, 'factsOf'>;
	readonly #clock: Pick<Clock, 'now'>;

	constructor(parts: {
		readonly guilds: Pick<GuildSettingsStore, 'rulesOf'>;
		readonly discord: Pick<GuildQueries, 'factsOf'>;
		readonly clock: Pick<Clock, 'now'>;
	}) {
		this.#guilds = parts.guilds;
		this.#discord = parts.discord;
		this.#clock = parts.clock;
	}

	/** The names of the roles in the guild that follow from the claim. */
	async of(guildId: string, claim: Claim): Promise<readonly string[]> {
		const rules = await this.#guilds.rulesOf(guildId);
		if (rules === undefined) return [];
		const facts = this.#discord.factsOf(guildId);
		return [...wantedRoles([claim], rules, this.#clock.now())].flatMap((id) => facts?.role(id)?.name ?? []);
	}
}
