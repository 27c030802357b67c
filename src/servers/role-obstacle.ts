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
