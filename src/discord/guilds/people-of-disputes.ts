import { type Client, SnowflakeUtil } from 'discord.js';
import type { Catalog } from '../../marketplace/catalog.js';
import type { DisputeFacts } from '../../moderation/disputes/dispute-facts.js';
import type { DisputePeople } from '../../ui/messages/dispute-card.js';
import type { MemberNames } from './member-names.js';

/** Names and roles of the people in a dispute. Omits whatever Discord doesn't return. Never rejects. */
export type PeopleOfDisputes = (facts: DisputeFacts) => Promise<DisputePeople>;

export function peopleOfDisputes(
	client: Client,
	{ catalog, memberNames }: { catalog: Pick<Catalog, 'get'>; memberNames: Pick<MemberNames, 'of'> },
): PeopleOfDisputes {
	return async (facts) => {
		const displayNames = new Map<string, string>();
		const { holders, claimantId, asked, decided } = facts;
		const [holder] = holders;
		const look = async (guildId: string, userId: string | undefined) => {
			if (userId === undefined || !/^\d+$/.test(userId)) return undefined;
			const guild = client.guilds.cache.get(guildId);
			if (guild === undefined) return undefined;
			const member = await guild.members.fetch({ user: userId, cache: false }).catch(() => undefined);
			if (member !== undefined) displayNames.set(userId, member.displayName);
			return member;
		};
		const [claimant] = await Promise.all([
			look(facts.guildId, claimantId),
			look(facts.guildId, holder?.userId),
		]);
		// Last, because the members just fetched are now cached.
		const shown = [claimantId, asked?.holderId, decided?.holderId, decided?.by];
		const nameOf = await memberNames.of([...shown, ...holders.map(({ userId }) => userId)]);
		const isKnown = /^\d+$/.test(claimantId);
		return {
			nameOf,
			displayNameOf: (userId) => displayNames.get(userId),
			joinedAt: claimant?.joinedTimestamp ?? undefined,
			createdAt: isKnown ? SnowflakeUtil.timestampFrom(claimantId) : undefined,
			thumbnailUrl: facts.item && catalog.get(facts.item.id)?.thumbnailUrl,
		};
	};
}
