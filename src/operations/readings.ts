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
	const registers = [registry];
	const gauge = (name: string, help: string, read: () => number | undefined | Promise<number | undefined>) =>
		new Gauge({
			name,
			help,
			registers,
			async collect() {
				// If there is no value, NaN triggers no alert for "too old" or "too small".
				this.set((await read()) ?? Number.NaN);
			},
		});
	gauge('claimcheck_grants_waiting', 'Members that wait for their roles', () => waitingGrants.size);
	gauge('claimcheck_guilds', 'Servers that this process has, as reported by Discord', () => guilds.size);
	gauge('claimcheck_connected', '1 while events from Discord arrive', () => Number(gateway.isConnected));
	gauge(
		'claimcheck_last_backup_timestamp_seconds',
		'When the database was last backed up; 0: never; NaN: by its own tools',
		async () => {
			const at = await database.lastBackupAt();
			return at === undefined ? undefined : at / 1_000;
		},
	);
	gauge(
		'claimcheck_disk_free_bytes',
		'Free space of the disk with the database; NaN: it is on a server',
		() => database.diskFree(),
	);
	new Gauge({
		name: 'claimcheck_build_info',
		help: '1, with the version of the bot',
		labelNames: ['version'],
		registers,
	}).set({ version }, 1);
	new Gauge({
		name: 'claimcheck_dependency_state',
		help: '1 for the state that the database, the shop and Discord are in',
		labelNames: ['dependency', 'state'],
		registers,
		collect() {
			for (const dependency of dependencies) {
				const current = states.of(dependency).status;
				for (const state of ['up', 'degraded', 'down'] as const)
					this.set({ dependency, state }, Number(state === current));
			}
		},
	});
}
