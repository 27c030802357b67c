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

/**
 * A member's server-wide rights, from their roles and @everyone. Channel overwrites don't count: a member who may
 * manage one channel can set any bit there, even Administrator.
 */
export interface MemberRights {
	/** Includes the owner. */
	readonly isAdministrator: boolean;
	/** Never true for administrators. */
	readonly isTimedOut: boolean;
	/** Discord's permission bits: administrators have all of them, a timed-out member none. */
	has(permission: bigint): boolean;
	/** True if the role is below the member's highest one: only such roles can be given in Discord. */
	isAbove(roleId: string): boolean;
}
