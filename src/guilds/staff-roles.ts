import type { GuildFacts } from './guild-facts.js';
import type { GuildSettings } from './guild-settings.js';
import { givenRoles } from './setup-change.js';

export interface StaffRolesDependencies {
	readonly settingsOf: (guildId: string) => Promise<GuildSettings>;
	/** The guild as the gateway has told it; undefined while Discord has an outage. */
	readonly factsOf: (guildId: string) => GuildFacts | undefined;
	/** The roles that members can give themselves in the guild; undefined where Discord doesn't tell. Never rejects. */
	readonly selfChosenRoles: (guildId: string) => Promise<ReadonlySet<string> | undefined>;
}

/** Why a role that was chosen for staff makes nobody staff. */
export type StaffRoleFault = 'missing' | 'managed' | 'is-given' | 'self-chosen' | 'unknown';

/** Who is staff by a role that an administrator has chosen for it. */
export class StaffRoles {
	readonly #dependencies: StaffRolesDependencies;

	constructor(dependencies: StaffRolesDependencies) {
		this.#dependencies = dependencies;
	}

	/**
	 * Whether one of a member's roles makes them staff now. A role that everybody can get since it was chosen,
	 * because the bot gives it or members choose it themselves, doesn't count.
	 */
	async makesStaff(guildId: string, roleIds: Iterable<string>): Promise<boolean> {
		const settings = await this.#dependencies.settingsOf(guildId);
		const own = new Set(roleIds);
		const chosen = settings.staffRoleIds.filter((roleId) => own.has(roleId));
		if (chosen.length === 0) return false;
		const faults = await this.#faults(guildId, settings, chosen);
		return faults.some((fault) => fault === undefined);
	}

	/** The staff roles of a guild, each with the reason why it doesn't count, if any. */
	async review(
		guildId: string,
	): Promise<readonly { readonly roleId: string; readonly fault: StaffRoleFault | undefined }[]> {
		const settings = await this.#dependencies.settingsOf(guildId);
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
		const facts = this.#dependencies.factsOf(guildId);
		const selfChosen = await this.#dependencies.selfChosenRoles(guildId);
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
