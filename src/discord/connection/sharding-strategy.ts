import {
	GatewayCloseCodes,
	GatewayIntentBits,
	SimpleShardingStrategy,
	WebSocketShardDestroyRecovery,
	WebSocketShardStatus,
} from 'discord.js';
import type { Clock } from '../../base/clock.js';
import { faultIn, type UnreadableEvent } from './gateway-guard.js';
import { checkedGateway } from './identify-turns.js';

/** Time to resume a session. Discord keeps it for minutes, and what it missed by then has expired. */
const resumePatienceMs = 45_000;

/** Private parts of @discordjs/ws, which has no hook between a message and its effects. */
interface Shard {
	readonly status: WebSocketShardStatus;
	readonly connection: { on(event: 'error', listener: () => void): unknown } | null;
	readonly strategy: { options: { intents: number } };
	identify(): Promise<void>;
	onClose(code: number): Promise<void>;
	internalConnect(): Promise<void>;
	unpackMessage(data: unknown, isBinary: boolean): Promise<unknown>;
	destroy(options?: {
		readonly reason: string;
		readonly recover?: WebSocketShardDestroyRecovery;
	}): Promise<void>;
	on(event: 'ready' | 'resumed' | 'closed', listener: () => void): unknown;
}

const privileged: number =
	GatewayIntentBits.GuildMembers | GatewayIntentBits.GuildPresences | GatewayIntentBits.MessageContent;

/**
 * Identifies a shard without privileged intents once Discord refuses them, which it may do at any time: from 10,000
 * users on it approves them each year (discord-api-docs#8394). Each new session asks for them again.
 */
function fallBackToAllowedIntents(shard: Shard, onAnswer: (areGranted: boolean) => void): void {
	// Shards share their options.
	const options = { ...shard.strategy.options };
	shard.strategy.options = options;
	const wanted = options.intents;
	if ((wanted & privileged) === 0) return;
	let areRefused = false;
	const identify = shard.identify.bind(shard);
	shard.identify = async () => {
		options.intents = areRefused ? wanted & ~privileged : wanted;
		areRefused = false;
		await identify();
	};
	shard.on('ready', () => {
		if (options.intents === wanted) onAnswer(true);
	});
	const close = shard.onClose.bind(shard);
	shard.onClose = async (code) => {
		if (code !== GatewayCloseCodes.DisallowedIntents || options.intents !== wanted) return await close(code);
		areRefused = true;
		onAnswer(false);
		// After this code a client identifies again; after the other one it gives up.
		await close(GatewayCloseCodes.InvalidSeq);
	};
}

export interface ShardingHooks {
	/** Called for each malformed gateway message. Other messages are still processed. */
	readonly onUnreadable: (event: UnreadableEvent) => void;
	/** Called when Discord refuses the members intent, so that the client runs without it, and when it accepts it. */
	readonly onMembersIntent: (isGranted: boolean) => void;
	/** Called for an outgoing message that can't be sent, and is dropped. */
	readonly onUnsent: (error: unknown) => void;
	readonly clock: Pick<Clock, 'delay'>;
}

/**
 * discord.js' default strategy, except: incoming messages are validated, and an outgoing one that can't be sent is
 * dropped and reported, because discord.js awaits neither and a rejection would end the process; a session that can't
 * be resumed for some time is discarded, whatever its address does (refuse, fail, or accept and say nothing), because
 * discord.js would retry it forever; and a shard does without privileged intents that Discord refuses.
 */
export class ShardingStrategy extends SimpleShardingStrategy {
	readonly #forgetSession: (shardId: number) => void;
	readonly #hooks: ShardingHooks;

	constructor(manager: ConstructorParameters<typeof SimpleShardingStrategy>[0], hooks: ShardingHooks) {
		super(manager);
		const fetch = manager.fetchGatewayInformation.bind(manager);
		manager.fetchGatewayInformation = async (isForced) => {
			const information = await fetch(isForced);
			checkedGateway(information);
			return information;
		};
		this.#forgetSession = (shardId) => void manager.options.updateSessionInfo(shardId, null);
		this.#hooks = hooks;
	}

	override async spawn(shardIds: number[]): Promise<void> {
		await super.spawn(shardIds);
		const { shards } = this as unknown as { readonly shards: ReadonlyMap<number, Shard> };
		for (const [id, shard] of shards) {
			fallBackToAllowedIntents(shard, this.#hooks.onMembersIntent);
			const connect = shard.internalConnect.bind(shard);
			// Two messages that end the connection each start a reconnect; the second would be an unhandled rejection.
			shard.internalConnect = async () => {
				if (shard.status === WebSocketShardStatus.Idle) await connect();
			};
			const destroy = shard.destroy.bind(shard);
			let isEnded = false;
			shard.destroy = async (options) => {
				// destroy() aborts a pending wait for Discord. discord.js then destroys the shard again, to reconnect, and
				// replaces the close handler: the first call would never resolve.
				if (isEnded) return;
				isEnded = options?.recover === undefined;
				// discord.js stops listening to a connection that is still opening: its later error would be uncaught.
				shard.connection?.on('error', () => {});
				await destroy(options);
			};
			let lost: AbortController | undefined;
			const onRecovered = (): void => {
				lost?.abort('recovered');
				lost = undefined;
			};
			shard.on('ready', onRecovered);
			shard.on('resumed', onRecovered);
			shard.on('closed', () => {
				if (lost !== undefined) return;
				lost = new AbortController();
				void this.#giveUp(id, shard, lost.signal);
			});
			const unpack = shard.unpackMessage.bind(shard);
			shard.unpackMessage = (data, isBinary) => unpack(data, isBinary).then((it) => this.#readable(it));
		}
	}

	/** A shard ignores null, which is also how it represents invalid JSON. */
	#readable(message: unknown): unknown {
		const fault = faultIn(message);
		if (fault === undefined) return message;
		this.#hooks.onUnreadable({ event: fault });
		return null;
	}

	/** Discards the session unless the shard recovers in time. The next connection identifies. */
	async #giveUp(id: number, shard: Shard, recovered: AbortSignal): Promise<void> {
		await this.#hooks.clock.delay(resumePatienceMs, recovered);
		if (recovered.aborted) return;
		this.#forgetSession(id);
		// A handshake ends by itself. After the hello, discord.js would wait for an answer forever.
		if (shard.status === WebSocketShardStatus.Resuming)
			await shard.destroy({ reason: 'Not resumed', recover: WebSocketShardDestroyRecovery.Reconnect });
	}

	override async send(...message: Parameters<SimpleShardingStrategy['send']>): Promise<void> {
		try {
			await super.send(...message);
		} catch (error) {
			this.#hooks.onUnsent(error);
		}
	}
}
