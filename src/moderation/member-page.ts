import type { MemberRef } from '../base/member-ref.js';
import type { createMemberRoles, MemberRolesNow } from './member-roles.js';
import type { Moderation } from './moderation.js';
import type { ModeratedPurchase } from './moderation-outcomes.js';

/** A member of a guild as Discord shows them. */
interface Facts {
	readonly displayName: string;
	readonly avatarUrl: string;
	/** Milliseconds since the epoch. */
	readonly joinedAt: number | undefined;
}

/** What staff see of a member. */
export interface MemberPage {
	readonly userId: string;
	/** Undefined where they are not in the server. */
	readonly facts: Facts | undefined;
	readonly roles: MemberRolesNow;
	/** When their pause for wrong codes ends, in milliseconds since the epoch; undefined: there is none. */
	readonly pausedUntil: number | undefined;
	/** The latest first; with those that they once held, where these are asked for. */
	readonly purchases: readonly ModeratedPurchase[];
	/** Whether there are any that they once held. */
	readonly hasFormer: boolean;
}

/** Puts together what staff see of a member in a guild. At home alone: their pause, which is no other server's business. */
export function createMemberPages(parts: {
	readonly moderation: Pick<Moderation, 'byMember' | 'isHome'>;
	readonly rolesOf: ReturnType<typeof createMemberRoles>['rolesOf'];
	readonly memberFacts: (guildId: string, userId: string) => Promise<Facts | undefined>;
	readonly pausedUntil: (userId: string) => Promise<number | undefined>;
}) {
	const { moderation, rolesOf, memberFacts, pausedUntil } = parts;
	return async function memberPage({ guildId, userId }: MemberRef, former: boolean): Promise<MemberPage> {
		const [facts, roles, paused, all] = await Promise.all([
			memberFacts(guildId, userId),
			rolesOf(guildId, userId),
			moderation.isHome(guildId) ? pausedUntil(userId) : undefined,
			moderation.byMember(userId, guildId, true),
		]);
		const held = all.filter(({ holderId }) => holderId === userId);
		const hasFormer = held.length < all.length;
		return { userId, facts, roles, pausedUntil: paused, purchases: former ? all : held, hasFormer };
	};
}
