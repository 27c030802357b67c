import type { Client } from 'discord.js';
import type { MemberQueries } from '../../guilds/member-queries.js';
import { translate } from './discord-role-api.js';
import { fetchGuild } from './fetch-guild.js';

/** Asks Discord over REST, so that whoever has just left is known to be gone. Never rejects. */
export function membership(client: Client): MemberQueries['membershipOf'] {
	return async (guildId, userId) => {
		try {
			const guild = await fetchGuild(client, guildId);
			if (guild === undefined) return 'unknown';
			const { user } = await guild.members.fetch({ user: userId, force: true, cache: false });
			return user.bot ? 'bot' : 'member';
		} catch (error) {
			return translate(error).kind === 'member-left' ? 'absent' : 'unknown';
		}
	};
}
