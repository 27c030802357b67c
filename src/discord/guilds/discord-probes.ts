import {
	type APIApplication,
	type APIGatewayBotInfo,
	ApplicationFlags,
	DiscordAPIError,
	type REST,
	RequestMethod,
	Routes,
} from 'discord.js';
import { failureReason } from '../../dependencies/failure-reason.js';
import type { GatewayState, Identity, Probes } from '../../guilds/checkup/findings.js';
import type { GuildList } from '../../guilds/served-guilds-store.js';
import { apiCodeOf, apiCodes } from '../connection/api-errors.js';
import { fetchVisibility } from '../registration/fetch-command-visibility.js';
import { type CommandPayload, compareRegistered, registrationTarget } from '../registration/registration.js';
import { fetchGuildFacts } from './fetched-guild-facts.js';
import { askOnboardingRoles } from './guild-queries.js';
import { isPublic, ownGuilds } from './own-guilds.js';

/** The part of the probes that ask Discord. */
export type DiscordProbes = Pick<
	Probes,
	| 'identity'
	| 'gateway'
	| 'commands'
	| 'guildIds'
	| 'otherGuilds'
	| 'isPublic'
	| 'guild'
	| 'visibility'
	| 'onboardingRoles'
>;

/** Asks Discord over REST alone, so that the answers are those of this moment and no gateway is needed. */
export function createDiscordProbes(options: {
	/** With the bot's token set. */
	readonly rest: REST;
	/** What is served; undefined: no home is known, since the bot is in no guild. */
	readonly served: GuildList | undefined;
	readonly commands: readonly CommandPayload[];
	/** Milliseconds since the epoch. */
	readonly now: () => number;
}): DiscordProbes {
	const { rest, served } = options;
	const application = async () => (await rest.get(Routes.currentApplication())) as APIApplication;
	return {
		async identity(): Promise<Identity> {
			try {
				const { name, flags } = await application();
				return { kind: 'known', name, hasMembersIntent: (flags & membersIntentFlags) !== 0 };
			} catch (error) {
				const isRefused = error instanceof DiscordAPIError && error.status === 401;
				return isRefused ? { kind: 'refused' } : { kind: 'unreachable', reason: failureReason(error) };
			}
		},
		gateway: () => askGateway(rest, options.now),
		async commands() {
			const { id: applicationId } = await application();
			// Where every guild is served, only the listed ones may have had commands of their own.
			const ownIds = served?.every ? served.ids : (await ownGuilds(rest)).map(({ id }) => id);
			return compareRegistered(rest, registrationTarget(applicationId, served, ownIds), options.commands);
		},
		async guildIds() {
			if (served === undefined) return [];
			if (!served.every) return served.ids;
			return [...new Set([...served.ids, ...(await ownGuilds(rest)).map(({ id }) => id)])];
		},
		async otherGuilds() {
			const guilds = served?.every ? [] : await ownGuilds(rest);
			return { guilds: guilds.filter(({ id }) => !served?.ids.includes(id)) };
		},
		// Who serves every server wants to be added to more.
		isPublic: async () => (served?.every ? undefined : await isPublic(rest)),
		async visibility(guildId) {
			const { id: applicationId } = await application();
			return fetchVisibility(rest, { applicationId, guildId }, options.commands);
		},
		onboardingRoles: (guildId) => askOnboardingRoles(rest, guildId),
		async guild(id) {
			try {
				// The bot's user has the application's id only where it is younger than 2016.
				const me = (await rest.get(Routes.user())) as { readonly id: string };
				return await fetchGuildFacts(rest, id, me.id);
			} catch (error) {
				const code = apiCodeOf(error);
				if (code === apiCodes.unknownGuild || code === apiCodes.missingAccess) return undefined;
				throw error;
			}
		},
	};
}

/** Small bots have the one, verified bots the other. */
const membersIntentFlags = ApplicationFlags.GatewayGuildMembers | ApplicationFlags.GatewayGuildMembersLimited;

async function askGateway(rest: REST, now: () => number): Promise<GatewayState> {
	const askedAt = now();
	const response = await rest.queueRequest({ fullRoute: Routes.gatewayBot(), method: RequestMethod.Get });
	const answeredAt = now();
	const { session_start_limit: limit } = (await response.json()) as APIGatewayBotInfo;
	const date = Date.parse(response.headers.get('date') ?? '');
	// The header leaves the fraction of its second out: half of one on average.
	const theirs = date + 500;
	return {
		identifiesLeft: limit.remaining,
		identifiesADay: limit.total,
		resetAfterMs: limit.reset_after,
		clockAheadMs: Number.isNaN(date) ? undefined : Math.round((askedAt + answeredAt) / 2 - theirs),
	};
}
