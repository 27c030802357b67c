import { ChannelType, PermissionFlagsBits } from 'discord-api-types/v10';
import { type ApiError, apiError } from './api-error.js';
import { announceGuildChange } from './guild-events.js';
import { type Channel, type GuildChange, isAbove, isThread, type Member, type Role } from './guild-parts.js';
import { allows, computePermissions, defaultBot, defaultEveryone, type Overwrite } from './permissions.js';
import type { User } from './users.js';
import type { World } from './world.js';

/**
 * A server with its roles, channels and members. Its methods are the actions of its people; each reports its changes.
 */
export class Guild {
	readonly id: string;
	name: string;
	/** Discord's locale of the server, such as `en-US`. */
	locale: string;
	ownerId: string;
	/**
	 * The hash of the server's icon, which is at `https://cdn.discordapp.com/icons/ID/HASH.png`; undefined without one.
	 */
	icon: string | undefined;
	/**
	 * The channel in which Discord greets new members, and in which applications may introduce themselves; undefined if
	 * there is none.
	 */
	systemChannelId: string | undefined;
	/** The bot's own, managed role. */
	readonly botRole: Role;
	readonly botId: string;
	readonly roles = new Map<string, Role>();
	readonly channels = new Map<string, Channel>();
	readonly members = new Map<string, Member>();
	/** The roles that members can choose for themselves during onboarding. */
	onboardingRoleIds: readonly string[] = [];
	/** The permission overrides of commands, as chosen in the server's settings, by command id. */
	readonly commandPermissions = new Map<string, readonly { roleId: string; isAllowed: boolean }[]>();
	readonly #world: World;

	/** The name behind an id; undefined if it doesn't exist (anymore). Can be passed on, for example to `drawPhone`. */
	readonly nameOf = (kind: 'user' | 'role' | 'channel', id: string): string | undefined => {
		switch (kind) {
			case 'user':
				return this.members.get(id)?.user.displayName;
			case 'role':
				return this.roles.get(id)?.name;
			case 'channel':
				return this.channels.get(id)?.name;
		}
	};

	constructor(world: World, { name, locale, owner }: { name: string; locale: string; owner: User }) {
		const { ids, bot, clock, options } = world;
		this.#world = world;
		this.id = ids.next();
		this.name = name;
		this.locale = locale;
		this.ownerId = owner.id;
		this.botId = bot.id;
		this.icon = undefined;
		this.#newRole({ id: this.id, name: '@everyone', permissions: defaultEveryone });
		this.botRole = this.#newRole({
			name: bot.displayName,
			permissions: options.botPermissions ?? defaultBot,
			isManaged: true,
			botId: bot.id,
		});
		for (const [user, roleIds] of [
			[owner, []],
			[bot, [this.botRole.id]],
		] as const) {
			this.members.set(user.id, { user, roleIds: new Set(roleIds), joinedAt: clock.now() });
		}
	}

	/** Renames the server, changes its language or system channel, or transfers it to another member. */
	change(changes: {
		readonly name?: string;
		readonly locale?: string;
		readonly ownerId?: string;
		readonly icon?: string | undefined;
		readonly systemChannelId?: string | undefined;
	}): void {
		Object.assign(this, changes);
		this.#changed({ type: 'server-changed' });
	}

	/** Creates a role, at the bottom as Discord does, or at `position` (1 is the lowest). `reason`: the bot's. */
	addRole(options: {
		readonly name: string;
		readonly permissions?: bigint;
		readonly position?: number;
		readonly isManaged?: boolean;
		readonly color?: number;
		readonly isHoisted?: boolean;
		readonly isMentionable?: boolean;
		readonly reason?: string | undefined;
	}): Role {
		const role = this.#newRole(options);
		this.#changed({ type: 'role-created', role, reason: options.reason });
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

	/** Changes the permissions of a role: a sum of Discord's permission bits. */
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

	/** Deletes a role, which its members lose. */
	deleteRole(roleId: string): void {
		const role = this.role(roleId);
		this.roles.delete(roleId);
		for (const member of this.members.values()) member.roleIds.delete(roleId);
		this.#changed({ type: 'role-deleted', role });
	}

	/** Creates a channel or thread; by default a text channel. */
	addChannel(options: {
		readonly name: string;
		readonly type?: Channel['type'];
		/** The channel of a thread. */
		readonly parentId?: string;
		readonly isAgeRestricted?: boolean;
		/** Seconds between two messages of a member. */
		readonly slowMode?: number;
		readonly overwrites?: readonly Overwrite[];
	}): Channel {
		const channel: Channel = {
			id: this.#world.ids.next(),
			name: options.name,
			type: options.type ?? ChannelType.GuildText,
			position: this.channels.size,
			parentId: options.parentId,
			overwrites: options.overwrites ?? [],
			isAgeRestricted: options.isAgeRestricted ?? false,
			slowMode: options.slowMode ?? 0,
		};
		this.channels.set(channel.id, channel);
		this.#changed({ type: 'channel-created', channel });
		return channel;
	}

	/** Replaces all of a channel's permission overwrites. */
	setOverwrites(channelId: string, overwrites: readonly Overwrite[]): void {
		const channel = this.channel(channelId);
		channel.overwrites = overwrites;
		this.#changed({ type: 'channel-changed', channel });
	}

	/** Deletes a channel with its threads; Discord reports only the channel. */
	deleteChannel(channelId: string): void {
		const channel = this.channel(channelId);
		for (const child of this.channels.values()) {
			if (child.parentId === channelId) this.channels.delete(child.id);
		}
		this.channels.delete(channelId);
		if (this.systemChannelId === channelId) this.systemChannelId = undefined;
		this.#changed({ type: 'channel-deleted', channel });
	}

	/** Adds a member, for the first time or again: a returning member has lost all roles. */
	addMember(user: User, roleIds: readonly string[] = []): Member {
		const member: Member = { user, roleIds: new Set(roleIds), joinedAt: this.#world.clock.now() };
		this.members.set(user.id, member);
		this.#changed({ type: 'member-joined', member });
		return member;
	}

	/** A member leaves, or is kicked. */
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

	/** True if a member is currently timed out. */
	isTimedOut(userId: string): boolean {
		return (this.member(userId).timedOutUntil ?? 0) > this.#world.clock.now();
	}

	/** Sets whether the member still has to agree to the server's rules. */
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

	/** Removes a role. Removing a missing one changes nothing. */
	takeRole(userId: string, roleId: string, reason?: string): void {
		const [member, role] = [this.member(userId), this.role(roleId)];
		if (!member.roleIds.delete(roleId)) return;
		this.#changed({ type: 'role-removed', member, role, reason });
		this.#changed({ type: 'member-changed', member });
	}

	/** The role with this id. Throws ApiError 10011 if there is none. */
	role(roleId: string): Role {
		return found(this.roles.get(roleId), apiError('unknownRole'));
	}

	/** The channel or thread with this id. Throws ApiError 10003 if there is none. */
	channel(channelId: string): Channel {
		return found(this.channels.get(channelId), apiError('unknownChannel'));
	}

	/** The member with this id. Throws ApiError 10007 if there is none. */
	member(userId: string): Member {
		return found(this.members.get(userId), apiError('unknownMember'));
	}

	/** @everyone first, the highest last. */
	rolesFromBelow(): Role[] {
		return [...this.roles.values()].sort((left, right) => (isAbove(left, right) ? 1 : -1));
	}

	/** True if a role is below one of a member's. */
	isBelowMember(role: Role, userId: string): boolean {
		return [...this.member(userId).roleIds].some((id) => {
			const held = this.roles.get(id);
			return held !== undefined && isAbove(held, role);
		});
	}

	/** A channel's overwrites; a thread has those of its channel. */
	overwritesOf(channelId: string): readonly Overwrite[] {
		const channel = this.channel(channelId);
		return channel.parentId !== undefined && isThread(channel)
			? this.channel(channel.parentId).overwrites
			: channel.overwrites;
	}

	/** A member's permissions in the server, or in one of its channels: a sum of Discord's permission bits. */
	permissionsOf(userId: string, channelId?: string): bigint {
		const roleIds = [this.id, ...this.member(userId).roleIds];
		return computePermissions({
			guildId: this.id,
			userId,
			isOwner: userId === this.ownerId,
			isTimedOut: this.isTimedOut(userId),
			roles: roleIds.flatMap((id) => this.roles.get(id) ?? []),
			overwrites: channelId === undefined ? [] : this.overwritesOf(channelId),
		});
	}

	/** True if the bot can't see a channel or thread, or has left. */
	isHiddenFromBot(channelId: string): boolean {
		if (!this.members.has(this.botId)) return true;
		return !allows(this.permissionsOf(this.botId, channelId), PermissionFlagsBits.ViewChannel);
	}

	#newRole(options: {
		readonly id?: string;
		readonly name: string;
		readonly permissions?: bigint;
		readonly isManaged?: boolean;
		readonly color?: number;
		readonly isHoisted?: boolean;
		readonly isMentionable?: boolean;
		readonly botId?: string;
	}): Role {
		const role: Role = {
			id: options.id ?? this.#world.ids.next(),
			name: options.name,
			permissions: options.permissions ?? 0n,
			position: this.roles.size,
			isManaged: options.isManaged ?? false,
			color: options.color ?? 0,
			isHoisted: options.isHoisted ?? false,
			isMentionable: options.isMentionable ?? false,
			botId: options.botId,
		};
		this.roles.set(role.id, role);
		return role;
	}

	#changed(change: GuildChange): void {
		if (this.#world.guilds.has(this.id)) announceGuildChange(this.#world, this, change);
	}
}

function found<T>(value: T | undefined, error: ApiError): T {
	if (value === undefined) throw error;
	return value;
}
