import type { Clock } from '../../base/clock.js';
import type { Claim } from '../../claims/claim.js';
import type { GuildQueries } from '../../guilds/guild-queries.js';
import type { GuildSettingsStore } from '../../guilds/guild-settings.js';
import { wantedRoles } from '../../roles/role-plan.js';

export class RoleNames {
	readonly #guilds: Pick<GuildSettingsStore, 'rulesOf'>;
	readonly #discord: Pick<GuildQueries, 'factsOf'>;
	readonly #clock: Pick<Clock, 'now'>;

	constructor(parts: {
		readonly guilds: Pick<GuildSettingsStore, 'rulesOf'>;
		readonly discord: Pick<GuildQueries, 'factsOf'>;
		readonly clock: Pick<Clock, 'now'>;
	}) {
		this.#guilds = parts.guilds;
		this.#discord = parts.discord;
		this.#clock = parts.clock;
	}

	/** The names of the roles in the guild that follow from the claim. */
	async of(guildId: string, claim: Claim): Promise<readonly string[]> {
		const rules = await this.#guilds.rulesOf(guildId);
		if (rules === undefined) return [];
		const facts = this.#discord.factsOf(guildId);
		return [...wantedRoles([claim], rules, this.#clock.now())].flatMap((id) => facts?.role(id)?.name ?? []);
	}
}
