import type { Places } from '../../floors.js';
import { staffFault } from './setup-refusals.js';

export type StaffRoles = ReturnType<typeof createStaffRoles>;

/** Determines staff by the roles that an administrator has chosen. */
export function createStaffRoles({ guilds, discord }: Places) {
	return {
		/** True if one of these roles makes members staff. One that the bot gives, or members give themselves, doesn't. */
		async makesStaff(guildId: string, roleIds: Iterable<string>): Promise<boolean> {
			const settings = await guilds.get(guildId);
			const own = new Set(roleIds);
			const chosen = settings.staffRoleIds.filter((roleId) => own.has(roleId));
			if (chosen.length === 0) return false;
			const facts = discord.factsOf(guildId);
			const selfChosen = await discord.selfChosenRoles(guildId);
			if (facts === undefined || selfChosen === undefined) return false;
			return chosen.some((roleId) => staffFault([roleId], { facts, settings }, selfChosen) === undefined);
		},
	};
}
