/**
 * What a member may do in the whole server, by their roles and @everyone's. A channel's overwrites don't count:
 * whoever may manage one channel can set any bit there, even Administrator.
 */
export interface MemberRights {
	/** The owner too. */
	readonly isAdministrator: boolean;
	/** Never an administrator. */
	readonly isTimedOut: boolean;
	/** Discord's permission bits: administrators have all of them, a timed-out member none. */
	has(permission: bigint): boolean;
	/** Whether the role is below the member's highest one: only such roles can be handed out in Discord. */
	isAbove(roleId: string): boolean;
}
