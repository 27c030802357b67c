import {
	GatewayBotResponseSchema,
	GatewayResponseSchema,
	PrivateApplicationResponseSchema,
	UserPIIResponseSchema,
} from 'discord-api-spec/zod';
import { ApplicationFlags, GatewayIntentBits } from 'discord-api-types/v10';
import { z } from 'zod';
import { identifiesADay } from '../identify-limits.js';
import type { Routes } from '../route.js';
import { conforming } from '../spec.js';
import { userPayload } from '../users.js';
import type { World } from '../world.js';

/** The bot's identity, and the address of its gateway. */
export function applicationRoutes(world: World): Routes {
	const application = () => applicationPayload(world);
	return {
		'GET /gateway': ({ host }) =>
			conforming(GatewayResponseSchema, { url: world.gatewayUrl(host) }, 'gateway address'),
		'GET /gateway/bot': ({ host }) => {
			const payload = {
				url: world.gatewayUrl(host),
				shards: recommendedShards(world.guilds.size),
				session_start_limit: {
					total: identifiesADay,
					remaining: world.gateway.identifiesLeft,
					reset_after: world.gateway.identifiesResetAfter,
					max_concurrency: world.gateway.maxConcurrency,
				},
			};
			return conforming(GatewayBotResponseSchema, payload, 'gateway address');
		},
		'GET /applications/@me': application,
		'PATCH /applications/@me': ({ body }) => {
			// Other settings would first need a place where they are shown.
			const { flags } = z.strictObject({ flags: z.int() }).parse(body);
			// A bot may change no flags except those of the limited intents.
			world.enabledIntents = intentFlags.reduce(
				(all, [intent, flag]) => ((flags & flag) === 0 ? all : all | intent),
				0,
			);
			return application();
		},
		'GET /users/@me': () => botPayload(world),
		'GET /users/{user_id}': (request) => userPayload(world.users.get(request.param('user_id'))),
	};
}

/** About a thousand guilds for each shard, as Discord recommends. */
function recommendedShards(guildCount: number): number {
	return Math.max(1, Math.ceil(guildCount / 1_000));
}

const intentFlags = [
	[GatewayIntentBits.GuildPresences, ApplicationFlags.GatewayPresenceLimited],
	[GatewayIntentBits.GuildMembers, ApplicationFlags.GatewayGuildMembersLimited],
	[GatewayIntentBits.MessageContent, ApplicationFlags.GatewayMessageContentLimited],
] as const;

/**
 * The flags of the enabled privileged intents:
 * https://discord.com/developers/docs/resources/application#application-object-application-flags
 */
export function applicationFlags(world: Pick<World, 'enabledIntents'>): number {
	return intentFlags.reduce(
		(all, [intent, flag]) => ((world.enabledIntents & intent) === 0 ? all : all | flag),
		0,
	);
}

function botPayload(world: World): unknown {
	const payload = {
		...userPayload(world.bot),
		mfa_enabled: true,
		locale: 'en-US',
		verified: true,
		email: null,
	};
	return conforming(UserPIIResponseSchema, payload, 'bot user');
}

function applicationPayload(world: World): unknown {
	const flags = applicationFlags(world);
	return conforming(
		PrivateApplicationResponseSchema,
		{
			id: world.applicationId,
			name: world.bot.displayName,
			icon: null,
			description: '',
			type: null,
			flags,
			flags_new: String(flags),
			bot: userPayload(world.bot),
			bot_public: world.isPublic,
			bot_require_code_grant: false,
			verify_key: '0'.repeat(64),
			redirect_uris: [],
			interactions_endpoint_url: null,
			role_connections_verification_url: null,
			owner: userPayload(world.owner),
			approximate_guild_count: world.guilds.size,
			approximate_user_install_count: 0,
			approximate_user_authorization_count: 0,
			explicit_content_filter: 0,
			team: null,
			eligible_oauth2_scopes: [],
		},
		'application',
	);
}
