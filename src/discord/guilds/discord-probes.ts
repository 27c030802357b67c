import {
	type APIApplication,
	type APIGatewayBotInfo,
	ApplicationFlags,
	DiscordAPIError,
	type REST,
	RequestMethod,
	Routes,
} from 'discord.js';
import type { Clock } from '../../base/clock.js';
import { failureReason } from '../../dependencies/failure-reason.js';
import type { CommandVisibility } from '../../guilds/checkup/command-visibility.js';
import type {
	CommandChanges,
	DiscordProbes,
	GatewayState,
	Identity,
	OtherGuilds,
} from '../../guilds/checkup/findings.js';
import type { GuildFacts } from '../../guilds/guild-facts.js';
import type { GuildList } from '../../guilds/served-guilds-store.js';
import { apiCodeOf, apiCodes } from '../connection/api-errors.js';
import { fetchVisibility } from '../registration/fetch-command-visibility.js';
import { type CommandPayload, compareRegistered, registrationTarget } from '../registration/registration.js';
import { askOnboardingRoles, isMessageThere, type MessagePlace } from './discord-guilds.js';
import { fetchGuildFacts } from './fetched-guild-facts.js';
import { isPublic, memberCount, ownGuilds } from './own-guilds.js';

/** Probes Discord over REST only, so that results are current and no gateway connection is needed. */
export class RestProbes implements DiscordProbes {
	readonly #rest: REST;
	readonly #served: GuildList | undefined;
	readonly #commands: readonly CommandPayload[];
	readonly #clock: Pick<Clock, 'now'>;

	constructor(options: {
		/** With the bot token set. */
		readonly rest: REST;
		/** Undefined if no home is known, because the bot is in no guild. */
		readonly served: GuildList | undefined;
		readonly commands: readonly CommandPayload[];
		readonly clock: Pick<Clock, 'now'>;
	}) {
		this.#rest = options.rest;
		this.#served = options.served;
		this.#commands = options.commands;
		this.#clock = options.clock;
	}

	async identity(): Promise<Identity> {
		try {
			const { name, flags } = await this.application();
			const isApproved = (flags & ApplicationFlags.GatewayGuildMembers) !== 0;
			return { kind: 'known', name, hasMembersIntent: (flags & membersIntentFlags) !== 0, isApproved };
		} catch (error) {
			const isRefused = error instanceof DiscordAPIError && error.status === 401;
			return isRefused ? { kind: 'refused' } : { kind: 'unreachable', reason: failureReason(error) };
		}
	}

	async gateway(): Promise<GatewayState> {
		const askedAt = this.#clock.now();
		const response = await this.#rest.queueRequest({
			fullRoute: Routes.gatewayBot(),
			method: RequestMethod.Get,
		});
		const answeredAt = this.#clock.now();
		const { session_start_limit: limit } = (await response.json()) as APIGatewayBotInfo;
		const date = Date.parse(response.headers.get('date') ?? '');
		// The Date header has whole seconds; half a second is the average error.
		const theirs = date + 500;
		return {
			identifiesLeft: limit.remaining,
			identifiesADay: limit.total,
			resetAfterMs: limit.reset_after,
			clockAheadMs: Number.isNaN(date) ? undefined : Math.round((askedAt + answeredAt) / 2 - theirs),
		};
	}

	async commands(): Promise<CommandChanges> {
		const { id: applicationId } = await this.application();
		// If every guild is served, only the listed ones may have had their own commands.
		const served = this.#served;
		const ownIds = served?.every ? served.ids : (await ownGuilds(this.#rest)).map(({ id }) => id);
		const target = registrationTarget(applicationId, served, ownIds);
		return await compareRegistered(this.#rest, target, this.#commands);
	}

	async guildIds(): Promise<readonly string[]> {
		const served = this.#served;
		if (served === undefined) return [];
		if (!served.every) return served.ids;
		return [...new Set([...served.ids, ...(await ownGuilds(this.#rest)).map(({ id }) => id)])];
	}

	async otherGuilds(): Promise<OtherGuilds> {
		const guilds = this.#served?.every ? [] : await ownGuilds(this.#rest);
		return { guilds: guilds.filter(({ id }) => !this.#served?.ids.includes(id)) };
	}

	async memberCount(): Promise<number> {
		return await memberCount(this.#rest);
	}

	/** A bot that serves every server is meant to be added to more. */
	async isPublic(): Promise<boolean | undefined> {
		return this.#served?.every ? undefined : await isPublic(this.#rest);
	}

	async visibility(guildId: string): Promise<CommandVisibility> {
		const { id: applicationId } = await this.application();
		return await fetchVisibility(this.#rest, { applicationId, guildId }, this.#commands);
	}

	async onboardingRoles(guildId: string): Promise<ReadonlySet<string>> {
		return await askOnboardingRoles(this.#rest, guildId);
	}

	async guild(guildId: string, channelIds: readonly string[]): Promise<GuildFacts | undefined> {
		try {
			// The bot's user id equals the application id only for applications created since 2016.
			const me = (await this.#rest.get(Routes.user())) as { readonly id: string };
			return await fetchGuildFacts(this.#rest, guildId, me.id, channelIds);
		} catch (error) {
			const code = apiCodeOf(error);
			if (code === apiCodes.unknownGuild || code === apiCodes.missingAccess) return undefined;
			throw error;
		}
	}

	async isPanelThere(panel: MessagePlace): Promise<boolean> {
		return await isMessageThere(this.#rest, panel);
	}

	private async application(): Promise<APIApplication> {
		return (await this.#rest.get(Routes.currentApplication())) as APIApplication;
	}
}

/** The first flag once Discord has approved the intent, the second until then. */
const membersIntentFlags = ApplicationFlags.GatewayGuildMembers | ApplicationFlags.GatewayGuildMembersLimited;
