import { PermissionFlagsBits } from 'discord.js';
import type { ServedGuilds } from '../../guilds/served-guilds.js';
import type { StaffRoles } from '../../guilds/staff-roles.js';
import type { Translator } from '../../i18n/translator.js';
import {
	administratorsOnlyView,
	homeOnlyView,
	homeStaffOnlyView,
	managersOnlyView,
	moderatorsOnlyView,
	policyOfHomeView,
} from '../../views/interactions/refusal-view.js';
import type { MessageView } from '../../views/kit/message.js';
import type { Answerable } from './interaction-ports.js';

/**
 * Who may use a command or a component. Checked on every use against the member's rights in the whole server: a server
 * can open any command to other roles in its own settings, and old buttons stay visible to everyone.
 * - `everyone`: anyone who can see it.
 * - `manager`: members with Manage Server.
 * - `home-manager`: the same, in the home server.
 * - `staff`: members with Manage Roles, or with a role that an administrator has chosen for staff.
 * - `home-staff`: the same, in the home server.
 * - `home-administrator`: the home server's owner and administrators.
 */
export type Access = 'everyone' | 'manager' | 'home-manager' | 'staff' | 'home-staff' | 'home-administrator';

/** Facts that decide about access, besides the member's own rights. */
export interface AccessFacts {
	readonly served: Pick<ServedGuilds, 'isHome'>;
	readonly staffRoles: Pick<StaffRoles, 'makesStaff'>;
}

export type Asker = Pick<Answerable, 'guildId' | 'member' | 'rights'>;

export type Refusal = (t: Translator) => MessageView;

interface Guard {
	/** Returns a promise only if the store has to be read. */
	passes(asker: Asker, facts: AccessFacts): boolean | Promise<boolean>;
	readonly refusal: Refusal;
}

const { ManageGuild, ManageRoles, Administrator } = PermissionFlagsBits;

const inHome = (refusal: Refusal): Guard => ({
	passes: ({ guildId }, { served }) => served.isHome(guildId),
	refusal,
});

const manager: Guard = {
	passes: ({ rights }) => rights.has(ManageGuild),
	refusal: managersOnlyView,
};

const staff: Guard = {
	passes({ guildId, member, rights }, { staffRoles }) {
		if (rights.has(ManageRoles)) return true;
		return !rights.isTimedOut && staffRoles.makesStaff(guildId, member.roles.cache.keys());
	},
	refusal: moderatorsOnlyView,
};

const administrator: Guard = {
	passes: ({ rights }) => rights.isAdministrator,
	refusal: administratorsOnlyView,
};

/** The first guard that rejects the member determines the refusal. */
const guards: Readonly<Record<Access, readonly Guard[]>> = {
	everyone: [],
	manager: [manager],
	'home-manager': [manager, inHome(policyOfHomeView)],
	staff: [staff],
	'home-staff': [staff, inHome(homeStaffOnlyView)],
	'home-administrator': [inHome(homeOnlyView), administrator],
};

/** @returns undefined if the member has access; a promise only if the store has to be read */
export function refusalOf(
	access: Access,
	asker: Asker,
	facts: AccessFacts,
): Refusal | undefined | Promise<Refusal | undefined> {
	return firstRefusal(guards[access], asker, facts);
}

function firstRefusal(
	[guard, ...others]: readonly Guard[],
	asker: Asker,
	facts: AccessFacts,
): Refusal | undefined | Promise<Refusal | undefined> {
	if (guard === undefined) return undefined;
	const next = (passes: boolean) => (passes ? firstRefusal(others, asker, facts) : guard.refusal);
	const passes = guard.passes(asker, facts);
	return typeof passes === 'boolean' ? next(passes) : passes.then(next);
}

const shownTo: Readonly<Record<Access, bigint | undefined>> = {
	everyone: undefined,
	manager: ManageGuild,
	'home-manager': ManageGuild,
	staff: ManageRoles,
	'home-staff': ManageRoles,
	'home-administrator': Administrator,
};

/**
 * The permission that Discord requires to show a command until a server chooses otherwise, or undefined if everyone
 * sees it. It only hides the command and protects nothing.
 */
export function defaultPermission(access: Access): string | undefined {
	return shownTo[access]?.toString();
}
