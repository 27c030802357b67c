import type { GatewayConnection } from './gateway-connection.js';
import type { Wire } from './wire.js';

/** A shard's number, and the number of shards. */
export type Shard = readonly [number: number, count: number];

/** True if a guild belongs to a shard: https://discord.com/developers/docs/events/gateway#sharding */
export function belongsTo(guildId: string, [number, count]: Shard): boolean {
	return Number((BigInt(guildId) >> 22n) % BigInt(count)) === number;
}

export interface Packet {
	readonly op: number;
	readonly d: unknown;
	readonly s?: number;
	readonly t?: string;
}

/** A client that has missed more events than this can't resume. */
const keptPackets = 10_000;

/** https://discord.com/developers/docs/events/gateway-events#request-guild-members */
const wholeListEvery = 30_000;

/** An identified client. It outlives its connection, so that a client can resume and receive the events it missed. */
export class GatewaySession {
	readonly id: string;
	readonly intents: number;
	readonly shard: Shard;
	/** Undefined while the client is away. */
	sink: GatewayConnection | undefined;
	/** Undefined before the first disconnection. */
	cancelExpiry: (() => void) | undefined;
	/** The time at which all members of a guild may be requested again. */
	readonly #wholeLists = new Map<string, number>();
	readonly #wire: Wire;
	#sequence = 0;
	#sent: Packet[] = [];

	constructor(options: { id: string; intents: number; shard: Shard; sink: GatewayConnection; wire: Wire }) {
		this.#wire = options.wire;
		this.id = options.id;
		this.intents = options.intents;
		this.shard = options.shard;
		this.sink = options.sink;
	}

	/** Sends an event, or buffers it until the client resumes. */
	dispatch(event: string, data: unknown): void {
		this.#sequence += 1;
		const packet = { op: 0, t: event, s: this.#sequence, d: data };
		this.#sent.push(packet);
		if (this.#sent.length > keptPackets) this.#sent = this.#sent.slice(-keptPackets / 2);
		if (this.#wire.isFollowed) this.#wire.emitDispatch({ event, data, isConnected: this.sink !== undefined });
		this.sink?.send(packet);
	}

	/** The events after `sequence`; undefined if it is in the future or no longer buffered. */
	missedSince(sequence: number): readonly Packet[] | undefined {
		if (sequence > this.#sequence) return undefined;
		const missed = this.#sent.filter((packet) => (packet.s ?? 0) > sequence);
		return missed.length === this.#sequence - sequence ? missed : undefined;
	}

	/** How many milliseconds too early the session requests all members of a guild. If 0, the request is recorded. */
	wholeListIn(guildId: string, now: number): number {
		const waitMs = (this.#wholeLists.get(guildId) ?? now) - now;
		if (waitMs > 0) return waitMs;
		this.#wholeLists.set(guildId, now + wholeListEvery);
		return 0;
	}

	/** True if the guild belongs to this session's shard. */
	covers(guildId: string): boolean {
		return belongsTo(guildId, this.shard);
	}
}
