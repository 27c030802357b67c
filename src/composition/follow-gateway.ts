import { type Client, Events } from 'discord.js';
import type { DependencyStates } from '../dependencies/dependency-states.js';
import { isConnected } from '../discord/connection/client.js';

/** Discord asks for a reconnect several times a day, which takes seconds. */
const graceMs = 10_000;
const lookEveryMs = 1_000;

/** Reports a gateway connection that is lost for longer than a reconnect takes, and its return. */
export function followGateway(
	client: Client,
	states: Pick<DependencyStates, 'failed' | 'worked'>,
	delay: (ms: number) => Promise<void>,
): void {
	let isFollowing = false;
	let isEnding = false;
	const follow = async (): Promise<void> => {
		if (isFollowing) return;
		isFollowing = true;
		let isLost = false;
		for (let pauseMs = graceMs; !isEnding; pauseMs = lookEveryMs) {
			await delay(pauseMs);
			if (isConnected(client)) break;
			if (!isLost && !isEnding) states.failed('discord', 'gateway', 'gateway connection lost');
			isLost = true;
		}
		isFollowing = false;
		if (isLost && !isEnding) states.worked('discord', 'gateway');
	};
	client.on(Events.ShardReconnecting, () => void follow());
	client.on(Events.ClientReady, () => states.worked('discord', 'gateway'));
	client.on(Events.Invalidated, () => {
		isEnding = true;
	});
}
