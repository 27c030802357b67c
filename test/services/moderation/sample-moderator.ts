import type { Moderator } from '../../../src/services/moderation/moderation-outcomes.js';

/** A volunteer in the server "home", who may manage roles and ranks above everyone, but isn't an administrator. */
export const sampleModerator: Moderator = {
	userId: 'iris',
	guildId: 'home',
	isAdministrator: false,
	canManageRoles: true,
	rights: { isAbove: () => true },
};
