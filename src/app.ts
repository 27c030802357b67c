import { Events } from 'discord.js';
import { commandPayloads, commands, components, userCommands } from '../commands/registry.js';
import { systemClock } from './base/clock.js';
import type { Fail } from './base/errors.js';
import type { Logger } from './base/logger.js';
import { noMeasures } from './base/measures.js';
import { unguessable } from './base/random.js';
import { ClockGuard } from './base/time/clock-guard.js';
import { createTasks, PeriodicTask } from './base/time/periodic-task.js';
import { refuseEmptyStart } from './claims/admin/examine-backup.js';
import { openClaimStore } from './claims/claim-store.js';
import { claimKind } from './claims/record.js';
import type { Settings } from './config.js';
import { createServices, type Services } from './create-services.js';
import { auditLog } from './discord/channels/audit-log.js';
import { discordMailbox } from './discord/channels/discord-mailbox.js';
import { discordPictures } from './discord/channels/discord-pictures.js';
import {
	ConnectionClosed,
	createClient,
	followEnd,
	logClientEvents,
	watchGateway,
} from './discord/connection/client.js';
import { createRest } from './discord/connection/discord-http.js';
import { noteUnreadable } from './discord/connection/gateway-guard.js';
import { awaitGateway, identifyTurns, readGateway } from './discord/connection/identify-turns.js';
import { createDoctor } from './discord/doctor/doctor.js';
import { discordGuilds } from './discord/guilds/discord-guilds.js';
import { discordRoleApi } from './discord/guilds/discord-role-api.js';
import { ownAccount } from './discord/guilds/own-account.js';
import { createDispatcher } from './discord/interactions/dispatcher.js';
import { loggedName } from './discord/interactions/handler.js';
import { duplicateBotAlarm } from './discord/lifecycle/duplicate-bot-alarm.js';
import { followGateway, followGuilds, followServed } from './discord/lifecycle/follow-discord.js';
import { unservedGuilds } from './discord/lifecycle/unserved-guilds.js';
import { commandMentions } from './discord/registration/command-mentions.js';
import { openHealth } from './health.js';
import { connectMarketplace, createMarketplace } from './marketplace/marketplace.js';
import { shopCalls } from './marketplace/shop-calls.js';
import { Alerts } from './messages/alerts.js';
import { reportDroppedRules } from './messages/audit.js';
import { createOperatorReport } from './messages/operator-report.js';
import { DependencyStates } from './operate/dependency-states.js';
import { RefusedRequests } from './roles/blocked-roles.js';
import { SyncRows } from './roles/sync-rows.js';
import { GuildSettingsStore } from './servers/guild-settings.js';
import { ServedGuilds, watchServed } from './servers/served-guilds.js';
import { linksOfServers } from './servers/server-links.js';
import { watchClock } from './storage/clock-watch.js';
import { memoryStore } from './storage/memory-store.js';
import { fileToBackUp, openStore } from './storage/open.js';
import { Limits } from './storage/rate-limits.js';
import { createBackups, createStoreWatch } from './store-tasks.js';

export interface App {
	/**
	 * Connects to Discord as soon as it can be reached; resolves early if `signal` aborts before. Rejects with
	 * ConfigError if the token is rejected or the served servers have to be configured, or with discord.js errors.
	 */
	connect(signal: AbortSignal): Promise<void>;
	readonly ready: Promise<void>;
	/** The first failure that the bot can't recover from: it has to end. Never rejects. */
	readonly fatal: Promise<Error>;
	/** Takes no new work, finishes or stores what is in flight, and closes everything. */
	stop(): Promise<void>;
}

const { delay } = systemClock;
/** It isn't set, as the machine's clock is. */
const stopwatch = { now: () => Number(process.hrtime.bigint() / 1_000_000n) };
/** The marketplace's 2.5 s and the first attempt to give the role. */
const answerMs = 4_000;
const interactionNames = [
	...[...commands, ...userCommands].map(({ data }) => `/${data.name}`),
	...components.map(loggedName),
];

/**
 * Builds the bot, and verifies the store and the API key. Discord comes last, with `connect`: a daily limit counts each
 * connection. Rejects with an AppError of the store, ConfigError for the key, or the port's error.
 */
export async function createApp(settings: Settings, logger: Logger): Promise<App> {
	let fail: Fail = () => {};
	const fatal = new Promise<Error>((resolve) => {
		fail = resolve;
	});
	// The Prometheus client is loaded only if the health port shows what it counts.
	const shown =
		settings.HEALTH_PORT === 0
			? undefined
			: (await import('./operate/metrics.js')).createMetrics(interactionNames);
	const metrics = shown ?? noMeasures;
	const clock = new ClockGuard(systemClock, stopwatch);
	const errors = metrics.dependencyErrors;
	const states = new DependencyStates({ clock, stopwatch: performance, errors, logger });
	await refuseEmptyStart(settings.DATABASE_URL, settings.CLAIM_SECRET);
	const store = await openStore(settings.DATABASE_URL, (message, fields) => logger.warn(fields, message), {
		create: true,
		checked: [claimKind],
		calls: { states, durations: metrics.durations.store },
	});
	const limits = new Limits({ store, clock });
	const ground = { store, limits, logger, metrics, states, clock, random: Math.random, unguessable };
	const served = new ServedGuilds();
	const guilds = new GuildSettingsStore(store, settings, served);
	/** The number of members waiting for the shop to check their code. */
	const waitingForShop = () => services.waitingRoom.size;
	const alerts = new Alerts({ store, logger, clock });
	// Alerts about the store can't be kept in it.
	const storeAlerts = new Alerts({ store: memoryStore(), logger, clock });
	const report = createOperatorReport({ alerts, storeAlerts, waitingForShop, logger });
	clock.report = report;
	const syncRows = new SyncRows(store, clock);
	const follow = syncRows.follow(served);
	const upgrading = { file: fileToBackUp(settings), logger, clock };
	const claimSecret = settings.CLAIM_SECRET;
	const claims = await openClaimStore({ store, report, follow, clock, upgrading, claimSecret });
	const refusedRequests = new RefusedRequests(clock);
	const rest = createRest({
		...ground,
		apiUrl: settings.DISCORD_API_URL,
		refusedRequests,
		// Before the log-in, `awaitGateway` decides.
		onTokenRefused: () => client.isReady() && fail(new ConnectionClosed({ kind: 'unauthorized' })),
	});
	const client = createClient({
		rest: rest.forBot,
		identifyThrottler: identifyTurns(() => readGateway(client.rest), { ...stopwatch, delay }, logger),
		membersIntent: settings.MEMBERS_INTENT,
		clock,
		onMembersIntent: (isGranted) => report.membersIntent(isGranted),
		onUnreadable: noteUnreadable(logger, (event) => metrics.unreadableEvents.inc({ event })),
	});
	followEnd(client, fail);
	const mentionIn = commandMentions(client, clock);
	const messages = { client, refusedRequests, mentionIn, logger };
	const discord = discordGuilds(client, clock);
	const links = linksOfServers(guilds, discord);
	const audit = auditLog({ ...messages, claims, guilds, alerts, served, clock, discord });
	const calls = shopCalls(ground);
	const shop = connectMarketplace(settings, calls, clock);
	const market = createMarketplace({ ...ground, client: shop, report, stopwatch });
	await market.keyCheck.refuseBadKey(logger);
	const account = ownAccount(client.rest);
	const servedWatch = watchServed({ ...ground, claims, account, settings, served, fail });
	const roleApi = discordRoleApi(client, served, clock);
	const connected = {
		...{ ...ground, ...market, ...messages, claims, discord, guilds, served, account, links },
		...{ roleApi, syncRows, audit, alerts },
		pictures: discordPictures(settings.DISCORD_API_URL),
		mailbox: discordMailbox({ ...messages, links, discord, catalog: market.catalog }),
		recheckDays: settings.RECHECK_DAYS,
		shopPerMinute: settings.MARKETPLACE_PER_MINUTE,
	};
	const doctor = createDoctor({ ...connected, client, settings, commands: commandPayloads });
	const { commands: services, staffRoles, background } = createServices({ ...connected, doctor });
	const unserved = unservedGuilds(client, connected);
	const duplicateAlarm = duplicateBotAlarm(connected);
	const dispatcher = createDispatcher<Services>({
		...{ ...services, services, staffRoles, served, unserved, duplicateAlarm, components },
		commands: [...commands, ...userCommands],
		calling: rest.calling,
	});

	const storeWatch = createStoreWatch({ ...ground, report, fail, check: claims.keys.check });
	const backups = createBackups(settings, { ...ground, store, alerts });
	const outageAlerts = new PeriodicTask({
		name: 'outage alerts',
		everyMs: 60_000,
		work: async () => states.alert(report),
		logger,
		clock,
	});
	const gateway = watchGateway(client);
	const health =
		shown &&
		(await openHealth(settings, shown, {
			...{ ...ground, claims, gateway },
			...{ waitingGrants: services.syncs, guilds: client.guilds.cache },
		}));
	const probeDiscord = followGateway(client, ground);
	const probes = states.probes({
		async database() {
			await store.get('readyz');
			await store.ping();
		},
		shop: () => market.keyCheck.look({ priority: 'background' }),
		discord: probeDiscord,
	});
	const tasks = createTasks(logger, clock);
	tasks.start(watchClock(clock, store, client.rest, logger), ...probes, market.catalog.task);
	logClientEvents(client, logger, clock);
	client.on(Events.InteractionCreate, (interaction) => dispatcher.handle(interaction));
	const ready = new Promise<void>((resolve) => client.once(Events.ClientReady, () => resolve()));
	client.once(Events.ClientReady, (ready) => {
		logger.info({ bot: ready.user.tag, guilds: ready.guilds.cache.size }, 'Ready');
		// An earlier process may have wanted it.
		if (!settings.MEMBERS_INTENT) report.membersIntent(true);
		if (servedWatch.mayHaveLostStore()) void alerts.raise(undefined, { kind: 'empty-store' });
		const places = { mailbox: connected.mailbox, guilds, served, account, logger };
		// Alerts of an earlier process about unserved guilds may be resolved.
		void Promise.all([
			alerts.open({ ...places, name: 'alerts' }),
			storeAlerts.open({ ...places, name: 'alerts about the store' }),
		]).then((opened) => {
			tasks.start(...opened);
			unserved.follow();
		});
		followGuilds(client, served, services.reconciler, logger);
		tasks.start(servedWatch.task, storeWatch, outageAlerts, ...background);
		if (backups !== undefined) tasks.start(backups);
		const servedIds = [...ready.guilds.cache.keys()].filter((guildId) => served.serves(guildId));
		void reportDroppedRules(servedIds, { guilds, audit, logger });
		followServed(ready, { ...ground, guilds, served, servedWatch, doctor, mentionIn });
	});
	return {
		ready,
		fatal,
		async connect(signal) {
			client.rest.setToken(settings.DISCORD_TOKEN);
			if (!(await awaitGateway(client.rest, ground, signal))) return;
			await servedWatch.begin();
			await client.login(settings.DISCORD_TOKEN);
		},
		async stop() {
			const { syncs, statistics, waitingRoom } = services;
			// The gateway first, so that nothing new arrives. This also clears the client's token, which the work in
			// flight still needs for its last requests.
			await client.destroy();
			client.rest.setToken(settings.DISCORD_TOKEN);
			// A member who is being verified still gets the role with the answer. Members waiting for a role don't delay
			// the stop: their rows stay for the next start. Members waiting for the shop are asked to try again.
			waitingRoom.stop();
			const answered = dispatcher.drain();
			const inTime = Promise.race([answered, delay(answerMs)]);
			await Promise.all([inTime, tasks.stop()]);
			await Promise.all([answered, syncs.stop()]);
			await Promise.all([statistics.settled(), audit.stop()]);
			await Promise.all([market.client.close(), rest.close(), health?.close()]);
			await store.close();
		},
	};
}
