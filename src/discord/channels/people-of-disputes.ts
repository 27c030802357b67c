import { type Client, SnowflakeUtil } from 'discord.js';
import type { Catalog } from '../../marketplace/catalog.js';
import type { DisputeFacts } from '../../moderation/disputes/dispute-facts.js';
import type { DisputePeople } from '../../views/channels/dispute-card-view.js';
import type { MemberNames } from '../guilds/member-names.js';

export interface PeopleOfDisputesParts {
	readonly catalog: Pick<Catalog, 'get'>;
	readonly memberNames: Pick<MemberNames, 'of'>;
}

/** Looks up names and roles of the people in a dispute. */
export class PeopleOfDisputes {
	readonly #client: Client;
	readonly #parts: PeopleOfDisputesParts;

	constructor(client: Client, parts: PeopleOfDisputesParts) {
		this.#client = client;
		this.#parts = parts;
	}

	/** Omits whatever Discord doesn't return. Never rejects. */
	async of(facts: DisputeFacts): Promise<DisputePeople> {
		const { catalog, memberNames } = this.#parts;
		const displayNames = new Map<string, string>();
		const { holders, claimantId, asked, decided } = facts;
		const [holder] = holders;
		const look = async (guildId: string, userId: string | undefined) => {
			if (userId === undefined || !/^\d+$/.test(userId)) return undefined;
			const guild = this.#client.guilds.cache.get(guildId);
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
	}
}
