import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, Events } from 'discord.js';
import {
	commandPayloads,
	createCommands,
	createComponents,
	createUserCommands,
} from '../commands/registry.js';
import { openClaimStore } from './claims/claim-store.js';
import { createUnlinkLimit } from './claims/unlink-limit.js';
import { createDoctor } from './composition/diagnosis.js';
import { createMarketplace, type Marketplace, refuseBadKey } from './composition/marketplace.js';
import { createModeration, createProposals } from './composition/moderation.js';
import { createPrivacy, reportDeletion } from './composition/privacy.js';
import { createPurchases } from './composition/purchases.js';
import { createRecheck, createRefunds, createRenewals } from './composition/refunds.js';
import { createRoles, followGuilds, type Roles } from './composition/roles.js';
import { createServed, servedIds } from './composition/served.js';
import {
	auditChannels,
	createGuildSettings,
	createPanels,
	createSetup,
	homeOf,
} from './composition/setup.js';
import { createStatistics } from './composition/statistics.js';
import { createUnlinking } from './composition/unlinking.js';
import { createVerification, reportOutcomes } from './composition/verification.js';
import type { Settings } from './config.js';
import { AuditLog } from './discord/audit-log.js';
import {
	createClient,
	type FatalReason,
	isConnected,
	logClientEvents,
	watchForFatal,
} from './discord/client.js';
import { Dispatcher } from './discord/dispatcher.js';
import { memberStanding } from './discord/member-standing.js';
import { awaitGateway, inspectGuilds } from './discord/preflight.js';
import { DiscordRoleApi } from './discord/role-api.js';
import { LicenceTypes } from './guilds/licence-types.js';
import { type HealthServer, startHealthServer } from './health.js';
import type { Logger } from './logger.js';
import { createMetrics, type Metrics } from './metrics.js';
import { GrantOutbox } from './roles/grant-outbox.js';
import { openStore } from './storage/open.js';
import type { Store } from './storage/store.js';
import { createAttempts } from './verification/attempts.js';
import { userAgent } from './version.js';

export interface App {
	/**
	 * Connects to Discord, as soon as it can be reached; resolves early where `signal` aborts before. Rejects with
	 * TokenRefused or discord.js' errors.
	 */
	connect(signal: AbortSignal): Promise<void>;
	/** Takes no new work, finishes or keeps what is under way, and closes everything. */
	stop(): Promise<void>;
}

export interface AppOptions {
	readonly settings: Settings;
	readonly logger: Logger;
	/** Told once of what the connection to Discord can't come back from. */
	readonly onFatal: (reason: FatalReason) => void;
}

const now = (): number => Date.now();

/** At a stop: the marketplace's 2.5 s and the first try of the role. */
const answerMs = 4_000;

/** Resolves after so many milliseconds, early when the signal aborts. */
async function delay(ms: number, signal?: AbortSignal): Promise<void> {
	await sleep(ms, undefined, signal && { signal }).catch(() => {});
}

/**
 * Puts the bot together and finds the store and the key good. Discord comes last, with `connect`, since each
 * connection counts against a daily limit. Rejects with an AppError of the store, KeyRefused, or an error of the health port.
 */
export async function createApp({ settings, logger, onFatal }: AppOptions): Promise<App> {
	const store = await openStore(settings.DATABASE_URL, (message, fields) => logger.warn(fields, message));
	const served = createServed(settings);
	const guilds = createGuildSettings(store, settings, served);
	const home = homeOf(guilds, served);
	const claims = await openClaimStore({
		store,
		claimSecret: settings.CLAIM_SECRET,
		now,
		home,
		onCorrupt: (key) => logger.error({ key }, 'A claim cannot be read and is left out'),
	});
	const client = createClient({
		apiUrl: settings.DISCORD_API_URL,
		userAgentSuffix: userAgent,
		membersIntent: settings.MEMBERS_INTENT,
	});
	const audit = new AuditLog({ client, channelOf: auditChannels(guilds, served), logger, now, delay });
	const market = createMarketplace(settings, logger, () => audit.write(undefined, { kind: 'bad-key' }));
	await refuseBadKey(market, logger);
	market.catalog.start();

	const roleApi = new DiscordRoleApi(client, served);
	const metrics = createMetrics({ waitingGrants: () => roles.queue.size });
	const rulesOf = (guildId: string) => guilds.rulesOf(guildId);
	const outbox = new GrantOutbox(store, now);
	const roles = createRoles({
		store,
		outbox,
		claims,
		roleApi,
		rulesOf,
		metrics,
		audit,
		logger,
		now,
		delay,
		random: Math.random,
	});
	const { checkPurchase } = market;
	const { queue } = roles;
	const attempts = createAttempts({ store, now });
	const isClockTrusted = () => true;
	const asking = { store, claims, checkPurchase, queue, served, isClockTrusted, audit, metrics, logger };
	const refunds = createRefunds({ ...asking, now, delay });
	const renewals = createRenewals({ ...asking, now, delay }, refunds);
	const recheck = createRecheck({ ...asking, now, delay }, refunds, settings.RECHECK_DAYS);
	const verifying = { attempts, claims, queue, checkPurchase, audit, renewals, now };
	const verification = createVerification(verifying);
	const rulesChanged = (guildId: string) => roles.reconciler.rulesChanged(guildId);
	const licenceTypes = new LicenceTypes();
	const statistics = createStatistics({ store, claims, logger, now, delay });
	const setup = createSetup({ guilds, served, client, audit, logger, rulesChanged });
	const thumbnailOf = (itemId: number) => market.catalog.get(itemId)?.thumbnailUrl;
	const proposals = createProposals(store, now);
	const unlinks = createUnlinkLimit({ store, now });
	const standingOf = memberStanding(client);
	const desk = { proposals, served, standingOf, outbox, claims, queue, roleApi, rulesOf, checkPurchase };
	const moderation = createModeration({ ...desk, refunds, audit, logger, now, delay });
	const services = {
		verification: {
			verify: verification.verify.bind(verification),
			onOutcome: reportOutcomes({ metrics, audit, logger, licenceTypes, statistics }),
			now,
			delay,
		},
		catalogue: market.catalog,
		account: market.client,
		setup: { setup, catalogue: market.catalog, licenceTypes: () => licenceTypes.list() },
		purchases: {
			...createPurchases({ claims, queue, renewals, rulesOf, home, thumbnailOf, now }),
			...createUnlinking({ claims, home, limit: unlinks, outbox, queue, audit, logger }),
			now,
			delay,
		},
		privacy: {
			...createPrivacy({
				claims,
				attempts,
				unlinks,
				proposals,
				outbox,
				queue,
				onDeleted: reportDeletion({ audit, logger }),
			}),
			now,
		},
		panels: createPanels({ store, client, audit, logger }),
		statistics,
		moderation,
		doctor: createDoctor({ client, settings, guilds, market, store, now }),
	};
	const dispatcher = new Dispatcher({
		commands: createCommands(services),
		userCommands: createUserCommands(services),
		components: createComponents(services),
		logger,
		served,
		count: (name, result) => metrics.interactions.inc({ name, result }),
		delay,
	});

	const health = await openHealth(settings, { client, store, metrics });
	watchForFatal(client, onFatal);
	logClientEvents(client, logger);
	client.on(Events.InteractionCreate, (interaction) => dispatcher.handle(interaction));
	client.once(Events.ClientReady, (ready) => {
		logger.info({ bot: ready.user.tag, guilds: ready.guilds.cache.size }, 'Ready');
		followGuilds(client, roles.reconciler, logger);
		roles.reconciler.start();
		recheck?.start();
		licenceTypes
			.learn(claims.all())
			.catch((error) => logger.warn({ err: error }, 'The licence types could not be learned'));
		void inspectGuilds(ready, {
			served,
			registeredIn: servedIds(settings),
			examine: async (guildId) => (await setup.overview(guildId)).findings,
			commands: commandPayloads,
			logger,
		});
	});
	const token = settings.DISCORD_TOKEN;
	return {
		async connect(signal) {
			if (await awaitGateway(client, { token, logger, signal, delay })) await client.login(token);
		},
		stop: () => stop({ token, client, market, roles, recheck, dispatcher, statistics, audit, health, store }),
	};
}

async function stop(parts: {
	token: string;
	client: Client;
	market: Marketplace;
	roles: Roles;
	recheck: { stop(): Promise<void> } | undefined;
	dispatcher: Dispatcher;
	statistics: { settled(): Promise<void> };
	audit: AuditLog;
	health: HealthServer | undefined;
	store: Store;
}): Promise<void> {
	const { token, client, market, roles, recheck, dispatcher, statistics, audit, health, store } = parts;
	// The gateway first, so that nothing new comes. The client forgets its token with it, and what is under way still
	// needs that for its last calls.
	await client.destroy();
	client.rest.setToken(token);
	market.catalog.stop();
	// A member who is being verified still gets the role with the answer. One who waits for a role does not hold up the
	// end: the queue keeps that for the next start.
	const answered = dispatcher.drain();
	const inTime = Promise.race([answered, delay(answerMs)]);
	await Promise.all([recheck?.stop(), roles.reconciler.stop(), inTime]);
	await Promise.all([answered, roles.queue.stop()]);
	await Promise.all([statistics.settled(), audit.stop()]);
	await Promise.all([market.client.close(), health?.close()]);
	await store.close();
}

async function openHealth(
	settings: Settings,
	{ client, store, metrics }: { client: Client; store: Store; metrics: Metrics },
): Promise<HealthServer | undefined> {
	if (settings.HEALTH_PORT === 0) return undefined;
	return startHealthServer({
		port: settings.HEALTH_PORT,
		host: settings.HEALTH_HOST,
		isReady: async () => {
			await store.ping();
			return isConnected(client);
		},
		metrics: () => metrics.registry.metrics(),
	});
}
