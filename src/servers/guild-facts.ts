import type { MessageKey } from '../i18n/messages.js';

type NameOf<Key> = Key extends `permission.${infer Name}` ? Name : never;

/** A permission that has a text, by its name in Discord's API. `Unknown`: one that is newer than this version. */
export type Permission = NameOf<MessageKey>;

export interface RoleFacts {
	readonly name: string;
	readonly isEveryone: boolean;
	/** It belongs to a bot, an integration or server boosters, so it can't be given. */
	readonly isManaged: boolean;
	/** True if everyone can mention it. */
	readonly isMentionable?: boolean;
	readonly isBelowBot: boolean;
	/** Its permissions, except harmless ones and those that @everyone has. */
	readonly powers: readonly Permission[];
	readonly powerBits: bigint;
	/** True if its members may manage roles, through it or @everyone. */
	readonly canManageRoles: boolean;
	/** Ids of the channels that it opens to its members, and that @everyone can't see; without hidden channels. */
	readonly opens: readonly string[];
}

export interface ChannelFacts {
	readonly name: string;
	readonly takesMessages: boolean;
	/** True if only members who have confirmed their age can use it. */
	readonly isAgeRestricted?: boolean;
	/** The permissions that @everyone lacks there; empty if any member sees a panel, and reads earlier messages. */
	readonly everyoneLacks: readonly Permission[];
	/** True if the bot can mention every role there. */
	readonly canMention?: boolean;
	/** The permissions that the bot lacks to post there. */
	readonly lacking: readonly Permission[];
	/** True if the bot can post files there. */
	readonly canAttach?: boolean;
}

/** The facts about a guild that its settings depend on. */
export interface GuildFacts {
	readonly id: string;
	readonly name: string;
	readonly canManageRoles: boolean;
	/** Undefined if the guild has no such role. */
	role(roleId: string): RoleFacts | undefined;
	/**
	 * Undefined if the guild has no such channel. `hidden`: the bot can't see it. Discord sends an invented name and
	 * permissions for it over the gateway, and leaves it out over REST.
	 */
	channel(channelId: string): ChannelFacts | 'hidden' | undefined;
	/** The number of channels, without categories and threads, that the bot can't see; undefined if unknown. */
	readonly hiddenChannels?: number | undefined;
}

/** Queries about guilds and their members, without a Discord library. None rejects. */
export interface GuildQueries {
	/** The guild as the gateway last reported it; undefined during an outage of Discord. */
	factsOf(guildId: string): GuildFacts | undefined;
	/** The current number of members with the role; undefined if Discord doesn't say. */
	holdersOf(guildId: string, roleId: string): Promise<number | undefined>;
	/** The roles that members choose in the guild's onboarding; undefined if Discord doesn't say. `fresh`: uncached. */
	selfChosenRoles(guildId: string, fresh?: boolean): Promise<ReadonlySet<string> | undefined>;
	/** True if the panel's message still exists, or Discord doesn't say. */
	isPanelThere(panel: PostedPanel): Promise<boolean>;
	/** @returns undefined if they aren't a member, or Discord doesn't say */
	memberFacts(guildId: string, userId: string): Promise<MemberFacts | undefined>;
	membershipOf(guildId: string, userId: string): Promise<Membership>;
	/**
	 * Usernames for staff, also of former members, whom clients can't resolve from a mention. Skips ids that aren't
	 * snowflakes, and members of the guild `except`, whose mentions say enough.
	 */
	namesOf(
		userIds: readonly (string | undefined)[],
		except?: string,
	): Promise<(userId: string) => string | undefined>;
}

export type RoleMade =
	| { readonly kind: 'made'; readonly roleId: string }
	/** The bot can't manage roles. */
	| { readonly kind: 'powerless' }
	/** The server has reached Discord's limit for roles. */
	| { readonly kind: 'full' }
	/** No response: the role may have been created all the same. */
	| { readonly kind: 'unknown' };

/** A message with which members verify: the one remembered for its channel. */
export interface PostedPanel {
	readonly channelId: string;
	readonly messageId: string;
}

/** A user's standing in a guild. `unknown`: Discord is unavailable. */
export type Membership = 'member' | 'bot' | 'absent' | 'unknown';

export interface MemberFacts {
	/** The display name in the guild. Untrusted text. */
	readonly displayName: string;
	readonly avatarUrl: string;
	/** Milliseconds since the epoch; undefined for guests. */
	readonly joinedAt: number | undefined;
}

/** Without channel overwrites: a member who may manage one channel can set any bit there, even Administrator. */
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

export interface OwnGuild {
	readonly id: string;
	readonly name: string;
}

/**
 * The only guild of the bot, served without configuration if the application's owner also owns it. `several`:
 * more than one; `foreign`: another owner's, because anyone can invite the bot first. Names are safe for a terminal.
 */
export type OnlyGuild =
	| { readonly kind: 'own'; readonly guild: OwnGuild }
	| { readonly kind: 'none' }
	| { readonly kind: 'several' | 'foreign'; readonly guilds: readonly OwnGuild[] };

/** The bot's own Discord account, without a Discord library. Rejects with Discord's errors. */
export interface BotAccount {
	/** The guild that is served without configuration. */
	onlyGuild(): Promise<OnlyGuild>;
	isIn(guildId: string): Promise<boolean>;
	/** True if any command is registered in these guilds, or globally. */
	hasCommands(guildIds: readonly string[]): Promise<boolean>;
	/** The application's owner, or the owner of its team followed by the accepted team members. */
	operatorIds(): Promise<readonly string[]>;
	leave(guildId: string): Promise<void>;
}
