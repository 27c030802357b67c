/** A member of a guild, by Discord's ids. */
export interface MemberRef {
	readonly guildId: string;
	readonly userId: string;
}
