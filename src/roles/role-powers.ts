import type { RoleApi, RoleObstacle } from './role-api.js';
import type { RoleRules } from './role-plan.js';

/**
 * Why the role can't be given in the guild, its powers included: a role that was harmless when it was chosen may have
 * been made powerful since. Undefined: as far as is known it can. For taking it away, `RoleApi.obstacle` is enough.
 */
export function givingObstacle(
	api: Pick<RoleApi, 'obstacle' | 'powers'>,
	rules: Pick<RoleRules, 'confirmedPowers'>,
	guildId: string,
	roleId: string,
): RoleObstacle | undefined {
	const confirmed = BigInt(rules.confirmedPowers?.[roleId] ?? 0);
	const isPowerful = (api.powers(guildId, roleId) & ~confirmed) !== 0n;
	return api.obstacle(guildId, roleId) ?? (isPowerful ? 'role-powerful' : undefined);
}
