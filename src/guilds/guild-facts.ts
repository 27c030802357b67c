/**
 * Permissions that nobody should get by buying something, named as in Discord's API. `Unknown`: one that this version
 * has no name for, and so can't call harmless.
 */
export type Power =
	| 'Unknown'
	| 'Administrator'
	| 'ManageGuild'
	| 'ManageRoles'
	| 'ManageChannels'
	| 'ManageWebhooks'
	| 'ManageMessages'
	| 'ManageThreads'
	| 'ManageNicknames'
	| 'ManageEvents'
	| 'ManageGuildExpressions'
	| 'KickMembers'
	| 'BanMembers'
	| 'ModerateMembers'
	| 'MentionEveryone'
	| 'MuteMembers'
	| 'DeafenMembers'
	| 'MoveMembers'
	| 'PrioritySpeaker'
	| 'ViewAuditLog'
	| 'ViewGuildInsights'
	| 'ViewCreatorMonetizationAnalytics'
	| 'CreateGuildExpressions'
	| 'CreateEvents'
	| 'PinMessages'
	| 'BypassSlowmode';

/** What the bot needs in a channel to write to it. */
export type ChannelNeed = 'ViewChannel' | 'SendMessages';

/** What a member needs to see what was posted in a channel before they came. */
export type ReaderNeed = 'ViewChannel' | 'ReadMessageHistory';

export interface RoleFacts {
	readonly name: string;
	readonly isEveryone: boolean;
	/** It belongs to a bot, an integration or the boosters: nobody can give it. */
	readonly isManaged: boolean;
	readonly isBelowBot: boolean;
	/** What it allows beyond what everybody may and what is harmless. */
	readonly powers: readonly Power[];
	/** The same as permission bits. */
	readonly powerBits: bigint;
	/** Whether who has it may manage roles, by it or as everybody. */
	readonly canManageRoles: boolean;
	/** Ids of the channels that it opens to who has it, and that not everybody can see. */
	readonly opens: readonly string[];
}

export interface ChannelFacts {
	readonly name: string;
	readonly takesMessages: boolean;
	/** Whether every member can read it. */
	readonly isOpenToAll: boolean;
	/** What not everybody is allowed there: empty where any member sees a panel. */
	readonly everyoneLacks: readonly ReaderNeed[];
	/** What the bot is not allowed there. */
	readonly lacking: readonly ChannelNeed[];
}

/** A guild as far as the settings depend on it. */
export interface GuildFacts {
	readonly id: string;
	readonly name: string;
	/** Whether the bot may manage roles. */
	readonly canManageRoles: boolean;
	/** Undefined: there is no such role in this guild. */
	role(roleId: string): RoleFacts | undefined;
	/** Undefined: there is no such channel in this guild, or the bot can't see it. */
	channel(channelId: string): ChannelFacts | undefined;
}
