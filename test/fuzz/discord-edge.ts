import {
	ClientUser,
	GatewayDispatchEvents,
	GatewayOpcodes,
	MessageFlags,
	Status,
	WebSocketShard,
} from 'discord.js';
import { pino } from 'pino';
import type { MemberRef } from '../../src/base/member-ref.js';
import { createRest } from '../../src/composition/create-rest.js';
import { DependencyStates } from '../../src/dependencies/dependency-states.js';
import { createClient, logClientEvents } from '../../src/discord/connection/client.js';
import { faultIn, UnreadableEvents } from '../../src/discord/connection/gateway-guard.js';
import { Refusals } from '../../src/discord/connection/invalid-request-budget.js';
import { DiscordRoleApi } from '../../src/discord/guilds/discord-role-api.js';
import { Answers } from '../../src/discord/interactions/reliable-answers.js';
import { RoleSync } from '../../src/roles/grant.js';
import { GrantOutbox } from '../../src/roles/grant-outbox.js';
import { GrantQueue } from '../../src/roles/grant-queue.js';
import { RefusedCallBudget } from '../../src/roles/refused-call-budget.js';
import { wholeBot } from '../../src/sharding/slice.js';
import { PeopledWorld } from '../properties/peopled-world.js';
import { memoryStore } from '../roles/memory-store.js';
import { claimOf } from '../roles/owed-claims.js';
import { VirtualTime } from './discord/virtual-time.js';
import { at, Broken, type Edge, type Json } from './edge.js';
import { everyPayload } from './interactions/payloads.js';
import { pick } from './mutate.js';
import { type RawShop, type Reply, replyOf, startRawShop } from './raw-shop.js';
import { raw } from './wire.js';

// An input: `callback`, `edit`, `member`, `role` and `me` are Discord's answers to the next requests of each kind, as
// `replyOf` reads them, or "cut"; each member has the lists of their own. `events` are messages of the gateway. After
// the last answer of a list Discord is sane.

const kinds = ['callback', 'edit', 'member', 'role', 'me'] as const;
type Kind = (typeof kinds)[number];

const botToken = 'MTIz.the-token-of-the-bot';
const interactionToken = 'aW50.the-token-of-the-interaction';
const guildId = '100000000000000001';
const roleId = '200000000000000001';
const userIds = ['300000000000000001', '300000000000000002', '300000000000000003'];
const botId = '800000000000000001';

const mostAnswers = 12;
const usefulMs = { callback: 3_000, edit: 15 * 60_000 };
/** An acknowledgement is tried twice and an edit four times, each with ten repeats that Discord asks for. */
const mostCalls = { callback: 22, edit: 44 };
const mostLines = 10;
const hourMs = 3_600_000;
/** Each refusal may cost an hour, and the budget of refused calls is whole again after six. */
const mostHours = mostAnswers + 6;

const json = { 'content-type': 'application/json', via: '1.1 google' };
const limits = {
	'x-ratelimit-bucket': 'abcd1234',
	'x-ratelimit-limit': '10',
	'x-ratelimit-remaining': '9',
	'x-ratelimit-reset-after': '1.5',
};
const refusal = (status: number, code: number) => ({ status, headers: json, body: { message: 'No', code } });
const limited = (retryAfter: Json, scope: string) => ({
	status: 429,
	headers: { ...json, 'retry-after': retryAfter, 'x-ratelimit-scope': scope },
	body: { message: 'You are being rate limited.', retry_after: retryAfter, global: scope === 'global' },
});
const page = { 'content-type': 'text/html' };

const nothing = raw('', 1);

/** What Discord, Cloudflare and proxies answer on their bad days. */
const troubles: readonly Json[] = [
	{ status: 204, headers: limits, body: nothing },
	{ status: 200, headers: { ...json, ...limits, 'x-ratelimit-remaining': '0' }, body: {} },
	{ status: 200, headers: { ...json, ...limits, 'x-ratelimit-reset-after': 'NaN' }, body: [] },
	...['0.3', 2, 45, 700, 'NaN', '-1', '', '1e999', 1e15, [1, 2], null].flatMap((seconds) => [
		limited(seconds, 'user'),
		limited(seconds, 'global'),
		{ status: 429, headers: { ...page, 'retry-after': seconds }, body: raw('<html>', 1) },
	]),
	...[500, 502, 503, 504, 520].map((status) => ({ status, headers: page, body: raw('<html>', 1) })),
	...[301, 302, 304].map((status) => ({ status, headers: { location: 'https://example.com/' } })),
	refusal(400, 50_035),
	refusal(401, 0),
	refusal(403, 50_013),
	refusal(404, 10_062),
	refusal(404, 10_007),
	refusal(400, 40_060),
	{ status: 403, headers: page, body: raw('<html>', 1) },
	{ status: 400, headers: json, body: null },
	{ status: 404, headers: json, body: raw('{"code":', 1) },
	{ status: 400, headers: json, body: { code: 50_035, message: 1, errors: { a: null } } },
	{ status: 200, headers: json, body: { user: { id: 'x' }, roles: null, pending: true } },
	{ status: 200, headers: json, body: { a: 1 }, length: 100 },
	{ status: 101 },
	'cut',
];

const events: readonly Json[] = [
	...everyPayload(new PeopledWorld())
		.slice(0, 3)
		.map((d) => ({ op: GatewayOpcodes.Dispatch, t: 'INTERACTION_CREATE', s: 1, d })),
	{ op: 0, t: 'GUILD_ROLE_UPDATE', s: 2, d: { guild_id: guildId, role: { id: roleId, name: 'Buyer' } } },
	{ op: 0, t: 'GUILD_ROLE_DELETE', s: 3, d: { guild_id: guildId, role_id: roleId } },
	{ op: 0, t: 'GUILD_MEMBER_REMOVE', s: 4, d: { guild_id: guildId, user: { id: userIds[0] ?? '' } } },
	{ op: 0, t: 'CHANNEL_CREATE', s: 5, d: { id: '9', type: 0, name: 'a', guild_id: guildId } },
	{ op: 0, t: 'GUILD_DELETE', s: 6, d: { id: guildId, unavailable: true } },
	{ op: GatewayOpcodes.Hello, d: { heartbeat_interval: 41_250 } },
	{ op: GatewayOpcodes.InvalidSession, d: false },
	{ op: GatewayOpcodes.HeartbeatAck },
];

const listOf = (node: Json | undefined): readonly Json[] =>
	Array.isArray(node) ? node.slice(0, mostAnswers) : [];

/** Whatever Discord says: the process lives, waits and repeats within bounds, and every role arrives in the end. */
export function discordEdge(): Edge {
	let opened: Promise<RawShop> | undefined;
	return {
		name: 'discord',
		covers: ['/src/discord/', '/src/roles/'],
		words: [
			...troubles,
			...['NaN', '-1', '', '0', '1e999', '60', '900', '86400', '0x10', 'Infinity'],
			...['retry-after', 'x-ratelimit-scope', 'x-ratelimit-global', 'x-ratelimit-remaining', 'via'],
			...['x-ratelimit-reset-after', 'content-type', 'application/json', 'text/html', 'shared', 'global'],
			...Object.values(GatewayDispatchEvents),
			...[guildId, roleId, ...userIds],
		],
		seeds: () => [
			{ events },
			...troubles.map((trouble) => Object.fromEntries(kinds.map((kind) => [kind, [trouble]]))),
		],
		make(random) {
			const list = (): readonly Json[] =>
				Array.from({ length: Math.floor(random() * 7) }, () => pick(troubles, random));
			return { ...Object.fromEntries(kinds.map((kind) => [kind, list()])), events: [pick(events, random)] };
		},
		inputsInTests: 80,
		async play(input) {
			opened ??= startRawShop();
			return await playOne(await opened, input);
		},
		async close() {
			await (await opened)?.close();
		},
	};
}

async function playOne(server: RawShop, input: Json): Promise<string> {
	const time = new VirtualTime();
	const unhandled: unknown[] = [];
	const note = (reason: unknown): void => void unhandled.push(reason);
	process.on('unhandledRejection', note);
	process.on('uncaughtException', note);
	time.install();
	try {
		const outcome = await new Play(server, time, input).run();
		if (unhandled.length > 0) throw unhandled[0];
		return outcome;
	} finally {
		time.uninstall();
		process.off('unhandledRejection', note);
		process.off('uncaughtException', note);
	}
}

/** A process of the bot, as far as it talks to Discord. */
class Play {
	readonly #time: VirtualTime;
	readonly #server: RawShop;
	readonly #events: readonly Json[];
	readonly #lines: { readonly msg: string; readonly event?: string; readonly time: number }[] = [];
	readonly #logger = pino({}, { write: (line) => void this.#lines.push(JSON.parse(line)) });
	/** Who has the role, as far as Discord has said anything of it. */
	readonly #arrived = new Set<string>();
	readonly #calls = { callback: 0, edit: 0 };
	readonly #receivedAt: number;
	#broken: Broken | undefined;
	/** The process ends then, and the next one has a token again. */
	#isEnding = false;
	#hasEnded = false;

	constructor(server: RawShop, time: VirtualTime, input: Json) {
		this.#time = time;
		this.#server = server;
		this.#receivedAt = time.now();
		this.#events = listOf(at(input, 'events'));
		const lists = new Map<string, Json[]>();
		const next = (kind: Kind, userId: string): Reply | 'cut' | undefined => {
			const key = `${kind} ${userId}`;
			const list = lists.get(key) ?? [...listOf(at(input, kind))];
			lists.set(key, list);
			const node = list.shift();
			return node === undefined ? undefined : node === 'cut' ? node : replyOf(node);
		};
		server.sends((path) => this.#answer(path, next));
	}

	async run(): Promise<string> {
		const { now, delay } = this.#time;
		const refusals = new Refusals(now);
		const states = new DependencyStates({
			now,
			monotonicNow: now,
			onChange: (dependency, state) => {
				if (state.status === 'up') return;
				// Each outage is a cause of its own.
				this.#logger.warn({ event: `${dependency} since ${state.since}` }, 'An outage has begun');
			},
		});
		const rest = createRest({
			apiUrl: `${this.#server.baseUrl}/api`,
			userAgentSuffix: 'Claimcheck',
			share: 1,
			refusals,
			clock: { note: () => {} },
			onUnauthorized: () => {
				this.#isEnding = true;
				this.#hasEnded = true;
			},
			states,
			onCall: () => {},
			now,
			random: () => 0.5,
			delay,
		});
		const unreadable = new UnreadableEvents(this.#logger, () => {});
		const client = this.#client(rest.forBot, unreadable);
		const listener = this.#client(rest.forBot, unreadable);
		const store = memoryStore();
		const outbox = new GrantOutbox(store, now);
		const api = new DiscordRoleApi(client, { serves: () => true }, refusals);
		const left = new Map<string, MemberRef>();
		const roles = new RoleSync({
			api,
			claims: { readClaimsOf: async () => ({ claims: [purchase], isComplete: true }) },
			guilds: { rulesOf: async () => rules },
			callBudget: new RefusedCallBudget(store, now, () => 0.5),
			clock: { now },
		});
		const queue = new GrantQueue({
			outbox,
			served: { serves: () => true },
			slice: wholeBot,
			states,
			roles: {
				sync: async (target, held) => {
					const result = await roles.sync(target, held);
					if (result.kind === 'member-left') left.set(target.userId, target);
					return result;
				},
			},
			blockedRoles: { follow: () => {} },
			metrics: { grants: { inc: () => {} } },
			logger: this.#logger,
			clock: { now, delay },
			random: () => 0.5,
		});
		try {
			this.#receive(listener);
			let answer: string | undefined;
			void this.#interact(rest.interactions).then((outcome) => {
				answer = outcome;
			});
			for (const userId of userIds) await queue.request({ guildId, userId }, { roles: [] });
			await this.#time.runUntil(() => answer !== undefined, 'an answer');
			const areDone = (): boolean => this.#isEnding || queue.size === 0;
			await this.#time.runUntil(areDone, 'the roles');
			let hours = 0;
			while (this.#arrived.size < userIds.length) {
				if (hours === mostHours) throw new Broken('a role that does not arrive', [...this.#arrived].join());
				hours += 1;
				await this.#time.pass(hourMs);
				this.#isEnding = false;
				client.rest.setToken(botToken);
				queue.unpark(guildId);
				for (const target of left.values()) await queue.request(target);
				left.clear();
				await queue.resume();
				await this.#time.runUntil(areDone, 'the roles in the end');
			}
			this.#judge();
			const token = this.#hasEnded ? ', the token refused' : '';
			return `taken: the answer ${answer}, the roles ${hours === 0 ? 'at once' : 'later'}${token}`;
		} finally {
			// What still waits would wait for ever: its time has stopped.
			void queue.stop();
			await rest.close();
			await client.destroy();
			await listener.destroy();
		}
	}

	#client(rest: ReturnType<typeof createRest>['forBot'], unreadable: UnreadableEvents) {
		const client = createClient({
			rest,
			shards: 'auto',
			identifyTurns: undefined,
			membersIntent: false,
			onUnreadable: (event) => unreadable.note(event),
		});
		logClientEvents(client, this.#logger, this.#time.now);
		client.rest.setToken(botToken);
		const inner = client as unknown as { user: unknown; readonly guilds: { _add(guild: object): void } };
		inner.user = Reflect.construct(ClientUser, [client, { id: botId, username: 'claimcheck', bot: true }]);
		inner.guilds._add(guild);
		return client;
	}

	/** Hears the gateway's messages as a shard does that is connected. */
	#receive(client: ReturnType<typeof createClient>): void {
		const manager = client.ws as unknown as {
			status: Status;
			handlePacket(packet: Json, shard: WebSocketShard): boolean;
		};
		manager.status = Status.Ready;
		const shard: WebSocketShard = Reflect.construct(WebSocketShard, [manager, 0]);
		for (const event of this.#events) {
			// READY is of a connection that begins.
			if (faultIn(event) !== undefined || at(event, 'op') !== 0 || at(event, 't') === 'READY') continue;
			manager.handlePacket(event, shard);
		}
	}

	async #interact(sender: ReturnType<typeof createRest>['interactions']): Promise<string> {
		let outcome = 'delivered';
		const answers = new Answers({
			onLost: () => {
				outcome = 'lost';
			},
			onAcknowledged: () => {},
			onPassing: () => {},
			onRefused: () => {},
			onUndelivered: (error) => {
				outcome = 'undelivered';
				this.#logger.error({ err: error }, 'An answer could not be delivered');
			},
			delay: this.#time.delay,
		});
		const calls = sender.of({
			id: '500000000000000001',
			token: interactionToken,
			applicationId: botId,
		});
		try {
			await answers.first(() => calls.deferReply(MessageFlags.Ephemeral));
			await answers.later(
				() => calls.editReply({ content: 'Here it is', allowedMentions: { parse: [] } }),
				true,
			);
		} catch (error) {
			this.#logger.error({ err: error }, 'An interaction failed');
			return 'failed';
		}
		return outcome;
	}

	#answer(path: string, next: (kind: Kind, userId: string) => Reply | 'cut' | undefined): Buffer {
		const userId = /\/members\/(\d+)/.exec(path)?.[1] ?? '';
		const kind = kindOf(path);
		if (kind === 'callback' || kind === 'edit') this.#count(kind);
		const reply = next(kind, userId);
		if (reply === 'cut') return Buffer.alloc(0);
		const isGood = reply === undefined || (reply.status >= 200 && reply.status < 300);
		const saysSo = kind === 'member' && (reply?.wire.includes(roleId) ?? false);
		if (isGood && (kind === 'role' || saysSo)) this.#arrived.add(userId);
		return (reply ?? this.#sane(kind, userId)).wire;
	}

	#count(kind: 'callback' | 'edit'): void {
		this.#calls[kind] += 1;
		const ms = this.#time.now() - this.#receivedAt;
		if (ms > usefulMs[kind])
			this.#broken ??= new Broken(`a call that is of no use: ${kind}`, `after ${ms} ms`);
		if (this.#calls[kind] > mostCalls[kind])
			this.#broken ??= new Broken(`a call that is repeated too often: ${kind}`, `${this.#calls[kind]} times`);
	}

	#sane(kind: Kind, userId: string): Reply {
		if (kind === 'callback' || kind === 'role') return replyOf({ status: 204, body: nothing });
		if (kind !== 'member') return replyOf({ status: 200, headers: json, body: { id: botId } });
		const user = { id: userId, username: 'maya', discriminator: '0', avatar: null };
		const roles = this.#arrived.has(userId) ? [roleId] : [];
		return replyOf({ status: 200, headers: json, body: { user, roles, flags: 0, joined_at: '2026-01-01' } });
	}

	#judge(): void {
		if (this.#broken !== undefined) throw this.#broken;
		const times = new Map<string, number[]>();
		for (const { msg, event = '', time } of this.#lines) {
			const cause = `${msg} ${event}`;
			const ofCause = times.get(cause) ?? [];
			times.set(cause, [...ofCause, time]);
			// What happens again after an hour is another trouble.
			const first = ofCause.at(-mostLines);
			if (first !== undefined && time - first < hourMs) throw new Broken('a log that fills up', cause);
		}
		const log = JSON.stringify(this.#lines);
		for (const secret of [botToken, interactionToken])
			if (log.includes(secret)) throw new Broken('a secret is in the log', log);
	}
}

function kindOf(path: string): Kind {
	if (path.endsWith('/callback')) return 'callback';
	if (path.includes('/webhooks/')) return 'edit';
	if (path.includes('/roles/')) return 'role';
	return path.includes('/members/') ? 'member' : 'me';
}

const guild = {
	id: guildId,
	name: 'A server',
	owner_id: '400000000000000001',
	unavailable: false,
	preferred_locale: 'en-US',
	features: [],
	roles: [guildId, roleId].map((id, position) => {
		return { id, name: 'A role', position, permissions: '0', color: 0, flags: 0 };
	}),
	channels: [],
	members: [],
	emojis: [],
	stickers: [],
};

const purchase = claimOf('member', { guildIds: [guildId] });

const rules = {
	buyerRoleId: roleId,
	itemRoles: {},
	categoryRoles: {},
	licenceRoles: {},
	supportedRoleId: undefined,
};
