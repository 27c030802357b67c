import { once } from 'node:events';
import { Events } from 'discord.js';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { startDiscord } from '../../packages/local-discord/test/real-client.js';
import { createRest } from '../../src/composition/create-rest.js';
import { delay } from '../../src/delay.js';
import { createClient } from '../../src/discord/client.js';
import { DiscordRoleApi } from '../../src/discord/discord-role-api.js';
import { Refusals } from '../../src/discord/refusals.js';
import { syncRoles } from '../../src/roles/grant.js';
import { GrantOutbox } from '../../src/roles/grant-outbox.js';
import { GrantQueue } from '../../src/roles/grant-queue.js';
import { RefusedCallBudget } from '../../src/roles/refused-call-budget.js';
import { allUp } from '../dependencies/all-up.js';
import { memoryStore } from '../roles/memory-store.js';

const servers = 20;
const membersPerServer = 3;
const banSeconds = 3;

it('a Discord that bans the address for a while gets fewer than 10 requests of 20 servers, and every role arrives', async () => {
	const discord = await startDiscord();
	const guilds = Array.from({ length: servers }, (_, at) => {
		const guild = discord.createGuild({ name: `Server ${at}` });
		const people = Array.from({ length: membersPerServer }, (_, index) =>
			discord.person(guild, { name: `Buyer ${index}` }),
		);
		return { id: guild.id, roleId: guild.addRole({ name: 'Buyer' }).id, people };
	});
	const refusals = new Refusals(Date.now);
	const lines: string[] = [];
	const logger = pino({}, { write: (line) => void lines.push(line) });
	const rest = createRest({
		apiUrl: discord.apiUrl,
		userAgentSuffix: 'Claimcheck',
		share: 1,
		refusals,
		clock: { note: () => {} },
		onUnauthorized: () => {},
		states: allUp,
		onCall: () => {},
		now: Date.now,
		random: Math.random,
		delay,
	});
	onTestFinished(rest.close);
	const client = createClient({
		rest: rest.forBot,
		shards: 'auto',
		identifyTurns: undefined,
		membersIntent: false,
		onUnreadable: () => {},
	});
	onTestFinished(() => client.destroy());
	const ready = once(client, Events.ClientReady);
	await client.login(discord.token);
	await ready;

	const store = memoryStore();
	const api = new DiscordRoleApi(client, { serves: () => true }, refusals);
	const purchase = {
		item: { id: 1, name: 'Item', category: 'themes' },
		licenseType: 'regular',
		supportedUntil: undefined,
		status: 'active',
	} as const;
	const grant = {
		api,
		claimsIn: async () => ({ claims: [purchase], isComplete: true }),
		rulesOf: async (guildId: string) => ({
			buyerRoleId: guilds.find(({ id }) => id === guildId)?.roleId ?? '',
			itemRoles: {},
			categoryRoles: {},
			licenceRoles: {},
			supportedRoleId: undefined,
		}),
		callBudget: new RefusedCallBudget(store, Date.now, Math.random),
		now: Date.now,
	};
	const queue = new GrantQueue({
		outbox: new GrantOutbox(store, Date.now),
		serves: () => true,
		states: allUp,
		syncRoles: (target, held) => syncRoles(grant, target, held),
		onResult: () => {},
		onError: (error) => logger.error({ err: error }, 'A grant failed'),
		now: Date.now,
		random: Math.random,
		delay,
	});
	onTestFinished(() => queue.stop());
	discord.calls.clear();
	discord.faults.add('*', { kind: 'cloudflare-ban', seconds: banSeconds });
	const targets = guilds.flatMap(({ id: guildId, people }) =>
		people.map(({ id: userId }) => ({ guildId, userId })),
	);
	const tickets = await Promise.all(targets.map((target) => queue.request(target, [])));
	await Promise.all(tickets.map(({ settled }) => settled));
	const statuses = discord.calls.list().map(({ status }) => status);
	expect(statuses.filter((status) => status === 429).length).toBeLessThan(10);
	expect(guilds.every(({ roleId, people }) => people.every(({ roleIds }) => roleIds.includes(roleId)))).toBe(
		true,
	);
	expect(statuses.filter((status) => status === 204)).toHaveLength(targets.length);
	expect(lines.length).toBeLessThanOrEqual(10);
}, 60_000);
