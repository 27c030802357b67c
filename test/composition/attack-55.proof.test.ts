import { once } from 'node:events';
import { Events } from 'discord.js';
import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { startDiscord } from '../../packages/local-discord/test/real-client.js';
import { systemClock } from '../../src/base/clock.js';
import { createRest } from '../../src/composition/create-rest.js';
import { createRoles } from '../../src/composition/create-roles.js';
import { AuditLog } from '../../src/discord/channels/audit-log.js';
import { DiscordMailbox } from '../../src/discord/channels/discord-mailbox.js';
import { createClient } from '../../src/discord/connection/client.js';
import { DiscordRoleApi } from '../../src/discord/guilds/discord-role-api.js';
import { OwnAccount } from '../../src/discord/guilds/own-account.js';
import { inCode } from '../../src/i18n/translator.js';
import { Alerts } from '../../src/notifications/alerts.js';
import { createServerReport } from '../../src/reporting/server-report.js';
import { RefusedRequests } from '../../src/roles/refused-requests.js';
import { SyncRows } from '../../src/roles/sync-rows.js';
import { allUp } from '../dependencies/all-up.js';
import { quietRest } from '../discord/quiet-rest.js';
import { noRules } from '../guilds/no-rules.js';
import { memoryStore } from '../roles/memory-store.js';
import { floor } from '../world/floor.js';

const servers = 1_500;
const minuteMs = 60_000;
const userId = '900000000000000001';

it('attack 55: 1,500 servers with broken roles and channels cost less than 1,000 refusals in ten minutes', async () => {
	const discord = await startDiscord();
	const guilds = Array.from({ length: servers }, (_, index) => {
		const guild = discord.createGuild({ name: `Server ${index}` });
		return { id: guild.id, roleId: guild.addRole({ name: 'Buyer' }).id, guild };
	});
	const refusal = { kind: 'answer', status: 403, body: { message: 'No', code: 50_013 } } as const;
	discord.faults.add('PUT /guilds/{guild_id}/members/{user_id}/roles/{role_id}', refusal);
	discord.faults.add('POST /channels/{channel_id}/messages', refusal);
	const channels = new Map(guilds.map(({ id, guild }) => [id, guild.addChannel({ name: 'audit' }).id]));

	const clock = { now: Date.now() };
	const now = (): number => clock.now;
	const store = memoryStore();
	const refusedRequests = new RefusedRequests({ now });
	let refused = 0;
	const rest = createRest({
		...quietRest,
		apiUrl: discord.apiUrl,
		refusedRequests: {
			note(status, isAuthorized) {
				refusedRequests.note(status, isAuthorized);
				if (status === 403) refused += 1;
			},
		},
		clock: systemClock,
	});
	onTestFinished(() => rest.close());
	const client = createClient({
		// Its limits are not what is shown here.
		rest: { ...rest.forBot, globalRequestsPerSecond: 10_000 },
		membersIntent: false,
		onUnreadable: () => {},
		clock: systemClock,
	});
	onTestFinished(() => client.destroy());
	const ready = once(client, Events.ClientReady);
	await client.login(discord.token);
	await ready;

	const served = { ids: [], serves: () => true };
	const logger = pino({ level: 'silent' });
	const channelOf = async (guildId = '') => ({ guildId, channelId: channels.get(guildId) ?? '' });
	const audit = new AuditLog({
		client,
		channelOf,
		refusedRequests,
		mentionIn: () => inCode,
		logger,
		clock: { now, delay: async () => {} },
		namedClaims: { read: async () => () => undefined },
		endedRoles: { of: async () => ({ lost: [], kept: [] }) },
		memberNames: { of: async () => () => undefined },
		alert: { unwritable: () => {}, writable: () => {} },
	});
	const alerts = new Alerts({ store, logger, clock: { now, delay: () => new Promise(() => {}) } });
	const mailbox = new DiscordMailbox({
		disputePeople: () => expect.unreachable(),
		...{ client, refusedRequests, mentionIn: () => inCode },
		links: { of: async () => ({}) },
	});
	const account = new OwnAccount(client.rest);
	await alerts.open({ name: 'alerts', mailbox, account, channelOf, served: { ids: [] }, logger });
	const claim = {
		hash: 'a',
		holderId: userId,
		guildIds: guilds.map(({ id }) => id),
		status: 'active',
		locked: false,
		item: { id: 1, name: 'Item', category: 'themes' },
		licenseType: 'regular',
		supportedUntil: undefined,
		purchasedAt: undefined,
		claimedAt: 0,
		check: undefined,
	} as const;
	const { syncs, reconciler } = createRoles(
		floor({
			states: allUp,
			store,
			syncRows: new SyncRows(store, { now }),
			claims: {
				claimsOf: async () => [claim],
				readClaimsOf: async () => ({ claims: [claim], isComplete: true }),
				scan: {
					async *withSupportEnding() {},
					async *members() {
						yield { userId, claims: [claim], isComplete: true, isFormer: false };
					},
				},
			},
			served,
			roleApi: new DiscordRoleApi(client, served, systemClock),
			refusedRequests,
			guilds: {
				rulesOf: async (guildId) => ({
					buyerRoleId: guilds.find(({ id }) => id === guildId)?.roleId ?? '',
					...noRules,
				}),
				async *all() {},
			},
			metrics: { grants: { inc: () => {} } },
			report: createServerReport({
				...{ audit, alerts, logger, served },
				syncRows: { waitingIn: async () => 1 },
				catalog: { get: () => undefined },
			}),
			logger,
			clock: { now, delay: () => new Promise(() => {}) },
			random: Math.random,
		}),
	);

	for (let round = 0; round < 3; round += 1) {
		const tickets = await Promise.all(
			guilds.map(({ id: guildId }) => syncs.request({ guildId, userId }, { held: { roles: [] } })),
		);
		await Promise.all(tickets.map(({ first }) => first));
		clock.now += 3 * minuteMs;
	}
	await reconciler.sweep();
	await Promise.race([syncs.stop(), audit.stop()]);
	// Enough to show that the limit is what holds it, and not that little was asked.
	expect(refused).toBeGreaterThan(300);
	expect(refused).toBeLessThan(1_000);
	expect(store.keys().filter((key) => key.startsWith('sync:'))).toHaveLength(servers);
}, 300_000);
