import { ChannelType } from 'discord-api-types/v10';
import type { Overwrite } from './permissions.js';
import type { User } from './users.js';

/** A role of a server. */
export interface Role {
	readonly id: string;
	name: string;
	/** A sum of Discord's permission bits. */
	permissions: bigint;
	/** @everyone is 0. A higher position ranks above; of two roles in the same position, the older one does. */
	position: number;
	/** Owned by an integration: no member can give or remove it by hand. */
	readonly isManaged: boolean;
	/** An RGB number; 0 means no color. */
	readonly color: number;
	/** True if its members are listed separately in the list of members. */
	readonly isHoisted: boolean;
	/** True if every member may mention it. */
	readonly isMentionable: boolean;
	/** The bot that owns this role. */
	readonly botId: string | undefined;
}

const threads = [
	ChannelType.PublicThread,
	ChannelType.PrivateThread,
	ChannelType.AnnouncementThread,
] as const;
/** Channels that contain no messages. */
const withoutMessages: readonly ChannelType[] = [
	ChannelType.GuildCategory,
	ChannelType.GuildForum,
	ChannelType.GuildMedia,
];

type GuildChannelType =
	| ChannelType.GuildText
	| ChannelType.GuildAnnouncement
	| ChannelType.GuildCategory
	| ChannelType.GuildVoice
	| ChannelType.GuildStageVoice
	| ChannelType.GuildForum
	| ChannelType.GuildMedia
	| (typeof threads)[number];

/** A channel or thread of a server. */
export interface Channel {
	readonly id: string;
	readonly name: string;
	readonly type: GuildChannelType;
	readonly position: number;
	/** The channel that a thread belongs to. */
	readonly parentId: string | undefined;
	/** Empty for a thread: its channel's overwrites apply. */
	overwrites: readonly Overwrite[];
	/** True if the channel is only for adults. A thread inherits this from its channel. */
	readonly isAgeRestricted?: boolean;
	/** Seconds that members have to wait between two messages. */
	readonly slowMode?: number;
}

/** A user in a server. */
export interface Member {
	readonly user: User;
	readonly roleIds: Set<string>;
	/** Milliseconds since the epoch. */
	readonly joinedAt: number;
	/** The end of the member's timeout, in milliseconds since the epoch. */
	timedOutUntil?: number | undefined;
	/** True if the member still has to agree to the server's rules (membership screening). */
	isPending?: boolean;
}

/** A change that the rest of the stand-in needs to know about. */
export type GuildChange =
	| { readonly type: 'server-changed' }
	| {
			readonly type: 'role-created' | 'role-changed' | 'role-deleted';
			readonly role: Role;
			readonly reason?: string | undefined;
	  }
	| { readonly type: 'channel-created' | 'channel-changed' | 'channel-deleted'; readonly channel: Channel }
	| { readonly type: 'member-joined' | 'member-left'; readonly member: Member }
	| { readonly type: 'member-changed'; readonly member: Member }
	| {
			readonly type: 'role-added' | 'role-removed';
			readonly member: Member;
			readonly role: Role;
			readonly reason: string | undefined;
	  };

export function isThread(channel: Channel): boolean {
	return threads.some((type) => type === channel.type);
}

export function takesMessages(channel: Channel): boolean {
	return !withoutMessages.includes(channel.type);
}

/** True if `role` is above `other`. */
export function isAbove(role: Role, other: Role): boolean {
	if (role.position !== other.position) return role.position > other.position;
	return BigInt(role.id) < BigInt(other.id);
}
