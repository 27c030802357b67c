/** A user's standing in a guild. `unknown`: Discord is unavailable. */
export type Membership = 'member' | 'bot' | 'absent' | 'unknown';

export interface MemberFacts {
	/** The display name in the guild. Untrusted text. */
	readonly displayName: string;
	readonly avatarUrl: string;
	/** Milliseconds since the epoch; undefined for guests. */
	readonly joinedAt: number | undefined;
}

/** Discord queries about a member, without a Discord library. They never reject. */
export interface MemberQueries {
	/** @returns undefined if they aren't a member, or Discord doesn't say */
	memberFacts(guildId: string, userId: string): Promise<MemberFacts | undefined>;
	membershipOf(guildId: string, userId: string): Promise<Membership>;
}
