import type { Moderator } from '../../../src/services/moderation/moderation-outcomes.js';

/** A volunteer of the server "home": may manage roles, ranks above everyone, and isn't an administrator. */
export const sampleModerator: Moderator = {
	userId: 'iris',
	guildId: 'home',
	isAdministrator: false,
	canManageRoles: true,
	rights: { isAbove: () => true },
};
