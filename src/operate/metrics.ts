import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Durations, Measures, Timed } from '../base/measures.js';
import { version } from '../base/version.js';
import { type DependencyStates, dependencies } from './dependency-states.js';

/** The help of each histogram, and its bucket bounds in seconds, around usual and excessive durations. */
const timed: Readonly<Record<Timed, readonly [help: string, buckets: number[]]>> = {
	acknowledgement: [
		'From an interaction’s arrival until Discord has the acknowledgement',
		[0.01, 0.05, 0.25, 1, 3],
	],
	answer: ['From an interaction’s arrival until it has been handled', [0.1, 0.5, 1, 3, 10, 60]],
	shop: ['Calls to the shop, with their retries', [0.1, 0.5, 1, 2.5, 10, 60]],
	discord: ['Requests to Discord', [0.05, 0.1, 0.25, 1, 5]],
	store: ['Reads and writes of the database', [0.001, 0.005, 0.02, 0.1, 0.5, 5]],
};

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * Everything that is measured, for Prometheus.
 * @param names commands and kinds of components, whose interactions are counted
 */
export function createMetrics(names: readonly string[]) {
	const registry = new Registry();
	collectDefaultMetrics({ register: registry });
	const registers = [registry];
	/** `labels`: with the values of each that are known from the start. */
	const counter = <Label extends string>(
		name: string,
		help: string,
		labels: Readonly<Record<Label, readonly string[]>>,
	): Counter<Label> => {
		const counts = new Counter({ name, help, labelNames: Object.keys(labels) as Label[], registers });
		const known = Object.entries<readonly string[]>(labels).reduce<Record<string, string>[]>(
			(all, [label, values]) => all.flatMap((it) => values.map((value) => ({ ...it, [label]: value }))),
			[{}],
		);
		// Prometheus sees no increase in a value that first appears with its first error.
		for (const values of known) counts.inc(values as Record<Label, string>, 0);
		return counts;
	};
	const durations = Object.entries(timed).map(([what, [help, buckets]]) => {
		const histogram = new Histogram({ name: `claimcheck_${what}_seconds`, help, buckets, registers });
		return [what, { observe: (ms: number) => histogram.observe(ms / 1_000) }] as const;
	});
	const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
	const due = gauge('claimcheck_rechecks_due', 'Purchases that are to be checked for a refund now');
	const overdue = gauge(
		'claimcheck_rechecks_overdue',
		'Purchases that have waited for their check for twice as long as they should',
	);
	const needed = gauge('claimcheck_rechecks_needed_per_day', 'Checks for refunds that are needed in a day');
	const possible = gauge(
		'claimcheck_rechecks_possible_per_day',
		'Checks for refunds that one process does in a day',
	);
	const measures: Measures = {
		dependencyErrors: counter(
			'claimcheck_dependency_errors_total',
			'Failed operations on the database, the shop and Discord',
			{ dependency: dependencies },
		),
		durations: Object.fromEntries(durations) as Record<Timed, Durations>,
		interactions: counter('claimcheck_interactions_total', 'Interactions handled', {
			name: names,
			result: ['ok', 'error', 'lost', 'elsewhere'],
		}),
		unreadableEvents: counter(
			'claimcheck_gateway_unreadable_total',
			'Gateway messages that could not be used, by event',
			{ event: [] },
		),
		verifications: counter('claimcheck_verifications_total', 'Verifications by outcome', {
			outcome: ['verified', 'invalid', 'taken', 'not-a-code', 'limited', 'uncheckable', 'failed'],
		}),
		grants: counter('claimcheck_grants_total', 'Tries to bring a member’s roles in line, by result', {
			result: ['granted', 'blocked', 'member-left', 'member-pending', 'passing'],
		}),
		rechecks: counter('claimcheck_rechecks_total', 'Checks of purchases for refunds, by the answer', {
			result: ['valid', 'invalid', 'skipped'],
		}),
		recheckLoad(load) {
			due.set(load.due);
			overdue.set(load.overdue);
			needed.set(load.neededADay);
			possible.set(load.possibleADay);
		},
	};
	/** Adds gauges for these readings, evaluated at each scrape. */
	const follow = (readings: Readings): void => followReadings(registry, readings);
	return { ...measures, registry, follow };
}

/** The state of the bot, read at each scrape. */
export interface Readings {
	readonly waitingGrants: { readonly size: number };
	readonly guilds: { readonly size: number };
	readonly states: DependencyStates;
	readonly gateway: { readonly isConnected: boolean };
	readonly database: {
		lastBackupAt(): Promise<number | undefined>;
		diskFree(): Promise<number | undefined>;
	};
}

function followReadings(registry: Registry, readings: Readings): void {
	const { waitingGrants, guilds, states, gateway, database } = readings;
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
