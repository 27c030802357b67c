import { SimpleShardingStrategy } from 'discord.js';
import { faultIn, type UnreadableEvent } from './gateway-guard.js';
import { checkedGateway } from './gateway-information.js';

type Send = SimpleShardingStrategy['send'];

/** Private parts of @discordjs/ws, which has no hook between a message and its effects. */
interface Inner {
	readonly shards: ReadonlyMap<number, { unpackMessage(data: unknown, isBinary: boolean): Promise<unknown> }>;
}

/**
 * discord.js' default strategy with two differences: an outgoing message that can't be sent is reported and dropped, and
 * incoming messages, and what leads to the gateway, are checked before they are used. discord.js awaits neither, so nobody could catch a rejection, and it
 * would end the process. Callers that wait for a response have a timeout, and the connection has its own.
 */
export class ShardingStrategy extends SimpleShardingStrategy {
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
		this.#onUnsent = hooks.onUnsent;
		this.#onUnreadable = hooks.onUnreadable;
	}

	override async spawn(shardIds: number[]): Promise<void> {
		await super.spawn(shardIds);
		const { shards } = this as unknown as Inner;
		for (const id of shardIds) {
			const shard = shards.get(id);
			if (shard === undefined) continue;
			const unpack = shard.unpackMessage.bind(shard);
			// A shard ignores null, which is also what it makes of invalid JSON.
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
