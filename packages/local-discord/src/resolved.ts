import { ClientRefusal } from './client-refusal.js';
import type { Guild } from './guild.js';
import { channelPayload, interactionMemberPayload, rolePayload } from './guild-payloads.js';
import type { PickableKind } from './pickable.js';
import { type UserDirectory, userPayload } from './users.js';

/** The `resolved` part of an interaction: the objects behind its ids. */
export interface Resolved {
	users?: Record<string, unknown>;
	members?: Record<string, unknown>;
	roles?: Record<string, unknown>;
	channels?: Record<string, unknown>;
	attachments?: Record<string, unknown>;
}

/** The place of a pick, and the person. */
export interface PickingPlace {
	readonly guild: Guild;
	readonly users: UserDirectory;
	readonly channelId: string;
	readonly userId: string;
	/** Picks something that the client does not offer, as a forged interaction does. Unknown ids stay unresolved. */
	readonly force?: boolean | undefined;
}

/** Throws ClientRefusal if an id is not one that the person could have picked. */
export function resolveIds(
	{ guild, users, channelId, userId, force = false }: PickingPlace,
	kind: PickableKind,
	ids: readonly string[],
): Resolved {
	const resolved: Resolved = {};
	for (const id of ids) {
		const user = kind === 'user' || kind === 'mentionable' ? users.find(id) : undefined;
		const role = kind === 'role' || kind === 'mentionable' ? guild.roles.get(id) : undefined;
		const channel = kind === 'channel' ? guild.channels.get(id) : undefined;
		if (user !== undefined) {
			resolved.users = { ...resolved.users, [id]: userPayload(user) };
			const member = guild.members.get(id);
			// A user who isn't in the server can be picked by id, or from a message that they left.
			if (member === undefined) continue;
			const {
				user: _,
				deaf: _deaf,
				mute: _mute,
				...partial
			} = interactionMemberPayload(guild, member, channelId);
			resolved.members = { ...resolved.members, [id]: partial };
		} else if (role !== undefined) {
			resolved.roles = { ...resolved.roles, [id]: rolePayload(role) };
		} else if (channel !== undefined) {
			// The channel is whole even if the bot can't see it, but an interaction shows no overwrites.
			const { permission_overwrites: _, ...shown } = {
				permission_overwrites: [],
				...channelPayload(guild, channel),
			};
			const payload = {
				...shown,
				permissions: String(guild.permissionsOf(userId, id)),
				app_permissions: String(guild.permissionsOf(guild.botId, id)),
			};
			resolved.channels = { ...resolved.channels, [id]: payload };
		} else if (!force) {
			throw new ClientRefusal(`There is no ${kind} ${id} to pick in this server`);
		}
	}
	return resolved;
}

export function mergeResolved(parts: readonly Resolved[]): Resolved | undefined {
	const merged: Resolved = {};
	for (const part of parts) {
		for (const key of ['users', 'members', 'roles', 'channels', 'attachments'] as const) {
			if (part[key] !== undefined) merged[key] = { ...merged[key], ...part[key] };
		}
	}
	return Object.keys(merged).length === 0 ? undefined : merged;
}
