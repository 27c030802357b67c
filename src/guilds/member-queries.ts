/** A user's standing in a guild. `unknown`: Discord is unavailable. */
type Membership = 'member' | 'bot' | 'absent' | 'unknown';

/** A member of a guild as Discord shows them. */
export interface MemberFacts {
	/** As the guild's members see it. Foreign text. */
	readonly displayName: string;
	readonly avatarUrl: string;
	/** Milliseconds since the epoch; undefined for guests. */
	readonly joinedAt: number | undefined;
}

/** Questions to Discord about a person in a guild, without its library. Neither rejects. */
export interface MemberQueries {
	/** @returns undefined if they aren't a member, or Discord doesn't say */
	memberFacts(guildId: string, userId: string): Promise<MemberFacts | undefined>;
	membershipOf(guildId: string, userId: string): Promise<Membership>;
}
