import type { Client } from 'discord.js';
import { ConfigError } from '../base/errors.js';
import type { Settings } from '../config.js';
import type { Dependency, DependencyStates } from '../dependencies/dependency-states.js';
import { wholeSliceWatch } from '../discord/connection/client.js';
import { type HealthServer, startHealthServer } from '../operations/health-server.js';
import type { Metrics } from '../operations/metrics.js';
import { readiness } from '../operations/readiness.js';
import type { Store } from '../storage/store.js';

/** The configured health port; undefined if there is none. Rejects with ConfigError if it can't be opened. */
export async function openHealth(
	settings: Pick<Settings, 'HEALTH_PORT' | 'HEALTH_HOST'>,
	parts: {
		readonly client: Client;
		readonly store: Pick<Store, 'get'>;
		readonly states: Pick<DependencyStates, 'of'>;
		readonly metrics: Metrics;
		readonly now: () => number;
	},
): Promise<HealthServer | undefined> {
	const { client, store, states, metrics, now } = parts;
	if (settings.HEALTH_PORT === 0) return undefined;
	const { HEALTH_HOST: host, HEALTH_PORT: port } = settings;
	const stateOf = (dependency: Dependency) => states.of(dependency);
	try {
		return await startHealthServer({
			port,
			host,
			readiness: readiness({ isConnected: wholeSliceWatch(client), store, stateOf, now }),
			metrics: () => metrics.registry.metrics(),
		});
	} catch (error) {
		const problem = problemOf(error, host, port);
		if (problem === undefined) throw error;
		throw new ConfigError([problem]);
	}
}

/** What is wrong with the address; undefined for an error that no setting can fix. */
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
