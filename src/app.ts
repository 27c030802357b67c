import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, Events } from 'discord.js';
import { commandPayloads, createCommands, createComponents } from '../commands/registry.js';
import { type ClaimStore, openClaimStore } from './claims/claim-store.js';
import { parsePurchaseCode } from './claims/purchase-code.js';
import type { Settings } from './config.js';
import { AuditLog } from './discord/audit-log.js';
import { createClient, type FatalReason, logClientEvents, watchForFatal } from './discord/client.js';
import { Dispatcher } from './discord/dispatcher.js';
import { awaitGateway, inspectGuilds } from './discord/preflight.js';
import { DiscordRoleApi } from './discord/role-api.js';
import { type HealthServer, startHealthServer } from './health.js';
import type { Logger } from './logger.js';
import { type Catalog, createCatalog } from './marketplace/catalog.js';
import { createMarketplaceClient, type MarketplaceClient } from './marketplace/client.js';
import { systemClock } from './marketplace/clock.js';
import { createKeyCheck, type KeyCheck, type KeyProblem } from './marketplace/key-check.js';
import { createPurchaseCheck, type PurchaseCheck } from './marketplace/purchase-check.js';
import { createMetrics, type Metrics } from './metrics.js';
import { DoomedCallBudget } from './roles/doomed-calls.js';
import { bringInLine, type GrantResult } from './roles/grant.js';
import { GrantOutbox, type GrantTarget } from './roles/grant-outbox.js';
import { GrantQueue } from './roles/grant-queue.js';
import { openStore } from './storage/open.js';
import type { Store } from './storage/store.js';
import { createAttempts } from './verification/attempts.js';
import { type Place, Verification, type VerifyOutcome } from './verification/verify.js';
import { userAgent } from './version.js';

/** The marketplace does not accept the key. Found before anything connects to Discord. */
export class KeyRefused extends Error {}

export interface App {
	/** Takes no new work, finishes or keeps what is under way, and closes everything. */
	stop(): Promise<void>;
}

export interface AppOptions {
	readonly settings: Settings;
	readonly logger: Logger;
	/** Told once of what the connection to Discord can't come back from. */
	readonly onFatal: (reason: FatalReason) => void;
	/** Ends the waiting for a Discord that can't be reached. */
	readonly signal: AbortSignal;
}

const now = (): number => Date.now();

/** Resolves after so many milliseconds, early when the signal aborts. Keeps no process alive. */
async function delay(ms: number, signal?: AbortSignal): Promise<void> {
	await sleep(ms, undefined, { ref: false, ...(signal && { signal }) }).catch(() => {});
}

/**
 * Starts the bot: store and key first, Discord last, since each connection to Discord counts against a daily limit.
 * Rejects with an AppError of the store, KeyRefused, TokenRefused, or an error of the health port.
 */
export async function startApp({ settings, logger, onFatal, signal }: AppOptions): Promise<App> {
	const store = await openStore(settings.DATABASE_URL, (message, fields) => logger.warn(fields, message));
	const claims = await openClaimStore({
		store,
		claimSecret: settings.CLAIM_SECRET,
		now,
		onCorrupt: (key) => logger.error({ key }, 'A claim cannot be read and is left out'),
	});
	const client = createClient({ apiUrl: settings.DISCORD_API_URL, userAgentSuffix: userAgent });
	const audit = new AuditLog({ client, channelId: settings.AUDIT_CHANNEL_ID, logger, delay });
	const market = connectMarketplace(settings, logger, () => audit.write({ kind: 'bad-key' }));
	await refuseBadKey(market, logger);
	market.catalog.start();

	const roleApi = new DiscordRoleApi(client);
	const metrics = createMetrics({ waitingGrants: () => grants.size });
	const grants = createGrantQueue({ settings, store, claims, roleApi, metrics, audit, logger });
	const verification = createVerification({ store, claims, grants, market, audit });
	const commandServices = {
		verification: {
			verify: (request: Parameters<typeof verification.verify>[0]) => verification.verify(request),
			onOutcome: reportOutcome({ metrics, audit, logger }),
			now,
			delay: (ms: number) => delay(ms),
		},
		catalogue: market.catalog,
		account: market.client,
	};
	const dispatcher = new Dispatcher({
		commands: createCommands(commandServices),
		components: createComponents(commandServices),
		logger,
		guildId: settings.DISCORD_GUILD_ID,
		count: (name, result) => metrics.interactions.inc({ name, result }),
		delay: (ms) => delay(ms),
	});

	const health = await openHealth(settings, { client, store, metrics });
	watchForFatal(client, onFatal);
	logClientEvents(client, logger);
	client.on(Events.InteractionCreate, (interaction) => dispatcher.handle(interaction));
	client.once(Events.ClientReady, (ready) => {
		logger.info({ bot: ready.user.tag, guilds: ready.guilds.cache.size }, 'Ready');
		const resumed = grants
			.resume()
			.catch((error) => logger.error({ err: error }, 'Waiting grants could not be read'));
		const inspected = inspectGuilds(ready, {
			guildId: settings.DISCORD_GUILD_ID,
			buyerRoleId: settings.BUYER_ROLE_ID,
			auditChannelId: settings.AUDIT_CHANNEL_ID,
			commands: commandPayloads,
			roles: roleApi,
			logger,
		});
		void Promise.all([resumed, inspected]);
	});
	if (await awaitGateway(client, { token: settings.DISCORD_TOKEN, logger, signal, delay })) {
		await client.login(settings.DISCORD_TOKEN);
	}

	return {
		async stop() {
			// The gateway first, so that nothing new comes. The client forgets its token with it, and what is under way
			// still needs that for its last calls.
			await client.destroy();
			client.rest.setToken(settings.DISCORD_TOKEN);
			market.catalog.stop();
			await Promise.all([grants.stop(), dispatcher.drain()]);
			await audit.flush();
			await Promise.all([market.client.close(), health?.close()]);
			await store.close();
		},
	};
}

interface Market {
	readonly client: MarketplaceClient;
	readonly keyCheck: KeyCheck;
	readonly checkPurchase: PurchaseCheck;
	readonly catalog: Catalog;
}

function connectMarketplace(settings: Settings, logger: Logger, alert: () => void): Market {
	const clock = systemClock;
	const client = createMarketplaceClient({
		baseUrl: settings.MARKETPLACE_URL,
		apiKey: settings.MARKETPLACE_API_KEY,
		body: settings.MARKETPLACE_BODY,
		userAgent,
		sameCode: (asked, answered) => parsePurchaseCode(asked) === parsePurchaseCode(answered),
		limits: { listBytes: settings.MARKETPLACE_LIST_LIMIT_MIB * 1024 * 1024 },
		onCall: (report) => logger.debug({ ...report }, 'Asked the marketplace'),
	});
	const onBadKey = (problem: KeyProblem): void => {
		logger.error({ problem }, 'The marketplace does not accept MARKETPLACE_API_KEY as an author’s key');
		alert();
	};
	const keyCheck = createKeyCheck({ client, clock, onBadKey });
	const catalog = createCatalog({
		client,
		keyCheck,
		onRefresh: (result) => {
			if (result.ok) logger.info({ ...result.value }, 'Loaded the items');
			else logger.warn({ failure: result.failure }, 'The items could not be loaded');
		},
	});
	const sellsNothing = (): boolean => catalog.snapshot().state === 'empty';
	const checkPurchase = createPurchaseCheck({ client, keyCheck, clock, sellsNothing });
	return { client, keyCheck, checkPurchase, catalog };
}

/** A wrong key is for a person to mend, now. A marketplace that is down is not: the bot starts and says so. */
async function refuseBadKey({ keyCheck }: Market, logger: Logger): Promise<void> {
	const key = await keyCheck.check();
	if (key.ok) return;
	if (key.failure.kind === 'bad-key') throw new KeyRefused();
	logger.warn(
		{ failure: key.failure },
		'The marketplace could not be asked about the key: starting without it',
	);
}

function createGrantQueue(parts: {
	settings: Settings;
	store: Store;
	claims: ClaimStore;
	roleApi: DiscordRoleApi;
	metrics: Metrics;
	audit: AuditLog;
	logger: Logger;
}): GrantQueue {
	const { settings, store, claims, roleApi, metrics, audit, logger } = parts;
	const rules = {
		buyerRoleId: settings.BUYER_ROLE_ID,
		itemRoles: {},
		categoryRoles: {},
		licenceRoles: {},
		supportedRoleId: undefined,
	};
	const dependencies = {
		api: roleApi,
		claimsIn: async ({ guildId, userId }: GrantTarget) =>
			(await claims.claimsOf(userId)).filter((claim) => claim.guildIds.includes(guildId)),
		rulesOf: async () => rules,
		doomed: new DoomedCallBudget(now),
		now,
	};
	const alerted = new Map<string, string>();
	const onResult = (target: GrantTarget, result: GrantResult): void => {
		metrics.grants.inc({ result: result.kind });
		logger.debug({ ...target, result: result.kind }, 'Tried to bring a member’s roles in line');
		if (result.kind === 'granted') alerted.delete(target.guildId);
		// One alert for one cause: every member meets the same.
		if (result.kind !== 'blocked' || alerted.get(target.guildId) === result.obstacle) return;
		alerted.set(target.guildId, result.obstacle);
		const { obstacle, roleId } = result;
		logger.error({ guildId: target.guildId, obstacle, roleId }, 'Roles cannot be given in this server');
		audit.write({ kind: 'roles-blocked', guildId: target.guildId, obstacle, roleId });
	};
	return new GrantQueue({
		outbox: new GrantOutbox(store, now),
		bringInLine: (target, held) => bringInLine(dependencies, target, held),
		onResult,
		onError: (error, target) => logger.error({ err: error, ...target }, 'A grant failed'),
		random: Math.random,
		delay,
	});
}

function createVerification(parts: {
	store: Store;
	claims: ClaimStore;
	grants: GrantQueue;
	market: Market;
	audit: AuditLog;
}) {
	const { store, claims, grants, market, audit } = parts;
	return new Verification({
		parseCode: parsePurchaseCode,
		attempts: createAttempts({ store, now }),
		claims,
		checkPurchase: (code) => market.checkPurchase(code, { priority: 'buyer' }),
		requestRoles: (place: Place, held) => grants.request(place, held),
		onLimit: ({ userId }, scope) => audit.write({ kind: 'limit', userId, scope }),
	});
}

function reportOutcome({ metrics, audit, logger }: { metrics: Metrics; audit: AuditLog; logger: Logger }) {
	return (member: { id: string; guildId: string; user: { id: string } }, outcome: VerifyOutcome): void => {
		metrics.verifications.inc({ outcome: outcome.kind });
		const userId = member.user.id;
		const reason = outcome.kind === 'uncheckable' ? outcome.reason : undefined;
		logger.info(
			{ interactionId: member.id, guildId: member.guildId, userId, outcome: outcome.kind, reason },
			'Answered a verification',
		);
		if (outcome.kind === 'verified') {
			const { claim, returning } = outcome;
			audit.write({
				kind: 'verified',
				userId,
				itemName: claim.item.name,
				licenseType: claim.licenseType,
				returning,
			});
		} else if (outcome.kind === 'invalid' || outcome.kind === 'taken' || outcome.kind === 'uncheckable') {
			audit.write({ kind: 'refused', userId, reason: outcome.kind, reference: member.id });
		}
	};
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
			return client.isReady();
		},
		metrics: () => metrics.registry.metrics(),
	});
}
