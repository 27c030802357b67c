import { type Home, strictPolicy } from '../claims/policy.js';
import type { GuildSettingsStore } from './guild-settings.js';
import type { ServedGuilds } from './served-guilds.js';

/** Home's policy, which counts for a claim wherever it is shown. */
export function homePolicy(guilds: Pick<GuildSettingsStore, 'policyOf'>, served: ServedGuilds): Home {
	return {
		is: (guildId) => served.isHome(guildId),
		policy: async () => (served.homeId === undefined ? strictPolicy : await guilds.policyOf(served.homeId)),
	};
}
