import { SimpleShardingStrategy, WebSocketShardStatus } from 'discord.js';
import { faultIn, type UnreadableEvent } from './gateway-guard.js';
import { checkedGateway } from './gateway-information.js';

type Send = SimpleShardingStrategy['send'];

/** At two attempts a second: one minute. */
const maxFailedConnections = 120;

/** Private parts of @discordjs/ws, which has no hook between a message and its effects. */
interface Inner {
	readonly shards: ReadonlyMap<
		number,
		{
			readonly status: WebSocketShardStatus;
			internalConnect(): Promise<void>;
			unpackMessage(data: unknown, isBinary: boolean): Promise<unknown>;
			on(event: 'hello' | 'closed', listener: () => void): unknown;
		}
	>;
}

/**
 * discord.js' default strategy with three differences. An outgoing message that can't be sent is reported and dropped,
 * and incoming messages are validated before use: discord.js awaits neither, so a rejection would be unhandled and end
 * the process. Callers that wait for a response have a timeout, and the connection has its own. A session whose resume
 * URL can't be reached is discarded: discord.js would retry it forever.
 */
export class ShardingStrategy extends SimpleShardingStrategy {
	readonly #forgetSession: (shardId: number) => void;
	readonly #onUnsent: (error: unknown) => void;
	readonly #onUnreadable: (event: UnreadableEvent) => void;

	constructor(
		manager: ConstructorParameters<typeof SimpleShardingStrategy>[0],
		hooks: {
			readonly onUnsent: (error: unknown) => void;
			readonly onUnreadable: (event: UnreadableEvent) => void;
		},
	) {
		super(manager);
		const fetch = manager.fetchGatewayInformation.bind(manager);
		manager.fetchGatewayInformation = async (isForced) => {
			const information = await fetch(isForced);
			checkedGateway(information);
			return information;
		};
		this.#forgetSession = (shardId) => void manager.options.updateSessionInfo(shardId, null);
		this.#onUnsent = hooks.onUnsent;
		this.#onUnreadable = hooks.onUnreadable;
	}

	override async spawn(shardIds: number[]): Promise<void> {
		await super.spawn(shardIds);
		const { shards } = this as unknown as Inner;
		for (const id of shardIds) {
			const shard = shards.get(id);
			if (shard === undefined) continue;
			const connect = shard.internalConnect.bind(shard);
			// Two messages that end the connection each start a reconnect; the second would be an unhandled rejection.
			shard.internalConnect = async () => {
				if (shard.status === WebSocketShardStatus.Idle) await connect();
			};
			let failed = 0;
			shard.on('hello', () => {
				failed = 0;
			});
			shard.on('closed', () => {
				failed += 1;
				if (failed % maxFailedConnections === 0) this.#forgetSession(id);
			});
			const unpack = shard.unpackMessage.bind(shard);
			// A shard ignores null, which is also how it represents invalid JSON.
			shard.unpackMessage = async (data, isBinary) => {
				const message = await unpack(data, isBinary).catch(() => undefined);
				const fault = faultIn(message);
				if (fault === undefined) return message;
				this.#onUnreadable({ event: fault });
				return null;
			};
		}
	}

	override async send(...message: Parameters<Send>): ReturnType<Send> {
		try {
			await super.send(...message);
		} catch (error) {
			this.#onUnsent(error);
		}
	}
}
