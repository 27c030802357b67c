import { type Client, type REST, type RESTGetAPIGuildOnboardingResult, Routes } from 'discord.js';
import type { Clock } from '../../base/clock.js';
import { isRecent } from '../../base/time/is-recent.js';
import type { GuildQueries } from '../../guilds/guild-queries.js';
import { apiCodeOf, apiCodes } from '../connection/api-errors.js';

/**
 * How many members have a role now; undefined where Discord doesn't tell. Needs no intent: see
 * https://discord.com/developers/docs/resources/guild#get-guild-role-member-counts. Never rejects.
 */
export async function askHolders(rest: REST, guildId: string, roleId: string): Promise<number | undefined> {
	try {
		const counts = (await rest.get(`${Routes.guildRoles(guildId)}/member-counts`)) as Readonly<
			Record<string, number>
		>;
		return counts[roleId] ?? 0;
	} catch {
		return undefined;
	}
}

/** The roles that members can choose for themselves in the guild's onboarding. Rejects with discord.js' errors. */
export async function askOnboardingRoles(rest: REST, guildId: string): Promise<ReadonlySet<string>> {
	const route = Routes.guildOnboarding(guildId);
	const { prompts } = (await rest.get(route)) as RESTGetAPIGuildOnboardingResult;
	return new Set(prompts.flatMap(({ options }) => options.flatMap(({ role_ids }) => role_ids)));
}

interface SelfChosen {
	readonly askedAt: number;
	readonly roles: Promise<ReadonlySet<string> | undefined>;
}

/** How long an answer is remembered, so that not every press by staff asks Discord. */
const freshMs = 60_000;
/** Part of the 3 s in which an interaction has to be answered. */
const patienceMs = 1_500;

/**
 * The roles that members can give themselves without anybody's doing: in the onboarding, by linking an account, by
 * buying them from the server. From memory for a minute.
 */
export class SelfChosenRoles {
	readonly #client: Client;
	readonly #clock: Clock;
	readonly #known = new Map<string, SelfChosen>();

	constructor(client: Client, clock: Clock) {
		this.#client = client;
		this.#clock = clock;
	}

	/** Undefined where Discord doesn't tell in time. Never rejects. `fresh`: asks now, whatever is remembered. */
	readonly of: GuildQueries['selfChosenRoles'] = async (guildId, fresh = false) => {
		const known = this.#known.get(guildId);
		const isFresh = known !== undefined && isRecent(known.askedAt, this.#clock.now(), freshMs);
		const roles = isFresh && !fresh ? known.roles : this.#ask(guildId);
		return await Promise.race([roles, this.#clock.delay(patienceMs).then(() => undefined)]);
	};

	#ask(guildId: string): Promise<ReadonlySet<string> | undefined> {
		const roles = this.#fetch(guildId).catch(() => {
			this.#known.delete(guildId);
			return undefined;
		});
		this.#known.set(guildId, { askedAt: this.#clock.now(), roles });
		return roles;
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

/** Whether a message is still in its channel, or Discord doesn't tell. Never rejects. */
export async function isMessageThere(
	rest: REST,
	{ channelId, messageId }: { readonly channelId: string; readonly messageId: string },
): Promise<boolean> {
	try {
		await rest.get(Routes.channelMessage(channelId, messageId));
		return true;
	} catch (error) {
		const code = apiCodeOf(error);
		return code !== apiCodes.unknownMessage && code !== apiCodes.unknownChannel;
	}
}
