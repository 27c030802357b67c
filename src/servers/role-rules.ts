type Id = string;
type RolesByKey = Readonly<Record<string, Id>>;

/** The roles that follow from a claim in one guild. Keys are spelled as in claims; values are role ids. */
export interface RoleRules {
	/** For any valid claim. */
	readonly buyerRoleId: Id;
	readonly itemRoles: RolesByKey;
	readonly categoryRoles: RolesByKey;
	readonly licenceRoles: RolesByKey;
	readonly dateRoles: readonly DateRole[];
	/** Held while the support of at least one claim lasts, and for the days of grace after it. */
	readonly supportedRoleId: Id | undefined;
	readonly support: SupportSettings;
	/** Role to the powers that were confirmed when it was chosen, as permission bits in decimal digits. */
	readonly confirmedPowers?: Readonly<Record<Id, string>> | undefined;
}

/** When something was bought: `from` included, `until` excluded, in milliseconds since the epoch. */
export interface Period {
	readonly from?: number | undefined;
	readonly until?: number | undefined;
}

interface DateRole extends Period {
	readonly roleId: Id;
}

/** Notices and roles of members around the end of their support. */
export interface SupportSettings {
	readonly noticeDays: number;
	readonly endsSoonRoleId: Id | undefined;
	readonly graceDays: number;
}

/** Reasons why roles can't be changed in a guild until a person fixes something there. */
export const roleObstacles = [
	/** The bot may not manage roles in this guild. */
	'missing-permission',
	/** The role is above the bot's highest role. */
	'role-too-high',
	/** The role was deleted, or belongs to another guild. */
	'role-missing',
	/** The role belongs to an integration, or is @everyone, so it can't be assigned. */
	'role-not-assignable',
	/** The bot was removed from the guild, or the guild was deleted. */
	'guild-gone',
	/** Refused without a known reason, for example by a proxy with an error page of its own. */
	'refused',
	/** It has unconfirmed powers: it is not given, but can be removed. */
	'role-powerful',
] as const;

export type RoleObstacle = (typeof roleObstacles)[number];
