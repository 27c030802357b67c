import { Gauge, type Registry } from 'prom-client';
import { type DependencyStates, dependencies } from '../dependencies/dependency-states.js';
import type { DatabaseReadings } from './database-readings.js';

/** The state of the bot, read at each scrape. */
export interface Readings {
	readonly waitingGrants: { readonly size: number };
	readonly guilds: { readonly size: number };
	readonly states: Pick<DependencyStates, 'of'>;
	readonly gateway: { readonly isConnected: boolean };
	readonly database: Pick<DatabaseReadings, 'lastBackupAt' | 'diskFree'>;
	readonly version: string;
}

export function followReadings(registry: Registry, readings: Readings): void {
	const { waitingGrants, guilds, states, gateway, database, version } = readings;
	new Gauge({
		name: 'claimcheck_grants_waiting',
		help: 'Members that wait for their roles',
		registers: [registry],
		collect() {
			this.set(waitingGrants.size);
		},
	});
	new Gauge({
		name: 'claimcheck_guilds',
		help: 'Servers that this process has, as reported by Discord',
		registers: [registry],
		collect() {
			this.set(guilds.size);
		},
	});
	new Gauge({
		name: 'claimcheck_connected',
		help: '1 while events from Discord arrive',
		registers: [registry],
		collect() {
			this.set(Number(gateway.isConnected));
		},
	});
	new Gauge({
		name: 'claimcheck_build_info',
		help: '1, with the version of the bot',
		labelNames: ['version'],
		registers: [registry],
	}).set({ version: version }, 1);
	// If there is no value, NaN triggers no alert for "too old" or "too small".
	new Gauge({
		name: 'claimcheck_last_backup_timestamp_seconds',
		help: 'When the database was last backed up; 0: never; NaN: by its own tools',
		registers: [registry],
		async collect() {
			const at = await database.lastBackupAt();
			this.set(at === undefined ? Number.NaN : at / 1_000);
		},
	});
	new Gauge({
		name: 'claimcheck_disk_free_bytes',
		help: 'Free space of the disk with the database; NaN: it is on a server',
		registers: [registry],
		async collect() {
			this.set((await database.diskFree()) ?? Number.NaN);
		},
	});
	new Gauge({
		name: 'claimcheck_dependency_state',
		help: '1 for the state that the database, the shop and Discord are in',
		labelNames: ['dependency', 'state'],
		registers: [registry],
		collect() {
			for (const dependency of dependencies) {
				const current = states.of(dependency).status;
				for (const state of ['up', 'degraded', 'down'] as const)
					this.set({ dependency, state }, Number(state === current));
			}
		},
	});
}
