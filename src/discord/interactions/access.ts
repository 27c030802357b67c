import { PermissionFlagsBits } from 'discord.js';
import type { Places } from '../../floors.js';
import type { Translator } from '../../i18n/translator.js';
import type { StaffRoles } from '../../services/setup/staff-roles.js';
import type { MessageView } from '../../ui/message.js';
import { refusalView } from '../../ui/refusal.js';
import type { Asked } from './asked.js';

/**
 * Who may use a command or a component. Checked on every use against the member's rights in the whole server: a server
 * can open any command to other roles in its own settings, and old buttons stay visible to everyone.
 * - `everyone`: anyone who can see it.
 * - `manager`: members with Manage Server.
 * - `staff`: members with Manage Roles, or with a role that an administrator has chosen for staff.
 * - `administrator`: the server's owner and administrators.
 */
export type Access = 'everyone' | 'manager' | 'staff' | 'administrator';

export type Asker = Pick<Asked, 'guildId' | 'roleIds' | 'rights'>;

export type Refusal = (t: Translator) => MessageView;

/**
 * The permission that gives access. Until a server chooses otherwise, Discord also hides commands from members without
 * it; that alone protects nothing.
 */
export const permissionFor = {
	everyone: undefined,
	manager: PermissionFlagsBits.ManageGuild,
	staff: PermissionFlagsBits.ManageRoles,
	administrator: PermissionFlagsBits.Administrator,
} as const satisfies Record<Access, bigint | undefined>;

/** @returns undefined if the member has access; a promise only if the store has to be read */
export function refusalOf(
	access: Access,
	{ guildId, roleIds, rights }: Asker,
	staffRoles: StaffRoles,
): Refusal | undefined | Promise<Refusal | undefined> {
	if (access === 'everyone' || rights.has(permissionFor[access])) return undefined;
	const refusal: Refusal = (t) => refusalView(t, access);
	if (access !== 'staff' || rights.isTimedOut) return refusal;
	return staffRoles.makesStaff(guildId, roleIds()).then((isStaff) => (isStaff ? undefined : refusal));
}

/** Decides who may show items to everyone, and how often. Reads the store, and rejects as it does. */
export function itemSharing({ guilds, limits }: Pick<Places, 'guilds' | 'limits'>, staffRoles: StaffRoles) {
	return {
		/** True if the server's settings let this member share items. */
		async allows(asker: Asker): Promise<boolean> {
			const { sharing } = await guilds.get(asker.guildId);
			return sharing === 'everyone' || (await refusalOf('staff', asker, staffRoles)) === undefined;
		},

		/** Counts an item shared in the channel. @returns when the member last shared one there, in ms, if too recently */
		async takeTurn(asked: Pick<Asked, 'channelId' | 'userId' | 'slowModeMs'>): Promise<number | undefined> {
			const place = `${asked.channelId}:${asked.userId}`;
			const retryAt = await limits.take('share', place, { minWindowMs: asked.slowModeMs });
			return retryAt && ((await limits.look('share', place)).times.at(-1) ?? retryAt);
		},
	};
}
