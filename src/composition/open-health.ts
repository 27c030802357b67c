import type { Client } from 'discord.js';
import type { Settings } from '../config.js';
import { isConnected } from '../discord/client.js';
import { type HealthServer, startHealthServer } from '../health-server.js';
import type { Metrics } from '../metrics.js';
import type { Store } from '../storage/store.js';
import { RecentAnswers } from '../time/recent-answers.js';

/** The health port as the settings have it; undefined where they have none. Rejects where the port is taken. */
export async function openHealth(
	settings: Pick<Settings, 'HEALTH_PORT' | 'HEALTH_HOST'>,
	parts: {
		readonly client: Client;
		readonly store: Pick<Store, 'get'>;
		readonly metrics: Metrics;
		readonly now: () => number;
	},
): Promise<HealthServer | undefined> {
	const { client, store, metrics, now } = parts;
	if (settings.HEALTH_PORT === 0) return undefined;
	return startHealthServer({
		port: settings.HEALTH_PORT,
		host: settings.HEALTH_HOST,
		isReady: readiness({ isConnected: () => isConnected(client), store, now }),
		metrics: () => metrics.registry.metrics(),
	});
}

/** Whether the bot is connected and its store answers; rejects where that does not. `now`: milliseconds since the epoch. */
export function readiness(parts: {
	readonly isConnected: () => boolean;
	readonly store: Pick<Store, 'get'>;
	readonly now: () => number;
}): () => Promise<boolean> {
	const { isConnected, store, now } = parts;
	// A read, and one a second: whoever reaches the port must not keep the store busy, nor wear its disk out.
	const answering = new RecentAnswers<unknown>(1_000, now);
	return async () => {
		await answering.of('store', () => store.get('readyz'));
		return isConnected();
	};
}
