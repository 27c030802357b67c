import type { Client } from 'discord.js';
import type { Settings } from '../config.js';
import { wholeSliceWatch } from '../discord/client.js';
import { type HealthServer, startHealthServer } from '../health-server.js';
import type { Metrics } from '../metrics.js';
import { readiness } from '../readiness.js';
import type { Store } from '../storage/store.js';

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
		isReady: readiness({ isConnected: wholeSliceWatch(client), store, now }),
		metrics: () => metrics.registry.metrics(),
	});
}
