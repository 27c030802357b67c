import type { RoleRules } from '../../src/servers/role-rules.js';
import type { RuleReach } from '../../src/services/setup/rule-reach.js';

/** The rules of a server that has chosen nothing besides its buyer role. */
export const noRules: Omit<RoleRules, 'buyerRoleId'> = {
	itemRoles: {},
	categoryRoles: {},
	licenceRoles: {},
	dateRoles: [],
	supportedRoleId: undefined,
	support: { noticeDays: 14, endsSoonRoleId: undefined, graceDays: 0 },
};

/** Of any rule in a server without buyers. */
export const noReach: RuleReach = { reached: 0, buyers: 0, undecided: 0, isComplete: true };
