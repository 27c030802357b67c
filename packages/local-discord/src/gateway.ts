import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { GatewayOpcodes } from 'discord-api-types/v10';
import { WebSocketServer } from 'ws';
import type { Clock } from './clock.js';
import { GatewayConnection, type Identify, type RequestMembers, type Resume } from './gateway-connection.js';
import { belongsTo, GatewaySession, type Shard } from './gateway-session.js';
import { guildCreatePayload } from './guild-payloads.js';
import { IdentifyLimits } from './identify-limits.js';
import { areKnownIntents, hears, privilegedIntents } from './intents.js';
import { isWholeList, memberChunks } from './member-chunks.js';
import { applicationFlags } from './routes/application-routes.js';
import { userPayload } from './users.js';
import type { World } from './world.js';

/** https://discord.com/developers/docs/events/gateway#sharding */
const maxGuildsPerShard = 2_500;

/** How long a client may be away and still resume. Discord names no figure; minutes have been observed. */
const sessionLives = 5 * 60 * 1000;

// https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes
const authenticationFailed = 4004;
const invalidSequence = 4007;
const invalidShard = 4010;
const shardingRequired = 4011;
const invalidApiVersion = 4012;
const invalidIntents = 4013;
const disallowedIntents = 4014;

/** Discord's gateway, with switches that make it misbehave. */
export class Gateway {
	readonly clock: Clock;
	readonly heartbeatIntervalMs: number;
	/** Without the acknowledgment of its heartbeats, a client assumes that its connection is dead. */
	acknowledgesHeartbeats = true;
	/** False if new connections are refused. */
	isReachable = true;
	readonly #world: World;
	readonly #server = new WebSocketServer({ noServer: true });
	readonly #connections = new Set<GatewayConnection>();
	readonly #sessions = new Map<string, GatewaySession>();
	readonly #withheldGuilds = new Set<string>();
	readonly #limits = new IdentifyLimits();
	#opened = 0;
	#refusals: number[] = [];

	constructor(world: World) {
		this.#world = world;
		this.clock = world.clock;
		this.heartbeatIntervalMs = world.options.heartbeatIntervalMs ?? 41_250;
	}

	/** The number of clients that are connected and logged in. */
	get clientCount(): number {
		return [...this.#connections].filter((connection) => connection.session !== undefined).length;
	}

	/** The number of times that clients have identified; resuming doesn't count. */
	get identifyCount(): number {
		return this.#limits.total;
	}

	/** The remaining logins of the day's 1,000, as in `GET /gateway/bot`. One more resets the bot's token. */
	get identifiesLeft(): number {
		return this.#limits.left(this.clock.now());
	}

	get identifiesResetAfter(): number {
		return this.#limits.resetAfter(this.clock.now());
	}

	get maxConcurrency(): number {
		return this.#limits.maxConcurrency ?? 1;
	}

	/**
	 * Allows `maxConcurrency` shards to log in within 5 s, each in a separate bucket, as Discord does; others receive an
	 * invalid session. If undefined, as at first, no shard has to wait.
	 */
	limitIdentifies(maxConcurrency: number | undefined): void {
		this.#limits.maxConcurrency = maxConcurrency;
	}

	/**
	 * Closes every connection with `code`, or only the connection with this number; 1006 breaks it without a close frame.
	 * Sessions stay resumable. Default 4000.
	 */
	drop(code = 4000, number?: number): void {
		for (const connection of this.#connections) {
			if (number === undefined || connection.number === number) connection.close(code);
		}
	}

	/** Asks every client to reconnect and resume (op 7). */
	requestReconnect(): void {
		for (const connection of this.#connections) connection.send({ op: GatewayOpcodes.Reconnect, d: null });
	}

	/** Invalidates the session of every client (op 9). */
	invalidateSessions(isResumable: boolean): void {
		if (!isResumable) this.forgetSessions();
		for (const connection of this.#connections) {
			connection.send({ op: GatewayOpcodes.InvalidSession, d: isResumable });
			// Later events wait for the client to resume, which it may do on the same connection.
			if (connection.session?.sink === connection) connection.session.sink = undefined;
			connection.session = undefined;
			connection.isInvalidated = true;
		}
	}

	/** Forgets all sessions, so that clients have to identify again. */
	forgetSessions(): void {
		this.#sessions.clear();
	}

	/** Closes the next `times` logins (default 1) with `code`, such as 4004 or 4014. */
	refuseIdentify(code: number, times = 1): void {
		this.#refusals.push(...Array.from({ length: times }, () => code));
	}

	/** Leaves a guild unavailable for clients that log in from now on, as in an outage. */
	withholdGuild(guildId: string): void {
		this.#withheldGuilds.add(guildId);
	}

	/** Ends an outage: the guild becomes available. */
	releaseGuild(guildId: string): void {
		this.#withheldGuilds.delete(guildId);
		this.dispatch('GUILD_CREATE', this.#guildCreate(guildId), { guildId });
	}

	/** Sends an event to each session whose intents include it, connected or not. */
	dispatch(
		event: string,
		data: unknown,
		about: { readonly guildId: string | undefined; readonly isBotMember?: boolean },
	): void {
		for (const session of this.#sessions.values()) {
			// Events without a server go to the first shard.
			if (!session.covers(about.guildId ?? '0')) continue;
			if (hears(session.intents, event, about.isBotMember ?? false)) session.dispatch(event, data);
		}
	}

	/** Takes over a connection that asks to become a WebSocket. */
	upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
		if (!this.isReachable) {
			socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n');
			return;
		}
		const version = new URL(request.url ?? '/', 'http://discord.local').searchParams.get('v');
		this.#server.handleUpgrade(request, socket, head, (client) => {
			this.#opened += 1;
			const connection = new GatewayConnection(this.#opened, client, this, request.headers.host);
			this.#connections.add(connection);
			this.#world.events.emit({ type: 'gateway-connected', connection: connection.number });
			if (version !== '10') connection.close(invalidApiVersion);
			else connection.hello();
		});
	}

	close(): void {
		for (const connection of this.#connections) connection.terminate();
		this.#server.close();
	}

	/** @returns the close code if the login is refused */
	identify(connection: GatewayConnection, identify: Identify): number | undefined {
		const [shard, count] = identify.shard ?? [0, 1];
		const refusal = this.#refusals.shift();
		if (refusal !== undefined) return refusal;
		if (withoutPrefix(identify.token) !== this.#world.token) return authenticationFailed;
		if (count < 1 || shard < 0 || shard >= count) return invalidShard;
		if (!areKnownIntents(identify.intents)) return invalidIntents;
		if ((identify.intents & privilegedIntents & ~this.#world.enabledIntents) !== 0) return disallowedIntents;
		const covered = this.#guildsOf([shard, count]);
		if (covered.length > maxGuildsPerShard) return shardingRequired;
		const taken = this.#limits.take(shard, this.clock.now());
		if (taken === 'too-soon') {
			connection.send({ op: GatewayOpcodes.InvalidSession, d: false });
			return undefined;
		}
		if (taken === 'day-is-over') {
			this.#resetToken();
			return authenticationFailed;
		}
		const id = randomBytes(16).toString('hex');
		const session = new GatewaySession({
			id,
			intents: identify.intents,
			shard: [shard, count],
			sink: connection,
			wire: this.#world.wire,
		});
		connection.session = session;
		this.#sessions.set(id, session);
		this.#sendReady(session, covered, connection.calledHost);
		this.#world.events.emit({ type: 'gateway-identified', connection: connection.number });
		return undefined;
	}

	/** @returns the close code if the token is refused */
	resume(connection: GatewayConnection, resume: Resume): number | undefined {
		if (withoutPrefix(resume.token) !== this.#world.token) return authenticationFailed;
		const session = this.#sessions.get(resume.session_id);
		if (session === undefined) {
			connection.send({ op: GatewayOpcodes.InvalidSession, d: false });
			return undefined;
		}
		const missed = session.missedSince(resume.seq);
		if (missed === undefined) return invalidSequence;
		session.cancelExpiry?.();
		session.sink = connection;
		connection.session = session;
		for (const packet of missed) connection.send(packet);
		session.dispatch('RESUMED', { _trace: [] });
		this.#world.events.emit({ type: 'gateway-resumed', connection: connection.number });
		return undefined;
	}

	requestMembers(connection: GatewayConnection, request: RequestMembers): void {
		const { session } = connection;
		if (session === undefined) return;
		const nonce = request.nonce === undefined ? {} : { nonce: request.nonce };
		const waitMs = isWholeList(request) ? session.wholeListIn(request.guild_id, this.clock.now()) : 0;
		if (waitMs > 0) {
			const meta = { guild_id: request.guild_id, ...nonce };
			const opcode = GatewayOpcodes.RequestGuildMembers;
			session.dispatch('RATE_LIMITED', { opcode, retry_after: waitMs / 1000, meta });
			return;
		}
		const guild = this.#world.guilds.get(request.guild_id);
		if (guild === undefined) return;
		for (const chunk of memberChunks(guild, request, session.intents)) {
			session.dispatch('GUILD_MEMBERS_CHUNK', { ...chunk, ...nonce });
		}
	}

	/** `byClient`: closed by the client, not by the stand-in or the network. */
	closed(connection: GatewayConnection, code: number, byClient: boolean): void {
		this.#connections.delete(connection);
		const { session } = connection;
		if (session !== undefined && session.sink === connection) {
			session.sink = undefined;
			// Close codes with which a client ends its session.
			if (byClient && (code === 1000 || code === 1001)) this.#sessions.delete(session.id);
			session.cancelExpiry = this.clock.after(sessionLives, () => this.#sessions.delete(session.id));
		}
		this.#world.events.emit({ type: 'gateway-closed', connection: connection.number, code });
	}

	/** Discord's reaction after the last login of a day: every session ends, and the owner has to fetch a new token. */
	#resetToken(): void {
		this.#world.token = `reset-${randomBytes(24).toString('hex')}`;
		this.forgetSessions();
		this.drop(authenticationFailed);
		this.#world.events.emit({ type: 'token-reset' });
	}

	#guildCreate(guildId: string): unknown {
		const { guilds, botId } = this.#world;
		const guild = guilds.get(guildId);
		return guild && guildCreatePayload(guild, botId);
	}

	#guildsOf(shard: Shard): readonly string[] {
		return [...this.#world.guilds.keys()].filter((guildId) => belongsTo(guildId, shard));
	}

	#sendReady(session: GatewaySession, guildIds: readonly string[], calledHost: string | undefined): void {
		const world = this.#world;
		session.dispatch('READY', {
			user: userPayload(world.bot),
			application: { id: world.applicationId, flags: applicationFlags(world) },
			v: 10,
			guilds: guildIds.map((id) => ({ id, unavailable: true })),
			session_id: session.id,
			session_type: 'normal',
			resume_gateway_url: world.gatewayUrl(calledHost),
			shard: session.shard,
			private_channels: [],
			relationships: [],
			presences: [],
			user_settings: {},
		});
		for (const guildId of guildIds) {
			const isHeard = hears(session.intents, 'GUILD_CREATE', false);
			if (isHeard && !this.#withheldGuilds.has(guildId))
				session.dispatch('GUILD_CREATE', this.#guildCreate(guildId));
		}
	}
}

/** Discord accepts the token with and without the prefix that REST requires. */
function withoutPrefix(token: string): string {
	return token.replace(/^Bot /, '');
}
