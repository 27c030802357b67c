import {
	type APIApplication,
	type APIGatewayBotInfo,
	ApplicationFlags,
	DiscordAPIError,
	type REST,
	type RESTAPIPartialCurrentUserGuild,
	RequestMethod,
	Routes,
} from 'discord.js';
import type { GatewayState, Identity, Probes } from '../guilds/diagnosis.js';
import { apiCodeOf, apiCodes } from './api-errors.js';
import { fetchGuildFacts } from './fetched-guild-facts.js';
import { type CommandPayload, compareRegistered } from './registration.js';

/** The part of the probes that ask Discord. */
export type DiscordProbes = Pick<Probes, 'identity' | 'gateway' | 'commands' | 'guildIds' | 'guild'>;

/** Asks Discord over REST alone, so that the answers are those of this moment and no gateway is needed. */
export function createDiscordProbes(options: {
	/** With the bot's token set. */
	readonly rest: REST;
	/** The guilds that are served; undefined: every one that the bot is in. */
	readonly guildIds: readonly string[] | undefined;
	readonly commands: readonly CommandPayload[];
	/** Milliseconds since the epoch. */
	readonly now: () => number;
}): DiscordProbes {
	const { rest, guildIds } = options;
	const application = async () => (await rest.get(Routes.currentApplication())) as APIApplication;
	return {
		async identity(): Promise<Identity> {
			try {
				const { name, flags } = await application();
				return { kind: 'known', name, hasMembersIntent: (flags & membersIntentFlags) !== 0 };
			} catch (error) {
				const isRefused = error instanceof DiscordAPIError && error.status === 401;
				return { kind: isRefused ? 'refused' : 'unreachable' };
			}
		},
		gateway: () => askGateway(rest, options.now),
		async commands() {
			const { id } = await application();
			return compareRegistered(rest, { applicationId: id, guildIds }, options.commands);
		},
		async guildIds() {
			if (guildIds !== undefined) return guildIds;
			const guilds = (await rest.get(Routes.userGuilds())) as RESTAPIPartialCurrentUserGuild[];
			return guilds.map(({ id }) => id);
		},
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
