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
import { EmptyStoreAlarm } from './composition/empty-store.js';
import { hourly } from './composition/hourly.js';
import { createItemLookups } from './composition/item-lookups.js';
import {
	createMarketplace,
	type KeyAlert,
	type Marketplace,
	refuseBadKey,
} from './composition/marketplace.js';
import { createModeration, createProposals } from './composition/moderation.js';
import { createPrivacy, reportDeletion } from './composition/privacy.js';
import { createPurchases } from './composition/purchases.js';
import { RecentAnswers } from './composition/recent-answers.js';
import { createRecheck, createRefunds, createRenewals } from './composition/refunds.js';
import { createRoles, followGuilds, type Roles } from './composition/roles.js';
import { HomeWatch, servedList } from './composition/served.js';
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
import { cachedGuildFacts } from './discord/cached-guild-facts.js';
import {
	createClient,
	type FatalReason,
	isConnected,
	logClientEvents,
	watchForFatal,
} from './discord/client.js';
import { ClockGuard } from './discord/clock-guard.js';
import { Dispatcher } from './discord/dispatcher.js';
import { ElsewhereAlarm } from './discord/elsewhere-alarm.js';
import { SelfChosenRoles } from './discord/guild-questions.js';
import { memberStanding } from './discord/member-standing.js';
import { awaitGateway, inspectGuilds } from './discord/preflight.js';
import { Refusals } from './discord/refusals.js';
import { DiscordRoleApi } from './discord/role-api.js';
import { UnservedGuilds } from './discord/unserved-guilds.js';
import type { ConfigError } from './errors.js';
import { LicenceTypes } from './guilds/licence-types.js';
import { SharedServedGuilds } from './guilds/served-guilds.js';
import { ServedNotes } from './guilds/served-notes.js';
import { StaffRoles } from './guilds/staff-roles.js';
import { type HealthServer, startHealthServer } from './health.js';
import type { Logger } from './logger.js';
import { createMetrics, type Metrics } from './metrics.js';
import { GrantOutbox } from './roles/grant-outbox.js';
import { openStore } from './storage/open.js';
import type { Store } from './storage/store.js';
import { createAttempts } from './verification/attempts.js';
import { createLimits } from './verification/limits.js';
import { userAgent } from './version.js';
import type { AuditEvent } from './views/audit-view.js';

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
	/** Told once of what the connection to Discord can't come back from. */
	readonly onFatal: (reason: FatalReason) => void;
	/** Told of what only another configuration mends, while the bot runs. */
	readonly onWrong: (error: ConfigError) => void;
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
 * connection counts against a daily limit. Rejects with an AppError of the store, ConfigError
 * where another home is noted than the settings name, KeyRefused, or an error of the health port.
 */
export async function createApp({ settings, logger, onFatal, onWrong }: AppOptions): Promise<App> {
	const store = await openStore(settings.DATABASE_URL, (message, fields) => logger.warn(fields, message));
	const notes = new ServedNotes(store);
	// Before anything connects: here the settings and the store's note may already differ.
	servedList(settings, await notes.home());
	const served = new SharedServedGuilds();
	const guilds = createGuildSettings(store, settings, served);
	const home = homeOf(guilds, served);
	const clock = new ClockGuard({
		now,
		onOff: (minutes) => {
			logger.error(
				{ minutes },
				'The clock of this machine is off: nothing is revoked, no kept seat is freed',
			);
			tell({ kind: 'clock-off', minutes });
		},
		onRight: () => logger.info('The clock of this machine is right again'),
	});
	const isClockTrusted = () => clock.isTrusted();
	const claims = await openClaimStore({
		store,
		claimSecret: settings.CLAIM_SECRET,
		now,
		home,
		isClockTrusted,
		onCorrupt: (key) => logger.error({ key }, 'A claim cannot be read and is left out'),
	});
	const client = createClient({
		apiUrl: settings.DISCORD_API_URL,
		userAgentSuffix: userAgent,
		membersIntent: settings.MEMBERS_INTENT,
	});
	const refusals = new Refusals(now);
	client.rest.on('response', (_, { status, headers }) => {
		refusals.note(status);
		clock.note(headers.get('date'));
	});
	const channelOf = auditChannels(guilds, served);
	const audit = new AuditLog({ client, channelOf, refusals, logger, now, delay });
	// Before the bot is connected nobody knows which server is home, and a message would be lost.
	const early: AuditEvent[] = [];
	let tell = (event: AuditEvent): void => void early.push(event);
	const onAlert = (alert: KeyAlert) => tell(alert);
	const market = createMarketplace({ settings, store, logger, onAlert });
	await refuseBadKey(market, logger);
	market.catalog.start();

	const roleApi = new DiscordRoleApi(client, served, refusals);
	const metrics = createMetrics({ waitingGrants: () => roles.queue.size });
	const rulesOf = (guildId: string) => guilds.rulesOf(guildId);
	const outbox = new GrantOutbox(store, now);
	const roles = createRoles({
		store,
		outbox,
		claims,
		served,
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
	const limits = createLimits({ store, now });
	const attempts = createAttempts({ store, now });
	const asking = { store, claims, checkPurchase, queue, served, isClockTrusted, audit, metrics, logger };
	const refunds = createRefunds({ ...asking, now, delay });
	const renewals = createRenewals({ ...asking, now, delay }, refunds);
	const recheck = createRecheck({ ...asking, now, delay }, refunds, settings.RECHECK_DAYS);
	const { catalog } = market;
	const verifying = { attempts, claims, queue, checkPurchase, audit, renewals, catalog, served, now };
	const verification = createVerification(verifying);
	const rulesChanged = (guildId: string) => roles.reconciler.rulesChanged(guildId);
	const licenceTypes = new LicenceTypes();
	const statistics = createStatistics({ store, claims, logger, now, delay });
	const selfChosen = new SelfChosenRoles(client, now, delay);
	const setup = createSetup({ guilds, served, client, audit, logger, selfChosen, rulesChanged });
	const staffRoles = new StaffRoles({
		settingsOf: (guildId) => guilds.get(guildId),
		factsOf: (guildId) => cachedGuildFacts(client, guildId),
		selfChosenRoles: (guildId) => selfChosen.of(guildId),
	});
	const thumbnailOf = (itemId: number) => market.catalog.get(itemId)?.thumbnailUrl;
	const proposals = createProposals(store, now);
	const unlinks = createUnlinkLimit({ store, now });
	const standingOf = memberStanding(client);
	const ofHome = { proposals, served, notes, standingOf };
	const desk = { ...ofHome, outbox, claims, queue, roleApi, rulesOf, checkPurchase };
	const moderation = createModeration({ ...desk, refunds, limits, audit, logger, now, delay });
	const catalogue = createItemLookups(market.catalog, limits);
	const prune = async () => {
		await limits.prune();
		await unlinks.prune();
		await proposals.prune();
	};
	const pruning = hourly({ name: 'clearing limits away', work: prune, logger, delay });
	const services = {
		verification: {
			verify: verification.verify.bind(verification),
			onOutcome: reportOutcomes({ metrics, audit, logger, licenceTypes, statistics }),
			now,
			delay,
		},
		catalogue,
		account: {
			accountDetails: () => market.keyCheck.recent(),
			onOpened: ({ guildId, user }: { guildId: string; user: { id: string } }) =>
				audit.write(guildId, { kind: 'account', userId: user.id }),
			isHome: (guildId: string) => served.isHome(guildId),
		},
		setup: { setup, catalogue, licenceTypes: () => licenceTypes.list() },
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
		moderation: { ...moderation, staffRoles },
		doctor: createDoctor({
			client,
			settings,
			served,
			list: () => homeWatch.list,
			guilds,
			market,
			store,
			now,
		}),
	};
	const unserved = new UnservedGuilds(client, served, logger);
	const alarm = new ElsewhereAlarm(now, () => {
		logger.error('Another bot with this token answers: if you did not start a second one, make a new token');
		audit.write(undefined, { kind: 'answered-elsewhere' });
	});
	const emptiness = new EmptyStoreAlarm({ client, claims, notes, logger });
	const homeWatch = new HomeWatch({
		notes,
		rest: client.rest,
		settings,
		served,
		onFound: (list) => emptiness.look(list),
		onWrong,
		logger,
		delay,
	});
	const dispatcher = new Dispatcher({
		commands: createCommands(services),
		userCommands: createUserCommands(services),
		components: createComponents(services),
		logger,
		served,
		onUnserved: (guildId) => unserved.note(guildId),
		onElsewhere: () => alarm.note(),
		count: (name, result) => metrics.interactions.inc({ name, result }),
		delay,
	});

	const health = await openHealth(settings, { client, store, metrics });
	watchForFatal(client, onFatal);
	logClientEvents(client, logger);
	client.on(Events.InteractionCreate, (interaction) => dispatcher.handle(interaction));
	client.once(Events.ClientReady, (ready) => {
		logger.info({ bot: ready.user.tag, guilds: ready.guilds.cache.size }, 'Ready');
		unserved.follow();
		tell = (event) => audit.write(undefined, event);
		for (const event of early.splice(0)) tell(event);
		if (emptiness.isSuspicious) audit.write(undefined, { kind: 'empty-store' });
		homeWatch.follow();
		followGuilds(client, served, roles.reconciler, logger);
		roles.reconciler.start();
		recheck?.start();
		pruning.start();
		licenceTypes
			.learn(claims.all())
			.catch((error) => logger.warn({ err: error }, 'The licence types could not be learned'));
		const inspect = () =>
			inspectGuilds(ready, {
				served,
				list: homeWatch.list,
				examine: async (guildId) => (await setup.overview(guildId)).findings,
				commands: commandPayloads,
				logger,
			});
		if (homeWatch.list !== undefined) void inspect();
		else followFirstGuild(client, homeWatch, inspect);
	});
	const token = settings.DISCORD_TOKEN;
	return {
		async connect(signal) {
			if (!(await awaitGateway(client, { token, logger, signal, delay }))) return;
			await homeWatch.begin();
			await client.login(token);
		},
		stop: async () => {
			const parts = { token, client, homeWatch, market, roles, recheck, dispatcher, statistics };
			await Promise.all([pruning.stop(), stop({ ...parts, audit, health, store })]);
		},
	};
}

/** Until a first server is home, each that comes may be it. */
function followFirstGuild(client: Client, homeWatch: HomeWatch, onHome: () => Promise<void>): void {
	const look = async (): Promise<void> => {
		if (homeWatch.list !== undefined) return;
		await homeWatch.look();
		if (homeWatch.list !== undefined) await onHome();
	};
	client.on(Events.GuildCreate, () => void look());
	void look();
}

async function stop(parts: {
	token: string;
	client: Client;
	homeWatch: HomeWatch;
	market: Marketplace;
	roles: Roles;
	recheck: { stop(): Promise<void> } | undefined;
	dispatcher: Dispatcher;
	statistics: { settled(): Promise<void> };
	audit: AuditLog;
	health: HealthServer | undefined;
	store: Store;
}): Promise<void> {
	const { token, client, homeWatch, market, roles, recheck, dispatcher, statistics, audit, health, store } =
		parts;
	// The gateway first, so that nothing new comes. The client forgets its token with it, and what is under way still
	// needs that for its last calls.
	await client.destroy();
	client.rest.setToken(token);
	market.catalog.stop();
	// A member who is being verified still gets the role with the answer. One who waits for a role does not hold up the
	// end: the queue keeps that for the next start.
	const answered = dispatcher.drain();
	const inTime = Promise.race([answered, delay(answerMs)]);
	await Promise.all([homeWatch.stop(), recheck?.stop(), roles.reconciler.stop(), inTime]);
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
	// A read, and one a second: whoever reaches the port must not keep the store busy, nor wear its disk out.
	const answering = new RecentAnswers<unknown>(1_000, now);
	return startHealthServer({
		port: settings.HEALTH_PORT,
		host: settings.HEALTH_HOST,
		isReady: async () => {
			await answering.of('store', () => store.get('readyz'));
			return isConnected(client);
		},
		metrics: () => metrics.registry.metrics(),
	});
}
