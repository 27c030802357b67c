/**
 * What a member may do in the whole server, by their roles and @everyone's. What a channel's overwrites add counts for
 * nothing: they can carry any bit, Administrator's too, for whoever may manage one channel.
 */
export interface MemberRights {
	/** The owner too. */
	readonly isAdministrator: boolean;
	/** Never an administrator. */
	readonly isTimedOut: boolean;
	/** By Discord's permission bits: administrators have every one, who is timed out has none. */
	has(permission: bigint): boolean;
	/** Whether the role is below the member's highest one: only such roles can be handed out in Discord. */
	isAbove(roleId: string): boolean;
}
