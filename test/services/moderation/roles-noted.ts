import type { Follow } from '../../../src/claims/claim-records.js';

/** Notes the members whose roles follow a change, once it is committed. */
export function rolesNoted(log: unknown[]): Follow {
	return async (_, userIds) => () => log.push(...[...new Set(userIds)].map((userId) => `request ${userId}`));
}
