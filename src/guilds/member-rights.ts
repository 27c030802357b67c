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
