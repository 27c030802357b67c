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
 * Who may use a command or a component, in one word. It is checked at every press, by the member's rights in the whole
 * server: a server can hand any command to others in its own settings, and an old button stays for everybody to see.
 *
 * - `everyone`: whoever can see it.
 * - `manager`: who has Manage Server.
 * - `home-manager`: the same, in the home server.
 * - `staff`: who has Manage Roles, or a role that an administrator has chosen for staff.
 * - `home-staff`: the same, in the home server.
 * - `home-administrator`: the home server's owner and administrators.
 */
export type Access = 'everyone' | 'manager' | 'home-manager' | 'staff' | 'home-staff' | 'home-administrator';

/** What access follows from besides the member's own rights. */
export interface AccessFacts {
	readonly served: Pick<ServedGuilds, 'isHome'>;
	readonly staffRoles: Pick<StaffRoles, 'makesStaff'>;
}

/** The part of an interaction that access is decided by. */
export type Asker = Pick<Answerable, 'guildId' | 'member' | 'rights'>;

/** The answer to somebody who may not. */
export type Refusal = (t: Translator) => MessageView;

interface Guard {
	/** A promise only where the store has to be asked. */
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

/** The first guard that somebody does not pass says why. */
const guards: Readonly<Record<Access, readonly Guard[]>> = {
	everyone: [],
	manager: [manager],
	'home-manager': [manager, inHome(policyOfHomeView)],
	staff: [staff],
	'home-staff': [staff, inHome(homeStaffOnlyView)],
	'home-administrator': [inHome(homeOnlyView), administrator],
};

/** Undefined: the asker may. A promise only where the store has to be asked. */
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
 * Whom Discord shows a command to before a server chooses otherwise: those with this permission. Undefined: everybody.
 * It hides the command and protects nothing.
 */
export function defaultPermission(access: Access): string | undefined {
	return shownTo[access]?.toString();
}
