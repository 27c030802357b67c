import type { RolesEverywhere } from '../../src/roles/roles-everywhere.js';

/** Role syncs that are only logged. */
export function rolesNoted(log: unknown[]) {
	return {
		rolesEverywhere: {
			announce: async (userIds) => void log.push(...[...userIds].map((userId) => `note ${userId}`)),
			request: async (userIds) => void log.push(...[...userIds].map((userId) => `request ${userId}`)),
		} satisfies Pick<RolesEverywhere, 'announce' | 'request'>,
	};
}
