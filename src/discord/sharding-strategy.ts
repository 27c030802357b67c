import { SimpleShardingStrategy } from 'discord.js';

type Send = SimpleShardingStrategy['send'];

/**
 * discord.js' default strategy, except that a message that can't be sent is reported and dropped. discord.js doesn't
 * await what it sends, so where a shard is gone or its connection lost, nobody could catch the rejection, and it would
 * end the process. Whoever waits for an answer has a timeout.
 */
export class ShardingStrategy extends SimpleShardingStrategy {
	readonly #onUnsent: (error: unknown) => void;

	constructor(
		manager: ConstructorParameters<typeof SimpleShardingStrategy>[0],
		onUnsent: (error: unknown) => void,
	) {
		super(manager);
		this.#onUnsent = onUnsent;
	}

	override async send(...message: Parameters<Send>): ReturnType<Send> {
		try {
			await super.send(...message);
		} catch (error) {
			this.#onUnsent(error);
		}
	}
}
