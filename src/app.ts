import { Events, GatewayDispatchEvents, Routes } from 'discord.js';
import { commandPayloads, commands, components, userCommands } from '../commands/registry.js';
import { systemClock } from './base/clock.js';
import type { ConfigError, StoreRefusedError } from './base/errors.js';
import type { Logger } from './base/logger.js';
import { systemSecureRandom } from './base/secure-random.js';
import { ClockGuard } from './base/time/clock-guard.js';
import { userAgent, version } from './base/version.js';
import { openClaimStore } from './claims/claim-store.js';
import { hasClaims } from './claims/secret-guard.js';
import { createAuditWatch } from './composition/create-alerts.js';
import { createBackups, createUpgradeBackup } from './composition/create-backups.js';
import { createDependencies } from './composition/create-dependencies.js';
import { createDiscordPort } from './composition/create-discord-port.js';
import { createDoctor } from './composition/create-doctor.js';
import { createFormatWatch } from './composition/create-format-watch.js';
import { connectMarketplace, createMarketplace } from './composition/create-marketplace.js';
import { createRest } from './composition/create-rest.js';
import { createServices } from './composition/create-services.js';
import { createGuildSettings } from './composition/create-setup.js';
import { createIdentifyThrottler, createProcessHeartbeats } from './composition/create-sharding.js';
import { followGateway } from './composition/follow-gateway.js';
import { followGuilds } from './composition/follow-guilds.js';
import { followFirstGuild, followHome } from './composition/follow-home.js';
import { openHealth } from './composition/open-health.js';
import { openMetrics } from './composition/open-metrics.js';
import { stopParts } from './composition/shutdown.js';
import type { Settings } from './config.js';
import { failureReason } from './dependencies/failure-reason.js';
import { OutageAlerts } from './dependencies/outage-alerts.js';
import { StoreCalls } from './dependencies/store-calls.js';
import { createAlertBoard } from './discord/channels/alert-board.js';
import { AuditLog } from './discord/channels/audit-log.js';
import { Greeting } from './discord/channels/greeting.js';
import {
	createClient,
	type FatalReason,
	FatalWatch,
	isConnected,
	logClientEvents,
} from './discord/connection/client.js';
import { UnreadableEvents } from './discord/connection/gateway-guard.js';
import { cachedGuildFacts } from './discord/guilds/cached-guild-facts.js';
import { findOnlyGuild, isInGuild } from './discord/guilds/own-guilds.js';
import { Dispatcher } from './discord/interactions/dispatcher.js';
import { DuplicateBotAlarm } from './discord/lifecycle/duplicate-bot-alarm.js';
import { awaitGateway, inspectGuilds } from './discord/lifecycle/preflight.js';
import { UnservedGuilds } from './discord/lifecycle/unserved-guilds.js';
import { CommandMentions, ownCommandIds } from './discord/registration/command-mentions.js';
import { hasCommands } from './discord/registration/registration.js';
import { auditChannels } from './guilds/audit-channels.js';
import { EmptyStoreAlarm } from './guilds/checkup/empty-store-alarm.js';
import { FirstRun } from './guilds/first-run.js';
import { HomePolicy } from './guilds/home-policy.js';
import { HomeWatch } from './guilds/home-watch.js';
import { bindingHome, servedList } from './guilds/resolve-served-guilds.js';
import { SharedServedGuilds } from './guilds/served-guilds.js';
import { ServedGuildsStore } from './guilds/served-guilds-store.js';
import { LinksOfServers } from './guilds/server-links.js';
import { noteShopCall } from './marketplace/note-shop-call.js';
import { readAccount } from './marketplace/pinned-account.js';
import { lookAtKey, refuseBadKey } from './marketplace/refuse-bad-key.js';
import { Alerts } from './notifications/alerts.js';
import { databaseReadings } from './operations/database-readings.js';
import { createNamedClaims } from './reporting/named-claims.js';
import { createOperatorReport } from './reporting/operator-report.js';
import { RefusedCallBudget } from './roles/refused-call-budget.js';
import { memoryRows } from './storage/memory-rows.js';
import { openStore } from './storage/open.js';
import type { StoreWarning } from './storage/store.js';
import { storedRows } from './stored-rows.js';

export interface App {
	/**
	 * Connects to Discord, as soon as it can be reached; resolves early where `signal` aborts before. Rejects with
	 * TokenRefused, with ConfigError where it is unclear which server is home, or with discord.js' errors.
	 */
	connect(signal: AbortSignal): Promise<void>;
	/** Takes no new work, finishes or keeps what is under way, and closes everything. */
	stop(): Promise<void>;
}

export interface AppOptions {
	readonly settings: Settings;
	readonly logger: Logger;
	/** Called once, when interactions are answered. */
	readonly onReady: () => void;
	/** Told once of what the connection to Discord can't come back from. */
	readonly onFatal: (reason: FatalReason) => void;
	/** Called while the bot runs, for what only a change of the configuration can fix. */
	readonly onWrong: (error: ConfigError | StoreRefusedError) => void;
}

const clock = systemClock;
const { now, delay } = clock;
const random = Math.random;

/** So many interactions under way are many: one or two are answered as fast as can be. */
const crowd = 3;
/**
 * Puts the bot together and finds the store and the key good. Discord comes last, with `connect`, since each
 * connection counts against a daily limit. Rejects with an AppError of the store, ConfigError
 * where another home is noted than the settings name, KeyRefused, or an error of the health port.
 */
export async function createApp(options: AppOptions): Promise<App> {
	const { settings, logger, onReady, onFatal, onWrong } = options;
	const warn: StoreWarning = (message, fields) => logger.warn(fields, message);
	/** The interactions under way. */
	const inFlight = new Set<Promise<void>>();
	const isCrowded = () => inFlight.size >= crowd;
	const metrics = await openMetrics(settings, {
		waitingGrants: () => services.queue.size,
		guilds: () => client.guilds.cache.size,
		stateOf: (dependency) => states.of(dependency).status,
		isConnected: () => isConnected(client),
		...databaseReadings(settings.DATABASE_URL, { store: () => store, now }),
		version,
	});
	const outages = createDependencies({
		logger,
		now,
		delay,
		onFailure: (dependency) => metrics.dependencyErrors.inc({ dependency }),
	});
	const { states } = outages;
	const calls = new StoreCalls({
		states,
		onCall: (ms) => metrics.took('store', ms),
		monotonicNow: () => performance.now(),
	});
	const store = await openStore(settings.DATABASE_URL, warn, { isCrowded, schemas: storedRows, calls });
	const notes = new ServedGuildsStore(store);
	// Before anything connects: throws where the settings and the store's note already differ.
	servedList(settings, await bindingHome(settings, await notes.home(), () => hasClaims(store)));
	const served = new SharedServedGuilds();
	const guilds = createGuildSettings(store, settings, served);
	const home = new HomePolicy(guilds, served);
	const alerts = new Alerts({ store, logger, clock });
	// What is wrong with the store can't be kept in it.
	const storeAlerts = new Alerts({ store: memoryRows(), logger, clock });
	const waitingForShop = () => services.waitingRoom.size;
	const report = createOperatorReport({ alerts, storeAlerts, waitingForShop, logger });
	const clockGuard = new ClockGuard(clock, report);
	const claims = await openClaimStore({
		store,
		claimSecret: settings.CLAIM_SECRET,
		now,
		home,
		clockGuard,
		onCorrupt: report.damaged,
		beforeUpgrade: createUpgradeBackup(settings, { logger, now }),
	});
	const slice = settings.SHARDS;
	const unreadable = new UnreadableEvents(logger, (event) => metrics.unreadableEvents.inc({ event }));
	const callBudget = new RefusedCallBudget(store, clock, random);
	const fatal = new FatalWatch();
	void fatal.reason.then(onFatal);
	const rest = createRest({
		apiUrl: settings.DISCORD_API_URL,
		userAgentSuffix: userAgent,
		share: slice.share,
		callBudget,
		clockGuard,
		fatal,
		states,
		metrics,
		clock,
		random,
	});
	const client = createClient({
		rest: rest.forBot,
		shards: slice.shards,
		identifyThrottler: createIdentifyThrottler(slice, { store, rest: () => client.rest, clock, logger }),
		membersIntent: settings.MEMBERS_INTENT,
		onUnreadable(event) {
			unreadable.note(event);
			if (event.event === GatewayDispatchEvents.InteractionCreate) dispatcher.handleUnreadable(event.data);
		},
	});
	fatal.follow(client);
	const token = settings.DISCORD_TOKEN;
	const channelOf = auditChannels(guilds, served);
	const isGlobal = settings.SERVE_OTHER_GUILDS;
	const mentionIn = new CommandMentions({ readIds: ownCommandIds(client), isGlobal, clock }).in;
	const messages = { client, channelOf, callBudget, mentionIn, logger };
	const guildFacts = { factsOf: (guildId: string) => cachedGuildFacts(client, guildId) };
	const links = new LinksOfServers(guilds, guildFacts);
	const watch = createAuditWatch({ alerts, served, guildFacts });
	const nameClaims = createNamedClaims({ claims, served });
	const audit = new AuditLog({ ...messages, ...watch, nameClaims, clock });
	const shop = connectMarketplace(settings, (call) => {
		logger.debug({ ...call }, 'Asked the marketplace');
		noteShopCall(states, call);
		metrics.took('shop', call.ms);
	});
	const onKey = { onKeyProblem: report.keyProblem, onKeyGood: report.keyGood };
	const market = createMarketplace({ client: shop, store, logger, ...onKey });
	await refuseBadKey(market, async () => (await readAccount(store)) !== undefined, logger);
	market.catalog.start();

	const emptiness = new EmptyStoreAlarm({
		hasCommands: (list) => hasCommands(client.rest, list),
		claims: claims.scan,
		notes,
		logger,
	});
	const homeWatch = new HomeWatch({
		notes,
		findOnlyGuild: () => findOnlyGuild(client.rest),
		isIn: (guildId) => isInGuild(client.rest, guildId),
		hasClaims: () => hasClaims(store),
		settings,
		served,
		emptiness,
		onWrong,
		logger,
		clock,
	});
	const services = createServices({
		store,
		claims,
		guilds,
		links,
		home,
		notes,
		served,
		slice,
		discord: createDiscordPort({
			...{ client, served, guildFacts, links, mentionIn, clock },
			catalog: market.catalog,
		}),
		callBudget,
		market,
		audit,
		alerts,
		logger,
		metrics,
		states,
		doctor: createDoctor({
			client,
			settings,
			served,
			homeWatch,
			guilds,
			market,
			states,
			store,
			clock,
		}),
		recheckDays: settings.RECHECK_DAYS,
		shopPerMinute: settings.MARKETPLACE_PER_MINUTE,
		clockGuard,
		clock,
		random,
		unguessable: systemSecureRandom,
	});
	const unserved = new UnservedGuilds(client, served, logger, report);
	const duplicateAlarm = new DuplicateBotAlarm(clock, report);
	const dispatcher = new Dispatcher({
		commands,
		userCommands,
		components,
		answering: services.answering,
		links,
		logger,
		served,
		unserved,
		duplicateAlarm,
		references: services.references,
		metrics,
		sender: rest.interactions,
		inFlight,
		clock,
	});

	const heartbeats = createProcessHeartbeats({ slice, store, metrics, clock, logger });
	const formatWatch = createFormatWatch({ store, onNewer: onWrong, logger, delay });
	const backups = createBackups(settings, { store, logger, clockGuard, now, delay });
	const health = await openHealth(settings, { client, store, states, metrics, now });
	followGateway(client, states, delay);
	outages.probe({
		store: async () => {
			await store.get('readyz');
			await store.ping();
		},
		shop: () => lookAtKey(market),
		discord: () => client.rest.get(Routes.gatewayBot()),
	});
	const outageAlerts = new OutageAlerts({
		states,
		onLasting: report.outage,
		onUp: report.outageOver,
		now,
		delay,
	});
	logClientEvents(client, logger, now);
	client.on(Events.InteractionCreate, (interaction) => dispatcher.handle(interaction));
	client.once(Events.ClientReady, (ready) => {
		logger.info({ bot: ready.user.tag, guilds: ready.guilds.cache.size }, 'Ready');
		onReady();
		if (emptiness.isSuspicious) void alerts.raise(undefined, { kind: 'empty-store' });
		const board = createAlertBoard({ ...messages, served });
		// What an earlier process has told of other servers may be over.
		void Promise.all([alerts.start(board), storeAlerts.start(board)]).then(() => {
			unserved.follow();
			outageAlerts.start();
		});
		homeWatch.follow();
		followGuilds(client, served, services.reconciler, logger);
		services.reconciler.start();
		services.recheck?.start();
		services.notices.start();
		services.disputing.start();
		services.pruning.start();
		backups?.start();
		formatWatch.start();
		heartbeats.start();
		services.licenceTypes
			.learn(claims.scan.all())
			.catch((error) => logger.warn({ err: error }, 'The licence types could not be learned'));
		const firstRun = new FirstRun({
			store,
			settings: guilds,
			greeter: new Greeting(client, mentionIn),
			logger,
		});
		const inspect = () =>
			inspectGuilds(ready, {
				served,
				slice,
				list: homeWatch.list,
				examine: async (guildId) => (await services.setup.overview(guildId)).findings,
				commands: commandPayloads,
				logger,
			});
		const onHome = async (): Promise<void> => {
			followHome(client, served, firstRun);
			await inspect();
		};
		if (homeWatch.list !== undefined) void onHome();
		else followFirstGuild(client, homeWatch, onHome);
	});
	return {
		async connect(signal) {
			const onUnreachable = (error: unknown) => states.failed('discord', 'gateway', failureReason(error));
			if (!(await awaitGateway(client, { token, logger, onUnreachable, signal, delay }))) return;
			fatal.tokenAccepted();
			await homeWatch.begin();
			await client.login(token);
		},
		stop: () =>
			stopParts({
				token,
				client,
				outages,
				outageAlerts,
				homeWatch,
				formatWatch,
				market,
				services,
				dispatcher,
				rest,
				audit,
				backups,
				heartbeats,
				health,
				store,
			}),
	};
}
