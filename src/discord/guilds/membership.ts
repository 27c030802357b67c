import type { Client } from 'discord.js';
import { translate } from './discord-role-api.js';
import { guildAnywhere } from './fetch-guild.js';

/** What a person is to a guild. `unknown`: Discord can't be asked now. */
export type MemberStanding = 'member' | 'bot' | 'absent' | 'unknown';

/** Asks Discord over REST, so that whoever has just left is known to be gone. Never rejects. */
export function memberStanding(client: Client): (guildId: string, userId: string) => Promise<MemberStanding> {
	return async (guildId, userId) => {
		try {
			const guild = await guildAnywhere(client, guildId);
			if (guild === undefined) return 'unknown';
			const { user } = await guild.members.fetch({ user: userId, force: true, cache: false });
			return user.bot ? 'bot' : 'member';
		} catch (error) {
			return translate(error).kind === 'member-left' ? 'absent' : 'unknown';
		}
	};
}
