import type { Logger } from '../base/logger.js';
import { version } from '../base/version.js';
import type { Settings } from '../config.js';
import type { Store } from '../storage/store.js';
import { DatabaseReadings } from './database-readings.js';
import { createReadiness, HealthServer, type ReadinessParts } from './health-server.js';
import type { Metrics, Readings } from './metrics.js';
import { noMetrics } from './no-metrics.js';

/**
 * The configured health port, with the readings for its metrics; undefined if there is none, or its address can't be used:
 * members matter more than a page that may have no reader.
 */
export async function openHealth(
	settings: Pick<Settings, 'HEALTH_PORT' | 'HEALTH_HOST' | 'DATABASE_URL'>,
	parts: ReadinessParts &
		Omit<Readings, 'database' | 'version'> & {
			readonly store: Store;
			readonly metrics: Pick<Metrics, 'registry' | 'follow'>;
			readonly logger: Pick<Logger, 'warn'>;
		},
): Promise<HealthServer | undefined> {
	if (settings.HEALTH_PORT === 0) return undefined;
	const { HEALTH_HOST: host, HEALTH_PORT: port } = settings;
	const { store, metrics, clock } = parts;
	metrics.follow({ ...parts, database: new DatabaseReadings(settings.DATABASE_URL, store, clock), version });
	try {
		return await HealthServer.start({ port, host, registry: metrics.registry }, createReadiness(parts));
	} catch (error) {
		const problem = problemOf(error, host, port);
		if (problem === undefined) throw error;
		parts.logger.warn({ problem }, 'There is no health page. Restart the bot once its address can be used');
		return undefined;
	}
}

/** The problem with the address; undefined for an error that no setting can fix. */
function problemOf(error: unknown, host: string, port: number): string | undefined {
	const code = error instanceof Error && 'code' in error ? error.code : undefined;
	switch (code) {
		case 'EADDRINUSE':
			return `HEALTH_PORT ${port} is taken: another program, or another copy of the bot, listens on ${host}:${port}. Choose a free port, or 0 for none`;
		case 'EACCES':
			return `HEALTH_PORT ${port} needs more rights than the bot has: choose a port above 1023`;
		case 'EADDRNOTAVAIL':
		case 'ENOTFOUND':
			return `HEALTH_HOST ${host} is no address of this machine`;
		default:
			return undefined;
	}
}

/** Counts only if the health port exposes the metrics, and loads the Prometheus client only then. */
export async function openMetrics(
	settings: Pick<Settings, 'HEALTH_PORT'>,
	names: readonly string[],
): Promise<Metrics> {
	if (settings.HEALTH_PORT === 0) return noMetrics;
	const { createMetrics } = await import('./metrics.js');
	return createMetrics(names);
}
