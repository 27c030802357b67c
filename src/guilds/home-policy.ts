import { type ClaimPolicy, type Home, strictPolicy } from '../claims/policy.js';
import type { GuildSettingsStore } from './guild-settings.js';
import type { ServedGuilds } from './served-guilds.js';

/** Home's policy, which applies to a claim wherever it is used. */
export class HomePolicy implements Home {
	readonly #guilds: Pick<GuildSettingsStore, 'policyOf'>;
	readonly #served: Pick<ServedGuilds, 'homeId' | 'isHome'>;

	constructor(guilds: Pick<GuildSettingsStore, 'policyOf'>, served: Pick<ServedGuilds, 'homeId' | 'isHome'>) {
		this.#guilds = guilds;
		this.#served = served;
	}

	is(guildId: string): boolean {
		return this.#served.isHome(guildId);
	}

	async policy(): Promise<ClaimPolicy> {
		const { homeId } = this.#served;
		return homeId === undefined ? strictPolicy : await this.#guilds.policyOf(homeId);
	}
}
