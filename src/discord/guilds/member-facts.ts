import type { Client } from 'discord.js';
import { guildAnywhere } from './fetch-guild.js';

/** A member of a guild as Discord shows them. */
export interface MemberFacts {
	/** As the guild's members see it. Foreign text. */
	readonly displayName: string;
	readonly avatarUrl: string;
	/** Milliseconds since the epoch; undefined for guests. */
	readonly joinedAt: number | undefined;
}

/** Asks Discord where the gateway hasn't told. Never rejects. */
export function memberFacts(
	client: Client,
): (guildId: string, userId: string) => Promise<MemberFacts | undefined> {
	return async (guildId, userId) => {
		try {
			const guild = await guildAnywhere(client, guildId);
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
