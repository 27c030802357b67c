import {
	type APIGuildMember,
	type Client,
	type REST,
	type RESTGetAPIGuildOnboardingResult,
	Routes,
	type User,
} from 'discord.js';
import type { Clock } from '../../base/clock.js';
import { ttlCache } from '../../base/time/ttl-cache.js';
import type { Places } from '../../floors.js';
import type { GuildQueries, MemberFacts, Membership, PostedPanel } from '../../servers/guild-facts.js';
import type { DisputeFacts } from '../../services/moderation/dispute-cards.js';
import type { CardPeople, DisputePeople } from '../../ui/messages/dispute-card.js';
import { noMemberCodes, noMessageCodes, unlessRejected } from '../connection/api-errors.js';
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
export function discordGuilds(client: Client, clock: Clock): GuildQueries {
	const { guilds, rest, users } = client;
	const selfChosen = ttlCache<ReadonlySet<string>>(freshMs, clock);

	/** Roles that members get without staff: in the onboarding, by linking an account, or by buying them. */
	async function askSelfChosen(guildId: string): Promise<ReadonlySet<string>> {
		const offered = await askOnboardingRoles(rest, guildId);
		const free = guilds.cache
			.get(guildId)
			?.roles.cache.filter(
				({ tags }) => tags?.guildConnections === true || tags?.availableForPurchase === true,
			);
		return new Set([...offered, ...(free?.keys() ?? [])]);
	}

	async function memberFacts(guildId: string, userId: string): Promise<MemberFacts | undefined> {
		const fetched = guilds.cache.get(guildId)?.members.fetch({ user: userId, cache: false });
		const member = await fetched?.catch(() => undefined);
		return (
			member && {
				displayName: member.displayName,
				avatarUrl: member.displayAvatarURL({ size: 128 }),
				joinedAt: member.joinedTimestamp ?? undefined,
			}
		);
	}

	return {
		memberFacts,

		factsOf: (guildId) => cachedGuildFacts(client, guildId),

		/** Needs no intent: see https://discord.com/developers/docs/resources/guild#get-guild-role-member-counts. */
		async holdersOf(guildId, roleId) {
			const route = `${Routes.guildRoles(guildId)}/member-counts` as const;
			const asked = rest.get(route) as Promise<Record<string, number>>;
			return await asked.then((counts) => counts[roleId] ?? 0).catch(() => undefined);
		},

		async selfChosenRoles(guildId, fresh) {
			const asked = selfChosen(guildId, () => askSelfChosen(guildId), fresh);
			const late = clock.delay(patienceMs).then(() => undefined);
			return await Promise.race([asked.catch(() => undefined), late]);
		},

		isPanelThere: (panel) => isMessageThere(rest, panel),

		async membershipOf(guildId, userId) {
			if (!guilds.cache.has(guildId)) return 'unknown';
			return await askMembership(rest, guildId, userId).catch(() => 'unknown');
		},

		async namesOf(userIds, except) {
			const names = new Map<string, string>();
			const note = (user: User | undefined) => user && names.set(user.id, user.username);
			const asked = [...new Set(userIds)].filter(isSnowflake);
			const factsOf = (id: string) => except && memberFacts(except, id);
			const facts = await Promise.all(asked.slice(0, maxAsked).map(factsOf));
			const ids = asked.filter((_, index) => !facts[index]);
			for (const id of ids) note(users.cache.get(id));
			const unknown = ids.filter((id) => !names.has(id)).slice(0, maxAsked);
			if (unknown.length > 0) {
				const noted = unknown.map(async (id) => note(await users.fetch(id).catch(() => undefined)));
				const late = new AbortController();
				await Promise.race([Promise.all(noted), clock.delay(patienceMs, late.signal)]);
				late.abort('named');
			}
			return (userId) => names.get(userId);
		},
	};
}

/** The people on a card: `looked` with their facts, `named` by name, as far as Discord returns them. Never rejects. */
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
	const found = () => rest.get(Routes.channelMessage(channelId, messageId)).then(() => true);
	return await unlessRejected(noMessageCodes, false, found).catch(() => true);
}

/** Over REST, so that a member who has just left counts as absent. Rejects with discord.js errors. */
async function askMembership(rest: Pick<REST, 'get'>, guildId: string, userId: string): Promise<Membership> {
	return await unlessRejected<Membership>(noMemberCodes, 'absent', async () => {
		const { user } = (await rest.get(Routes.guildMember(guildId, userId))) as APIGuildMember;
		return user.bot === true ? 'bot' : 'member';
	});
}

/** Members of some guilds, for programs without a gateway. `absent`: from all of the guilds. Never rejects. */
export function membersIn(guildIds: readonly string[], rest: Pick<REST, 'get'>, clock: Pick<Clock, 'now'>) {
	// A member with many purchases, whose rows follow each other in a list, is asked about once.
	const known = ttlCache<Membership>(freshMs, clock);
	const ask = async (userId: string): Promise<Membership> => {
		for (const guildId of guildIds) {
			const membership = await askMembership(rest, guildId, userId);
			if (membership !== 'absent') return membership;
		}
		return 'absent';
	};
	const membershipOf = (userId: string): Promise<Membership> =>
		known(userId, () => ask(userId)).catch(() => 'unknown');
	return { membershipOf };
}
