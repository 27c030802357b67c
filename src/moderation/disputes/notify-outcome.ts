import type { Claim } from '../../claims/claim.js';
import type { ServedGuilds } from '../../guilds/served-guilds.js';
import type { Notices } from '../../notifications/notices.js';
import type { Dispute } from './dispute.js';
import type { DisputedClaim } from './dispute-facts.js';
import type { RoleNames } from './role-names.js';

export interface OutcomeNoticeParts {
	readonly notices: Pick<Notices, 'tell'>;
	readonly served: Pick<ServedGuilds, 'homeId'>;
	readonly roleNames: Pick<RoleNames, 'of'>;
}

type NoticeText = Parameters<Notices['tell']>[2];

/** A server that the holder knows: never one that tells where the other account is. */
export function placeFor({ guildIds }: Claim, guildId: string, homeId: string | undefined): string {
	const home = homeId ?? guildId;
	if (guildIds.includes(guildId)) return guildId;
	return guildIds.includes(home) ? home : (guildIds[0] ?? home);
}

/** Tells both sides how their dispute has ended, each once, however often this is called. Rejects as the store does. */
export async function notifyOutcome(
	{ notices, served, roleNames }: OutcomeNoticeParts,
	{ decided, state, claimantId, guildId, reference }: Dispute,
	{ file, ending }: DisputedClaim,
): Promise<void> {
	if (decided === undefined || state === 'withdrawn' || file === undefined) return;
	const purchase = { name: file.item.name.slice(0, 300), ending };
	const tell = async (userId: string, place: string, notice: NoticeText) => {
		if (userId === 'deleted') return;
		await notices.tell(
			userId,
			place,
			notice,
			`dispute-${reference}-${notice.kind}-${decided.at.toString(36)}`,
		);
	};
	const tellOwner = async (userId: string) => {
		const claim = file.claims.find(({ holderId }) => holderId === userId);
		if (claim === undefined) return;
		const place = placeFor(claim, guildId, served.homeId);
		const roles = [...(await roleNames.of(place, claim))].slice(0, 25);
		await tell(userId, place, { kind: 'yours', purchase, roles });
	};
	const lost: NoticeText = { kind: 'lost', how: 'moved', purchase };
	const holderId = decided.holderId ?? 'deleted';
	if (state === 'moved') {
		await tellOwner(claimantId);
		// Whoever has let it go has read that already.
		if (decided.by !== holderId) await tell(holderId, served.homeId ?? guildId, lost);
	} else if (state === 'freed') await tell(claimantId, guildId, { kind: 'free', purchase });
	else if (state === 'left') {
		await tell(claimantId, guildId, decided.isUndone === true ? lost : { kind: 'stays', purchase });
		if (decided.isUndone === true) await tellOwner(holderId);
	}
}
