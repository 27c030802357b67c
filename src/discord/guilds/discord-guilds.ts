import {
	type APIGuildMember,
	type Client,
	type REST,
	type RESTGetAPIGuildOnboardingResult,
	Routes,
	type User,
} from 'discord.js';
import type { Clock } from '../../base/clock.js';
import { type TtlCache, ttlCache } from '../../base/time/ttl-cache.js';
import type { Places } from '../../floors.js';
import type {
	GuildFacts,
	GuildQueries,
	MemberFacts,
	Membership,
	PostedPanel,
} from '../../servers/guild-facts.js';
import type { DisputeFacts } from '../../services/moderation/dispute-cards.js';
import type { CardPeople, DisputePeople } from '../../ui/messages/dispute-card.js';
import { apiCodeOf, apiCodes } from '../connection/api-errors.js';
import { cachedGuildFacts } from './guild-facts.js';

/** The roles that members can choose in the guild's onboarding. Rejects with discord.js errors. */
export async function askOnboardingRoles(rest: REST, guildId: string): Promise<ReadonlySet<string>> {
	const route = Routes.guildOnboarding(guildId);
	const { prompts } = (await rest.get(route)) as RESTGetAPIGuildOnboardingResult;
	return new Set(prompts.flatMap(({ options }) => options.flatMap(({ role_ids }) => role_ids)));
}

/** Cached this long, so that not every click by staff causes a request. */
const freshMs = 60_000;
/** Part of the 3 s in which an interaction has to be answered. */
const patienceMs = 1_500;
/** A page names about eight people; others are shown as mentions only. */
const maxAsked = 10;

const isSnowflake = (id: string | undefined): id is string => id !== undefined && /^\d+$/.test(id);

/** Servers and members: from the gateway's cache where possible, else over REST. */
export class DiscordGuilds implements GuildQueries {
	readonly #client: Client;
	readonly #clock: Clock;
	readonly #selfChosen: TtlCache<ReadonlySet<string>>;

	constructor(client: Client, clock: Clock) {
		this.#client = client;
		this.#clock = clock;
		this.#selfChosen = ttlCache(freshMs, clock);
	}

	factsOf(guildId: string): GuildFacts | undefined {
		return cachedGuildFacts(this.#client, guildId);
	}

	/** Needs no intent: see https://discord.com/developers/docs/resources/guild#get-guild-role-member-counts. */
	async holdersOf(guildId: string, roleId: string): Promise<number | undefined> {
		try {
			const counts = (await this.#client.rest.get(`${Routes.guildRoles(guildId)}/member-counts`)) as Readonly<
				Record<string, number>
			>;
			return counts[roleId] ?? 0;
		} catch {
			return undefined;
		}
	}

	/**
	 * Roles that members can obtain without staff: in the onboarding, by linking an account, or by buying them from the
	 * server. Cached for a minute; undefined if Discord doesn't respond in time.
	 */
	async selfChosenRoles(guildId: string, fresh = false): Promise<ReadonlySet<string> | undefined> {
		const asked = this.#selfChosen(guildId, () => this.#fetch(guildId), fresh);
		const late = this.#clock.delay(patienceMs).then(() => undefined);
		return await Promise.race([asked.catch(() => undefined), late]);
	}

	async isPanelThere(panel: PostedPanel): Promise<boolean> {
		return await isMessageThere(this.#client.rest, panel);
	}

	async memberFacts(guildId: string, userId: string): Promise<MemberFacts | undefined> {
		try {
			const guild = this.#client.guilds.cache.get(guildId);
			const member = await guild?.members.fetch({ user: userId, cache: false });
			return (
				member && {
					displayName: member.displayName,
					avatarUrl: member.displayAvatarURL({ size: 128 }),
					joinedAt: member.joinedTimestamp ?? undefined,
				}
			);
		} catch {
			return undefined;
		}
	}

	async membershipOf(guildId: string, userId: string): Promise<Membership> {
		if (!this.#client.guilds.cache.has(guildId)) return 'unknown';
		return await askMembership(this.#client.rest, guildId, userId).catch(() => 'unknown');
	}

	async namesOf(
		userIds: readonly (string | undefined)[],
		except?: string,
	): Promise<(userId: string) => string | undefined> {
		const { users } = this.#client;
		const names = new Map<string, string>();
		const note = (user: User | undefined) => user && names.set(user.id, user.username);
		const asked = [...new Set(userIds)].filter(isSnowflake);
		const factsOf = (id: string) => except && this.memberFacts(except, id);
		const facts = await Promise.all(asked.slice(0, maxAsked).map(factsOf));
		const ids = asked.filter((_, index) => !facts[index]);
		for (const id of ids) note(users.cache.get(id));
		const unknown = ids.filter((id) => !names.has(id)).slice(0, maxAsked);
		if (unknown.length > 0) {
			const noted = unknown.map(async (id) => note(await users.fetch(id).catch(() => undefined)));
			const late = new AbortController();
			await Promise.race([Promise.all(noted), this.#clock.delay(patienceMs, late.signal)]);
			late.abort('named');
		}
		return (userId) => names.get(userId);
	}

	async #fetch(guildId: string): Promise<ReadonlySet<string>> {
		const offered = await askOnboardingRoles(this.#client.rest, guildId);
		const roles = this.#client.guilds.cache.get(guildId)?.roles.cache;
		const free = [...(roles?.values() ?? [])].filter(
			({ tags }) => tags?.guildConnections === true || tags?.availableForPurchase === true,
		);
		return new Set([...offered, ...free.map(({ id }) => id)]);
	}
}

/**
 * The people on a card for staff. Omits whatever Discord doesn't return. Never rejects.
 * @param looked those whose facts are shown
 * @param named the others
 */
export async function peopleOn(
	guildId: string,
	looked: readonly (string | undefined)[],
	named: readonly (string | undefined)[],
	{ discord }: Pick<Places, 'discord'>,
): Promise<CardPeople> {
	const ids = looked.filter(isSnowflake);
	const facts = await Promise.all(ids.map((id) => discord.memberFacts(guildId, id)));
	return {
		factsOf: (userId) => facts[ids.indexOf(userId)],
		// Last, because the members just fetched are now cached.
		nameOf: await discord.namesOf([...looked, ...named]),
	};
}

export async function peopleOfDispute(
	{ guildId, holders, claimantId, asked, decided, item }: DisputeFacts,
	floor: Pick<Places, 'discord' | 'catalog'>,
): Promise<DisputePeople> {
	const [holder, ...others] = holders.map(({ userId }) => userId);
	const named = [asked?.holderId, decided?.holderId, decided?.by, ...others];
	const people = await peopleOn(guildId, [claimantId, holder], named, floor);
	return { ...people, thumbnailUrl: item && floor.catalog.get(item.id)?.thumbnailUrl };
}

/** True if a message still exists or Discord doesn't say. Never rejects. */
export async function isMessageThere(rest: REST, { channelId, messageId }: PostedPanel): Promise<boolean> {
	try {
		await rest.get(Routes.channelMessage(channelId, messageId));
		return true;
	} catch (error) {
		const code = apiCodeOf(error);
		return code !== apiCodes.unknownMessage && code !== apiCodes.unknownChannel;
	}
}

/** A member with many purchases, whose rows follow each other in a list, is asked about once. */
const knownMs = 60_000;

/** Over REST, so that a member who has just left counts as absent. Rejects with discord.js errors. */
async function askMembership(
	rest: Pick<REST, 'get'>,
	guildId: string,
	userId: string,
): Promise<'member' | 'bot' | 'absent'> {
	try {
		const { user } = (await rest.get(Routes.guildMember(guildId, userId))) as APIGuildMember;
		return user.bot === true ? 'bot' : 'member';
	} catch (error) {
		const code = apiCodeOf(error);
		if (code === apiCodes.unknownMember || code === apiCodes.unknownUser) return 'absent';
		throw error;
	}
}

/** Members of some guilds, for programs without a gateway. `absent`: from all of the guilds. Never rejects. */
export function membersIn(
	guildIds: readonly string[],
	rest: Pick<REST, 'get'>,
	clock: Pick<Clock, 'now'>,
): { membershipOf(userId: string): Promise<Membership> } {
	const known = ttlCache<Membership>(knownMs, clock);
	const ask = async (userId: string): Promise<Membership> => {
		for (const guildId of guildIds) {
			const membership = await askMembership(rest, guildId, userId);
			if (membership !== 'absent') return membership;
		}
		return 'absent';
	};
	return {
		membershipOf: (userId) => known(userId, () => ask(userId)).catch(() => 'unknown'),
	};
}
