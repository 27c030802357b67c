import { GatewayOpcodes } from 'discord-api-types/v10';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import type { Gateway } from './gateway.js';
import type { GatewaySession, Packet } from './gateway-session.js';

const packetSchema = z.object({ op: z.number(), d: z.unknown().optional() });

const identifySchema = z.object({
	token: z.string(),
	intents: z.number(),
	properties: z.object({}),
	shard: z.tuple([z.number(), z.number()]).optional(),
});
export type Identify = z.infer<typeof identifySchema>;

const resumeSchema = z.object({ token: z.string(), session_id: z.string(), seq: z.number() });
export type Resume = z.infer<typeof resumeSchema>;

const requestMembersSchema = z.object({
	guild_id: z.string(),
	query: z.string().optional(),
	limit: z.number().optional(),
	user_ids: z.union([z.string(), z.array(z.string()).max(100)]).optional(),
	nonce: z.string().optional(),
});
export type RequestMembers = z.infer<typeof requestMembersSchema>;

// https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes
const unknownOpcode = 4001;
const decodeError = 4002;
const notAuthenticated = 4003;
const alreadyAuthenticated = 4005;
const rateLimited = 4008;
const sessionTimedOut = 4009;

/** 120 packets a minute: https://discord.com/developers/docs/events/gateway#rate-limiting */
const packetsAMinute = 120;

/** How long a client may take to acknowledge that the connection is closed. */
const closeTimeoutMs = 1_000;

/** One WebSocket of a client: its packets, heartbeats and limits. */
export class GatewayConnection {
	/** Counts the stand-in's connections from 1. */
	readonly number: number;
	/** The `Host` header: the name under which the client has called the gateway. */
	readonly calledHost: string | undefined;
	session: GatewaySession | undefined;
	/** Its session was declared invalid. Requests that the client sends before it knows that get no response. */
	isInvalidated = false;
	readonly #socket: WebSocket;
	readonly #gateway: Gateway;
	#cancelTimeout: () => void = () => undefined;
	#packetTimes: number[] = [];
	#isClosing = false;

	constructor(number: number, socket: WebSocket, gateway: Gateway, calledHost: string | undefined) {
		this.number = number;
		this.calledHost = calledHost;
		this.#socket = socket;
		this.#gateway = gateway;
		socket.on('message', (data) => {
			const refusal = this.#refusalOf(String(data));
			if (refusal !== undefined) this.close(refusal);
		});
		socket.on('close', (code) => {
			this.#cancelTimeout();
			this.#gateway.closed(this, code, !this.#isClosing && code !== 1006);
		});
		// Nothing to do for a broken connection: the close event follows.
		socket.on('error', () => undefined);
	}

	hello(): void {
		this.#expectHeartbeat();
		this.send({ op: GatewayOpcodes.Hello, d: { heartbeat_interval: this.#gateway.heartbeatIntervalMs } });
	}

	send(packet: Packet): void {
		if (this.#socket.readyState !== this.#socket.OPEN) return;
		this.#socket.send(JSON.stringify({ t: null, s: null, ...packet }));
	}

	/** Closes with a close code; a client sees 1006 if a connection breaks without one. */
	close(code: number): void {
		this.#isClosing = true;
		if (code === 1006) {
			this.#socket.terminate();
			return;
		}
		this.#socket.close(code);
		// Some clients wait for the server to end the connection. This uses real time, not the clock's.
		const timer = setTimeout(() => this.#socket.terminate(), closeTimeoutMs);
		this.#socket.once('close', () => clearTimeout(timer));
	}

	terminate(): void {
		this.#socket.terminate();
	}

	/** Processes a packet, or returns the close code that refuses it. */
	#refusalOf(text: string): number | undefined {
		const packet = packetSchema.safeParse(parse(text));
		if (!packet.success) return decodeError;
		const now = this.#gateway.clock.now();
		this.#packetTimes = [...this.#packetTimes.filter((at) => at > now - 60_000), now];
		if (this.#packetTimes.length > packetsAMinute) return rateLimited;
		return this.#handle(packet.data.op, packet.data.d);
	}

	#handle(op: number, data: unknown): number | undefined {
		const isLoggedIn = this.session !== undefined;
		switch (op) {
			case GatewayOpcodes.Heartbeat:
				this.#heartbeat();
				return undefined;
			case GatewayOpcodes.Identify: {
				const identify = identifySchema.safeParse(data);
				if (!identify.success) return decodeError;
				return isLoggedIn ? alreadyAuthenticated : this.#gateway.identify(this, identify.data);
			}
			case GatewayOpcodes.Resume: {
				const resume = resumeSchema.safeParse(data);
				if (!resume.success) return decodeError;
				return isLoggedIn ? alreadyAuthenticated : this.#gateway.resume(this, resume.data);
			}
			case GatewayOpcodes.RequestGuildMembers: {
				if (!isLoggedIn) return this.#refusalBeforeLogIn();
				const request = requestMembersSchema.safeParse(data);
				if (!request.success) return decodeError;
				this.#gateway.requestMembers(this, request.data);
				return undefined;
			}
			case GatewayOpcodes.PresenceUpdate:
			case GatewayOpcodes.VoiceStateUpdate:
				return isLoggedIn ? undefined : this.#refusalBeforeLogIn();
			default:
				return unknownOpcode;
		}
	}

	#refusalBeforeLogIn(): number | undefined {
		return this.isInvalidated ? undefined : notAuthenticated;
	}

	#heartbeat(): void {
		this.#expectHeartbeat();
		if (this.#gateway.acknowledgesHeartbeats) this.send({ op: GatewayOpcodes.HeartbeatAck, d: null });
	}

	/** A silent client is disconnected, as Discord does. */
	#expectHeartbeat(): void {
		this.#cancelTimeout();
		this.#cancelTimeout = this.#gateway.clock.after(this.#gateway.heartbeatIntervalMs * 2, () =>
			this.close(sessionTimedOut),
		);
	}
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
