import type { GuildQueries } from './guild-facts.js';
import { roleFault } from './guild-finding.js';
import type { GuildSettingsStore } from './guild-settings.js';
import { givenRoles } from './rule-subject.js';

export interface StaffRolesDependencies {
	readonly guilds: Pick<GuildSettingsStore, 'get'>;
	readonly discord: Pick<GuildQueries, 'factsOf' | 'selfChosenRoles'>;
}

/** Determines staff by the roles that an administrator has chosen. */
export class StaffRoles {
	readonly #dependencies: StaffRolesDependencies;

	constructor(dependencies: StaffRolesDependencies) {
		this.#dependencies = dependencies;
	}

	/**
	 * True if one of the member's roles makes them staff now. A role that everyone can get, because the bot gives it or
	 * members choose it themselves, doesn't count.
	 */
	async makesStaff(guildId: string, roleIds: Iterable<string>): Promise<boolean> {
		const { guilds, discord } = this.#dependencies;
		const settings = await guilds.get(guildId);
		const own = new Set(roleIds);
		const chosen = settings.staffRoleIds.filter((roleId) => own.has(roleId));
		if (chosen.length === 0) return false;
		const facts = discord.factsOf(guildId);
		const selfChosen = await discord.selfChosenRoles(guildId);
		if (facts === undefined || selfChosen === undefined) return false;
		const given = givenRoles(settings);
		return chosen.some((roleId) => {
			const fault = roleFault(facts, roleId);
			return (fault === undefined || fault === 'above-bot') && !given.has(roleId) && !selfChosen.has(roleId);
		});
	}
}
