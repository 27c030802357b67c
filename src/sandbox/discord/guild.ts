import { ChannelType } from 'discord.js';
import { type ApiError, apiError } from './api-error.js';
import type { Clock } from './clock.js';
import { computePermissions, DEFAULT_EVERYONE, type Overwrite } from './permissions.js';
import type { SnowflakeFactory } from './snowflake.js';
import type { User } from './users.js';

export interface Role {
	readonly id: string;
	name: string;
	permissions: bigint;
	/** @everyone is 0; of two roles the one with the higher position stands above. */
	position: number;
	/** Owned by an integration: nobody can give or take it by hand. */
	readonly isManaged: boolean;
	readonly color: number;
	/** The bot whose own role it is. */
	readonly botId: string | undefined;
}

export interface Channel {
	readonly id: string;
	readonly name: string;
	readonly type: ChannelType.GuildText | ChannelType.GuildAnnouncement | ChannelType.GuildCategory;
	readonly position: number;
	overwrites: readonly Overwrite[];
}

export interface Member {
	readonly user: User;
	readonly roleIds: Set<string>;
	/** Milliseconds since the epoch. */
	readonly joinedAt: number;
	/** Until then the member is timed out, in milliseconds since the epoch. */
	timedOutUntil?: number | undefined;
	/** Whether the server's rules are still to be agreed to (membership screening). */
	isPending?: boolean;
}

/** A change that the rest of the stand-in has to hear of. */
export type GuildChange =
	| { readonly type: 'role-created' | 'role-changed'; readonly role: Role }
	| { readonly type: 'role-deleted'; readonly role: Role }
	| { readonly type: 'channel-created' | 'channel-changed' | 'channel-deleted'; readonly channel: Channel }
	| { readonly type: 'member-joined' | 'member-left'; readonly member: Member }
	| { readonly type: 'member-changed'; readonly member: Member }
	| {
			readonly type: 'role-added' | 'role-removed';
			readonly member: Member;
			readonly role: Role;
			readonly reason: string | undefined;
	  };

export interface GuildParts {
	readonly name: string;
	readonly locale: string;
	readonly owner: User;
	readonly bot: User;
	/** What the bot's own role holds. */
	readonly botPermissions: bigint;
	readonly clock: Clock;
	readonly ids: SnowflakeFactory;
	readonly onChange: (guild: Guild, change: GuildChange) => void;
}

/** One server: its roles, channels and members. Its methods are what its people do; each tells of its changes. */
export class Guild {
	readonly id: string;
	readonly name: string;
	/** Discord's locale of the server, such as `en-US`. */
	readonly locale: string;
	readonly ownerId: string;
	/** The bot's own, managed role. */
	readonly botRole: Role;
	readonly roles = new Map<string, Role>();
	readonly channels = new Map<string, Channel>();
	readonly members = new Map<string, Member>();
	readonly #parts: GuildParts;

	constructor(parts: GuildParts) {
		this.#parts = parts;
		this.id = parts.ids.next();
		this.name = parts.name;
		this.locale = parts.locale;
		this.ownerId = parts.owner.id;
		this.#newRole({ id: this.id, name: '@everyone', permissions: DEFAULT_EVERYONE });
		this.botRole = this.#newRole({
			name: parts.bot.displayName,
			permissions: parts.botPermissions,
			isManaged: true,
			botId: parts.bot.id,
		});
		for (const [user, roleIds] of [
			[parts.owner, []],
			[parts.bot, [this.botRole.id]],
		] as const) {
			this.members.set(user.id, { user, roleIds: new Set(roleIds), joinedAt: parts.clock.now() });
		}
	}

	/** Makes a role, at the bottom as Discord does, or at `position` (1 is the lowest). */
	addRole(options: {
		readonly name: string;
		readonly permissions?: bigint;
		readonly position?: number;
		readonly isManaged?: boolean;
		readonly color?: number;
	}): Role {
		const role = this.#newRole(options);
		this.#changed({ type: 'role-created', role });
		this.moveRole(role.id, options.position ?? 1);
		return role;
	}

	/** Moves a role to `position`; the others make room. */
	moveRole(roleId: string, position: number): void {
		const moved = this.role(roleId);
		const others = this.rolesFromBelow().filter((role) => role !== moved);
		others.splice(Math.max(1, position), 0, moved);
		for (const [at, role] of others.entries()) {
			if (role.position === at) continue;
			role.position = at;
			this.#changed({ type: 'role-changed', role });
		}
	}

	setRolePermissions(roleId: string, permissions: bigint): void {
		const role = this.role(roleId);
		role.permissions = permissions;
		this.#changed({ type: 'role-changed', role });
	}

	renameRole(roleId: string, name: string): void {
		const role = this.role(roleId);
		role.name = name;
		this.#changed({ type: 'role-changed', role });
	}

	/** Deletes a role: those who had it lose it. */
	deleteRole(roleId: string): void {
		const role = this.role(roleId);
		this.roles.delete(roleId);
		for (const member of this.members.values()) member.roleIds.delete(roleId);
		this.#changed({ type: 'role-deleted', role });
	}

	addChannel(options: {
		readonly name: string;
		readonly type?: Channel['type'];
		readonly overwrites?: readonly Overwrite[];
	}): Channel {
		const channel: Channel = {
			id: this.#parts.ids.next(),
			name: options.name,
			type: options.type ?? ChannelType.GuildText,
			position: this.channels.size,
			overwrites: options.overwrites ?? [],
		};
		this.channels.set(channel.id, channel);
		this.#changed({ type: 'channel-created', channel });
		return channel;
	}

	setOverwrites(channelId: string, overwrites: readonly Overwrite[]): void {
		const channel = this.channel(channelId);
		channel.overwrites = overwrites;
		this.#changed({ type: 'channel-changed', channel });
	}

	deleteChannel(channelId: string): void {
		const channel = this.channel(channelId);
		this.channels.delete(channelId);
		this.#changed({ type: 'channel-deleted', channel });
	}

	/** Lets a user in, for the first time or again: a member who comes back has lost all roles. */
	addMember(user: User, roleIds: readonly string[] = []): Member {
		const member: Member = { user, roleIds: new Set(roleIds), joinedAt: this.#parts.clock.now() };
		this.members.set(user.id, member);
		this.#changed({ type: 'member-joined', member });
		return member;
	}

	removeMember(userId: string): void {
		const member = this.member(userId);
		this.members.delete(userId);
		this.#changed({ type: 'member-left', member });
	}

	/** Times a member out until then (milliseconds since the epoch); undefined lifts it. */
	timeOut(userId: string, until: number | undefined): void {
		const member = this.member(userId);
		member.timedOutUntil = until;
		this.#changed({ type: 'member-changed', member });
	}

	/** Whether the member still has to agree to the server's rules. */
	setPending(userId: string, isPending: boolean): void {
		const member = this.member(userId);
		member.isPending = isPending;
		this.#changed({ type: 'member-changed', member });
	}

	/** Gives a role, as staff would by hand, or the bot with its `reason`. Giving it twice changes nothing. */
	giveRole(userId: string, roleId: string, reason?: string): void {
		const [member, role] = [this.member(userId), this.role(roleId)];
		if (member.roleIds.has(roleId)) return;
		member.roleIds.add(roleId);
		this.#changed({ type: 'role-added', member, role, reason });
		this.#changed({ type: 'member-changed', member });
	}

	/** Takes a role. Taking what isn't there changes nothing. */
	takeRole(userId: string, roleId: string, reason?: string): void {
		const [member, role] = [this.member(userId), this.role(roleId)];
		if (!member.roleIds.delete(roleId)) return;
		this.#changed({ type: 'role-removed', member, role, reason });
		this.#changed({ type: 'member-changed', member });
	}

	/** Throws ApiError 10011 where there is none. So do `channel` (10003) and `member` (10007). */
	role(roleId: string): Role {
		return found(this.roles.get(roleId), apiError('unknownRole'));
	}

	channel(channelId: string): Channel {
		return found(this.channels.get(channelId), apiError('unknownChannel'));
	}

	member(userId: string): Member {
		return found(this.members.get(userId), apiError('unknownMember'));
	}

	/** @everyone first, the highest last. */
	rolesFromBelow(): Role[] {
		return [...this.roles.values()].sort((left, right) => left.position - right.position);
	}

	/** The position of a member's highest role. */
	highestPosition(userId: string): number {
		const roles = [...this.member(userId).roleIds].map((id) => this.roles.get(id)?.position ?? 0);
		return Math.max(0, ...roles);
	}

	/** What a member may do in the server, or in one of its channels. */
	permissionsOf(userId: string, channelId?: string): bigint {
		const roleIds = [this.id, ...this.member(userId).roleIds];
		return computePermissions({
			guildId: this.id,
			userId,
			isOwner: userId === this.ownerId,
			roles: roleIds.flatMap((id) => this.roles.get(id) ?? []),
			overwrites: channelId === undefined ? [] : this.channel(channelId).overwrites,
		});
	}

	#newRole(options: {
		readonly id?: string;
		readonly name: string;
		readonly permissions?: bigint;
		readonly isManaged?: boolean;
		readonly color?: number;
		readonly botId?: string;
	}): Role {
		const role: Role = {
			id: options.id ?? this.#parts.ids.next(),
			name: options.name,
			permissions: options.permissions ?? 0n,
			position: this.roles.size,
			isManaged: options.isManaged ?? false,
			color: options.color ?? 0,
			botId: options.botId,
		};
		this.roles.set(role.id, role);
		return role;
	}

	#changed(change: GuildChange): void {
		this.#parts.onChange(this, change);
	}
}

function found<T>(value: T | undefined, error: ApiError): T {
	if (value === undefined) throw error;
	return value;
}
