import { type Client, SnowflakeUtil, type User } from 'discord.js';
import type { Clock } from '../../base/clock.js';
import type { Catalog } from '../../marketplace/catalog.js';
import type { GuildQueries } from '../../servers/guild-facts.js';
import type { DisputeFacts } from '../../services/moderation/dispute-cards.js';
import type { DisputePeople } from '../../ui/messages/dispute-card.js';
import type { NameOf } from '../../ui/text.js';

/** Names and roles of the people in a dispute. Omits whatever Discord doesn't return. Never rejects. */
export type PeopleOfDisputes = (facts: DisputeFacts) => Promise<DisputePeople>;

const isSnowflake = (id: string | undefined): id is string => id !== undefined && /^\d+$/.test(id);

export function peopleOfDisputes(parts: {
	readonly guilds: Pick<GuildQueries, 'memberFacts'>;
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

/** A page names about eight people; others are shown as mentions only. */
const maxAsked = 10;
/** Answers wait no longer for names. */
const patienceMs = 1_500;

/** Usernames for staff, also of former members, whom clients can't resolve from a mention. */
export class MemberNames {
	readonly #client: Client;
	readonly #clock: Pick<Clock, 'delay'>;

	constructor(client: Client, clock: Pick<Clock, 'delay'>) {
		this.#client = client;
		this.#clock = clock;
	}

	/** Ids that aren't snowflakes are skipped. Never rejects. */
	async of(userIds: readonly (string | undefined)[]): Promise<NameOf> {
		const { users } = this.#client;
		const names = new Map<string, string>();
		const note = (user: User | undefined) => user && names.set(user.id, user.username);
		const ids = [...new Set(userIds)].filter(isSnowflake);
		for (const id of ids) note(users.cache.get(id));
		const unknown = ids.filter((id) => !names.has(id)).slice(0, maxAsked);
		if (unknown.length > 0) {
			const asked = unknown.map(async (id) => note(await users.fetch(id).catch(() => undefined)));
			const late = new AbortController();
			await Promise.race([Promise.all(asked), this.#clock.delay(patienceMs, late.signal)]);
			late.abort('named');
		}
		return (userId) => names.get(userId);
	}
}
