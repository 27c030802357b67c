export interface MemberRef {
	readonly guildId: string;
	readonly userId: string;
}
