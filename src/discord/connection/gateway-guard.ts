import { type Client, GatewayDispatchEvents, GatewayOpcodes } from 'discord.js';
import { z } from 'zod';
import type { Logger } from '../../base/logger.js';

export interface UnreadableEvent {
	/** The event's name, or `UNKNOWN`. */
	readonly event: string;
	readonly error?: unknown;
}

/**
 * Isolates discord.js' event handlers, which throw for a malformed payload inside a listener of the WebSocket or a
 * timer: uncaught, one malformed interaction would end the process.
 */
export function guardPackets(client: Pick<Client, 'ws'>, onUnreadable: (event: UnreadableEvent) => void) {
	// There is no public hook.
	type Handle = (packet?: { readonly t: string }, shard?: unknown) => boolean;
	const manager = client.ws as unknown as { handlePacket: Handle };
	const handle = manager.handlePacket.bind(manager);
	manager.handlePacket = (packet, shard) => {
		try {
			return handle(packet, shard);
		} catch (error) {
			onUnreadable({ event: eventName(packet?.t), error });
			return true;
		}
	};
}

const eventNames: ReadonlySet<unknown> = new Set(Object.values(GatewayDispatchEvents));

/** Bounded, because it becomes a metric label. */
function eventName(name: unknown): string {
	return typeof name === 'string' && eventNames.has(name) ? name : 'UNKNOWN';
}

const gatewayUrl = z.url({ protocol: /^wss?$/ });
const anyObject = z.custom<object>((value) => typeof value === 'object' && value !== null);
const snowflake = z.string().regex(/^\d{1,20}$/);

const ready = z.object({
	session_id: z.string().min(1),
	resume_gateway_url: gatewayUrl,
	user: z.object({ id: snowflake, username: z.string() }),
	application: z.object({ id: snowflake }),
	guilds: z.array(z.object({ id: snowflake })),
});

/** Computing a member's rights requires the permissions of their roles and of @everyone, whose id is the server's. */
const guildCreate = z.union([
	z.object({ id: snowflake, unavailable: z.literal(true) }),
	z
		.object({
			id: snowflake,
			roles: z.array(z.object({ id: snowflake, permissions: z.string().regex(/^\d+$/) })),
		})
		.refine(({ id, roles }) => roles.some((role) => role.id === id)),
]);

/** The fields of a gateway message that @discordjs/ws and discord.js use unchecked. Other opcodes are ignored. */
const gatewayMessage = z.discriminatedUnion('op', [
	z
		.object({
			op: z.literal(GatewayOpcodes.Dispatch),
			t: z.string().regex(/^[A-Z_]{1,64}$/),
			s: z.int().nonnegative(),
			d: z.unknown(),
		})
		.refine(({ t, d }) => {
			if (t === GatewayDispatchEvents.Ready) return ready.safeParse(d).success;
			if (t === GatewayDispatchEvents.GuildCreate) return guildCreate.safeParse(d).success;
			return t === GatewayDispatchEvents.Resumed || anyObject.safeParse(d).success;
		}),
	z.object({
		op: z.literal(GatewayOpcodes.Hello),
		// An interval of 0 or NaN would send heartbeats without pause, and a dead connection is detected after two.
		d: z.object({ heartbeat_interval: z.number().min(1_000).max(900_000) }),
	}),
	z.object({ op: z.literal(GatewayOpcodes.InvalidSession), d: z.boolean() }),
	z.object({
		op: z.literal([GatewayOpcodes.Heartbeat, GatewayOpcodes.Reconnect, GatewayOpcodes.HeartbeatAck]),
	}),
]);

/** @returns the name of a malformed gateway message, or undefined if it is valid */
export function faultIn(message: unknown): string | undefined {
	if (gatewayMessage.safeParse(message).success) return undefined;
	const { op, t } =
		typeof message === 'object' && message !== null ? (message as Record<string, unknown>) : {};
	if (op === GatewayOpcodes.Dispatch) return eventName(t);
	return typeof op === 'number' ? (GatewayOpcodes[op] ?? 'UNKNOWN') : 'UNKNOWN';
}

/** Counts unreadable gateway events, and logs the first of each name. */
export function noteUnreadable(logger: Pick<Logger, 'error'>, count: (event: string) => void) {
	const logged = new Set<string>();
	return ({ event, error }: UnreadableEvent): void => {
		count(event);
		if (logged.has(event)) return;
		logged.add(event);
		// Omit payload and error message: both may contain an interaction token or a purchase code.
		logger.error({ event, ...(error !== undefined && causeOf(error)) }, 'A gateway event could not be read');
	};
}

function causeOf(error: unknown) {
	if (!(error instanceof Error)) return { type: typeof error, at: [] };
	const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
	return { type: error.name, at: frames.slice(0, 3).map((line) => line.trim()) };
}
