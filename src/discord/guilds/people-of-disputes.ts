import { SnowflakeUtil } from 'discord.js';
import type { MemberQueries } from '../../guilds/member-facts.js';
import type { Catalog } from '../../marketplace/catalog.js';
import type { DisputeFacts } from '../../moderation/dispute-cards.js';
import type { DisputePeople } from '../../ui/messages/dispute-card.js';
import type { MemberNames } from './member-names.js';

/** Names and roles of the people in a dispute. Omits whatever Discord doesn't return. Never rejects. */
export type PeopleOfDisputes = (facts: DisputeFacts) => Promise<DisputePeople>;

const isSnowflake = (id: string | undefined): id is string => id !== undefined && /^\d+$/.test(id);

export function peopleOfDisputes(parts: {
	readonly guilds: Pick<MemberQueries, 'memberFacts'>;
	readonly catalog: Pick<Catalog, 'get'>;
	readonly memberNames: Pick<MemberNames, 'of'>;
}): PeopleOfDisputes {
	const { guilds, catalog, memberNames } = parts;
	return async ({ guildId, holders, claimantId, asked, decided, item }) => {
		const look = async (id: string | undefined) =>
			isSnowflake(id) ? await guilds.memberFacts(guildId, id) : undefined;
		const holderId = holders[0]?.userId;
		const [claimant, holder] = await Promise.all([look(claimantId), look(holderId)]);
		// Last, because the members just fetched are now cached.
		const shown = [claimantId, asked?.holderId, decided?.holderId, decided?.by];
		const nameOf = await memberNames.of([...shown, ...holders.map(({ userId }) => userId)]);
		return {
			nameOf,
			displayNameOf: (userId) =>
				(userId === claimantId ? claimant : userId === holderId ? holder : undefined)?.displayName,
			joinedAt: claimant?.joinedAt,
			createdAt: isSnowflake(claimantId) ? SnowflakeUtil.timestampFrom(claimantId) : undefined,
			thumbnailUrl: item && catalog.get(item.id)?.thumbnailUrl,
		};
	};
}
