import type { RoleRules } from '../../src/servers/guild-settings.js';

/** The rules of a server that has chosen nothing but its buyer role. */
export const noRules: Omit<RoleRules, 'buyerRoleId'> = {
	itemRoles: {},
	categoryRoles: {},
	licenceRoles: {},
	dateRoles: [],
	auditChannelId: undefined,
	staffRoleIds: [],
	links: {},
	sharing: 'everyone',
	supportedRoleId: undefined,
	support: { noticeDays: 14, endsSoonRoleId: undefined, graceDays: 0 },
};
