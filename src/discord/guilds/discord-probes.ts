import {
	type APIGatewayBotInfo,
	ApplicationCommandPermissionType,
	ApplicationCommandType,
	ApplicationFlags,
	DiscordAPIError,
	PermissionFlagsBits,
	type REST,
	type RESTGetAPIGuildApplicationCommandsPermissionsResult,
	RequestMethod,
	Routes,
} from 'discord.js';
import type { Clock } from '../../base/clock.js';
import { failureReason } from '../../operate/failure-reason.js';
import type { CommandVisibility } from '../../servers/checkup/command-visibility.js';
import type {
	CommandChanges,
	DiscordProbes,
	GatewayState,
	Identity,
	OtherGuilds,
} from '../../servers/checkup/findings.js';
import type { GuildFacts } from '../../servers/guild-facts.js';
import { notInGuildCodes, unlessRejected } from '../connection/api-errors.js';
import {
	type CommandPayload,
	compareRegistered,
	readScope,
	registrationScopes,
} from '../registration/registration.js';
import { askOnboardingRoles, isMessageThere, type MessagePlace } from './discord-guilds.js';
import { fetchGuildFacts } from './guild-facts.js';
import { memberCount, OwnAccount, ownApplication, ownGuilds } from './own-account.js';

export interface RestProbesOptions {
	/** With the bot token set. */
	readonly rest: REST;
	readonly guildIds: readonly string[];
	readonly commands: readonly CommandPayload[];
	readonly clock: Pick<Clock, 'now'>;
}

/** Probes Discord over REST only, so that results are current and no gateway connection is needed. */
export class RestProbes implements DiscordProbes {
	readonly #options: RestProbesOptions;
	/** The served guilds. */
	readonly guildIds: readonly string[];

	constructor(options: RestProbesOptions) {
		this.#options = options;
		this.guildIds = options.guildIds;
	}

	async identity(): Promise<Identity> {
		try {
			const { name, flags } = await ownApplication(this.#options.rest);
			const isApproved = (flags & ApplicationFlags.GatewayGuildMembers) !== 0;
			return { kind: 'known', name, hasMembersIntent: (flags & membersIntentFlags) !== 0, isApproved };
		} catch (error) {
			const isRefused = error instanceof DiscordAPIError && error.status === 401;
			return isRefused ? { kind: 'refused' } : { kind: 'unreachable', reason: failureReason(error) };
		}
	}

	async gateway(): Promise<GatewayState> {
		const askedAt = this.#options.clock.now();
		const response = await this.#options.rest.queueRequest({
			fullRoute: Routes.gatewayBot(),
			method: RequestMethod.Get,
		});
		const answeredAt = this.#options.clock.now();
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
		const { id: applicationId } = await ownApplication(this.#options.rest);
		const ownIds = (await ownGuilds(this.#options.rest)).map(({ id }) => id);
		const scopes = registrationScopes(applicationId, this.guildIds, ownIds);
		return await compareRegistered(this.#options.rest, scopes, this.#options.commands);
	}

	async otherGuilds(): Promise<OtherGuilds> {
		return { guilds: (await ownGuilds(this.#options.rest)).filter(({ id }) => !this.guildIds.includes(id)) };
	}

	async memberCount(): Promise<number> {
		return await memberCount(this.#options.rest);
	}

	async isPublic(): Promise<boolean> {
		return await new OwnAccount(this.#options.rest).isPublic();
	}

	async visibility(guildId: string): Promise<CommandVisibility> {
		const { id: applicationId } = await ownApplication(this.#options.rest);
		return await fetchVisibility(this.#options.rest, { applicationId, guildId }, this.#options.commands);
	}

	async onboardingRoles(guildId: string): Promise<ReadonlySet<string>> {
		return await askOnboardingRoles(this.#options.rest, guildId);
	}

	guild(guildId: string, channelIds: readonly string[]): Promise<GuildFacts | undefined> {
		return unlessRejected(notInGuildCodes, undefined, async () => {
			// The bot's user id equals the application id only for applications created since 2016.
			const me = (await this.#options.rest.get(Routes.user())) as { readonly id: string };
			return await fetchGuildFacts(this.#options.rest, guildId, me.id, channelIds);
		});
	}

	async isPanelThere(panel: MessagePlace): Promise<boolean> {
		return await isMessageThere(this.#options.rest, panel);
	}
}

/** The first flag once Discord has approved the intent, the second until then. */
const membersIntentFlags = ApplicationFlags.GatewayGuildMembers | ApplicationFlags.GatewayGuildMembersLimited;

/** The guild's own visibility settings for the bot's commands. Rejects with discord.js errors. */
async function fetchVisibility(
	rest: REST,
	{ applicationId, guildId }: { readonly applicationId: string; readonly guildId: string },
	own: readonly CommandPayload[],
): Promise<CommandVisibility> {
	const route = Routes.guildApplicationCommandsPermissions(applicationId, guildId);
	const permissions = (await rest.get(route)) as RESTGetAPIGuildApplicationCommandsPermissionsResult;
	const names = new Map<string, string>();
	for (const scope of permissions.length === 0 ? [] : [guildId, undefined]) {
		const registered = await readScope(rest, { applicationId, guildId: scope, isEmpty: false });
		for (const command of registered) names.set(command.id, shownName(command));
	}
	return {
		commands: own.flatMap((command) => {
			const audience = audiences.get(command.default_member_permissions ?? undefined);
			return audience === undefined ? [] : [{ name: shownName(command), audience }];
		}),
		choices: permissions.flatMap(({ id, permissions: choices }) => {
			const command = names.get(id);
			// Permissions of a deleted command are irrelevant.
			if (id !== applicationId && command === undefined) return [];
			return choices
				.filter(({ type }) => type === ApplicationCommandPermissionType.Role)
				.map((choice) => ({ command, roleId: choice.id, isAllowed: choice.permission }));
		}),
	};
}

/** Audience per required permission. Manager and administrator commands are left out: no role can hide those. */
const audiences = new Map<string | undefined, 'everyone' | 'staff'>([
	[undefined, 'everyone'],
	[String(PermissionFlagsBits.ManageRoles), 'staff'],
]);

function shownName({ name, type }: Pick<CommandPayload, 'name' | 'type'>): string {
	return (type ?? ApplicationCommandType.ChatInput) === ApplicationCommandType.ChatInput ? `/${name}` : name;
}
