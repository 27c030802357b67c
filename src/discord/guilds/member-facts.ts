import type { Client } from 'discord.js';
import type { MemberFacts, MemberQueries } from '../../guilds/member-queries.js';
import { fetchGuild } from './fetch-guild.js';

/** Asks Discord where the gateway hasn't told. Never rejects. */
export function memberFacts(client: Client): MemberQueries['memberFacts'] {
	return async (guildId, userId) => {
		try {
			const guild = await fetchGuild(client, guildId);
			const member = await guild?.members.fetch({ user: userId, cache: false });
			return member && factsOf(member);
		} catch {
			return undefined;
		}
	};
}

function factsOf(member: {
	readonly displayName: string;
	readonly joinedTimestamp: number | null;
	displayAvatarURL(options: { size: 128 }): string;
}): MemberFacts {
	const { displayName, joinedTimestamp } = member;
	return {
		displayName,
		avatarUrl: member.displayAvatarURL({ size: 128 }),
		joinedAt: joinedTimestamp ?? undefined,
	};
}
