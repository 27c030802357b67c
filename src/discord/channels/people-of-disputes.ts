import { type Client, SnowflakeUtil } from 'discord.js';
import type { ServedGuilds } from '../../guilds/served-guilds.js';
import type { Catalog } from '../../marketplace/catalog.js';
import type { DisputeFacts } from '../../moderation/disputes/dispute-facts.js';
import type { DisputePeople } from '../../views/channels/dispute-card-view.js';
import { fetchGuild } from '../guilds/fetch-guild.js';

/** What Discord tells of the people of a dispute. */
export class PeopleOfDisputes {
	readonly #client: Client;
	readonly #served: Pick<ServedGuilds, 'homeId'>;
	readonly #catalog: Pick<Catalog, 'get'>;

	constructor(client: Client, served: Pick<ServedGuilds, 'homeId'>, catalog: Pick<Catalog, 'get'>) {
		this.#client = client;
		this.#served = served;
		this.#catalog = catalog;
	}

	/** What Discord doesn't tell now is left out. Never rejects. */
	async of(facts: DisputeFacts): Promise<DisputePeople> {
		const names = new Map<string, string>();
		const [holder] = facts.holders;
		const look = async (guildId: string | undefined, userId: string | undefined) => {
			if (guildId === undefined || userId === undefined || !/^\d+$/.test(userId)) return undefined;
			const guild = await fetchGuild(this.#client, guildId).catch(() => undefined);
			if (guild === undefined) return undefined;
			const member = await guild.members.fetch({ user: userId, cache: false }).catch(() => undefined);
			if (member !== undefined) names.set(userId, member.displayName);
			return member;
		};
		const [claimant] = await Promise.all([
			look(facts.guildId, facts.claimantId),
			look(this.#served.homeId, holder?.userId),
		]);
		const isKnown = /^\d+$/.test(facts.claimantId);
		return {
			nameOf: (userId) => names.get(userId),
			joinedAt: claimant?.joinedTimestamp ?? undefined,
			createdAt: isKnown ? SnowflakeUtil.timestampFrom(facts.claimantId) : undefined,
			thumbnailUrl: facts.item && this.#catalog.get(facts.item.id)?.thumbnailUrl,
		};
	}
}
