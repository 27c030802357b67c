import type { GuildQueries } from './guild-facts.js';
import type { GuildSettings, GuildSettingsStore } from './guild-settings.js';
import { givenRoles } from './rule-subject.js';

export interface StaffRolesDependencies {
	readonly guilds: Pick<GuildSettingsStore, 'get'>;
	readonly discord: Pick<GuildQueries, 'factsOf' | 'selfChosenRoles'>;
}

export type StaffRoleFault = 'missing' | 'managed' | 'is-given' | 'self-chosen' | 'unknown';

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
		const settings = await this.#dependencies.guilds.get(guildId);
		const own = new Set(roleIds);
		const chosen = settings.staffRoleIds.filter((roleId) => own.has(roleId));
		if (chosen.length === 0) return false;
		const faults = await this.#faults(guildId, settings, chosen);
		return faults.some((fault) => fault === undefined);
	}

	/** The staff roles of a guild, each with the reason if it doesn't count. */
	async review(
		guildId: string,
	): Promise<readonly { readonly roleId: string; readonly fault: StaffRoleFault | undefined }[]> {
		const settings = await this.#dependencies.guilds.get(guildId);
		const { staffRoleIds } = settings;
		if (staffRoleIds.length === 0) return [];
		const faults = await this.#faults(guildId, settings, staffRoleIds);
		return staffRoleIds.map((roleId, index) => ({ roleId, fault: faults[index] }));
	}

	async #faults(
		guildId: string,
		settings: GuildSettings,
		roleIds: readonly string[],
	): Promise<readonly (StaffRoleFault | undefined)[]> {
		const facts = this.#dependencies.discord.factsOf(guildId);
		const selfChosen = await this.#dependencies.discord.selfChosenRoles(guildId);
		const given = givenRoles(settings);
		return roleIds.map((roleId) => {
			if (facts === undefined || selfChosen === undefined) return 'unknown';
			const role = facts.role(roleId);
			if (role === undefined) return 'missing';
			if (role.isManaged || role.isEveryone) return 'managed';
			if (given.has(roleId)) return 'is-given';
			return selfChosen.has(roleId) ? 'self-chosen' : undefined;
		});
	}
}
