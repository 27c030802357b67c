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

type Guard = (asker: Asker, staffRoles: StaffRoles) => boolean | Promise<boolean>;

const { ManageGuild, ManageRoles, Administrator } = PermissionFlagsBits;

const guards: Readonly<Record<Exclude<Access, 'everyone'>, Guard>> = {
	manager: ({ rights }) => rights.has(ManageGuild),
	// Reads the store only for a member whose own rights don't suffice.
	staff({ guildId, roleIds, rights }, staffRoles) {
		if (rights.has(ManageRoles)) return true;
		return !rights.isTimedOut && staffRoles.makesStaff(guildId, roleIds());
	},
	administrator: ({ rights }) => rights.isAdministrator,
};

/** @returns undefined if the member has access; a promise only if the store has to be read */
export function refusalOf(
	access: Access,
	asker: Asker,
	staffRoles: StaffRoles,
): Refusal | undefined | Promise<Refusal | undefined> {
	if (access === 'everyone') return undefined;
	const refusal: Refusal = (t) => refusalView(t, access);
	const outcome = (isAllowed: boolean) => (isAllowed ? undefined : refusal);
	const isAllowed = guards[access](asker, staffRoles);
	return typeof isAllowed === 'boolean' ? outcome(isAllowed) : isAllowed.then(outcome);
}

/**
 * The permission that Discord requires to show a command until a server chooses otherwise, or undefined if everyone
 * sees it. It only hides the command and protects nothing.
 */
export const shownTo: Readonly<Record<Access, bigint | undefined>> = {
	everyone: undefined,
	manager: ManageGuild,
	staff: ManageRoles,
	administrator: Administrator,
};

/** Decides who may show items to everyone, and how often. Reads the store, and rejects as it does. */
export function itemSharing({ guilds, limits }: Pick<Places, 'guilds' | 'limits'>, staffRoles: StaffRoles) {
	return {
		/** True if the server's settings let this member share items. */
		async allows(asker: Asker): Promise<boolean> {
			const { sharing } = await guilds.get(asker.guildId);
			return sharing === 'everyone' || (await refusalOf('staff', asker, staffRoles)) === undefined;
		},

		/**
		 * Counts an item that the member shares in the channel. @returns when they last shared one there, in milliseconds
		 * since the epoch, if that was too short a time ago
		 */
		async takeTurn({
			channelId,
			userId,
			slowModeMs,
		}: Pick<Asked, 'channelId' | 'userId' | 'slowModeMs'>): Promise<number | undefined> {
			const place = `${channelId}:${userId}`;
			const retryAt = await limits.take('share', place, { minWindowMs: slowModeMs });
			return retryAt && ((await limits.look('share', place)).times.at(-1) ?? retryAt);
		},
	};
}
