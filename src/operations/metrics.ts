import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type Dependency, type DependencyState, dependencies } from '../dependencies/dependency-states.js';
import type { Division } from '../sharding/process-heartbeats.js';

/** What is timed, with the upper bounds of the buckets in seconds: around what is usual, and what is too long. */
const buckets = {
	acknowledgement: [0.01, 0.05, 0.25, 1, 3],
	answer: [0.1, 0.5, 1, 3, 10, 60],
	shop: [0.1, 0.5, 1, 2.5, 10, 60],
	discord: [0.05, 0.1, 0.25, 1, 5],
	store: [0.001, 0.005, 0.02, 0.1, 0.5, 5],
} as const;

const timed = {
	acknowledgement: 'From an interaction’s arrival until Discord has the acknowledgement',
	answer: 'From an interaction’s arrival until it has been handled',
	shop: 'Calls to the shop, with their retries',
	discord: 'Requests to Discord',
	store: 'Reads and writes of the store',
} as const;

type Timed = keyof typeof timed;

interface Counts<Label extends string> {
	inc(labels: Readonly<Record<Label, string>>): void;
}

/** The workload of checking purchases for refunds, counted at the beginning of a round. */
export interface RecheckLoad {
	/** How many purchases are held by anybody. */
	readonly purchases: number;
	/** How many of them are to be checked now. */
	readonly due: number;
	/** How many have waited for their check for twice as long as they should. */
	readonly overdue: number;
	/** Checks that are needed in a day, and that are possible. */
	readonly neededADay: number;
	readonly possibleADay: number;
}

/** What the bot counts, for Prometheus. No label ever holds a member, a code or anything else without a bound. */
export interface Metrics {
	readonly registry: Pick<Registry, 'metrics'>;
	/** Failed operations, by dependency. */
	readonly dependencyErrors: Counts<'dependency'>;
	/** `name` is a command or a kind of component; `result` how it ended. */
	readonly interactions: Counts<'name' | 'result'>;
	/** Gateway messages that could not be used, by the event's name. */
	readonly unreadableEvents: Counts<'event'>;
	/** By the kind of outcome. */
	readonly verifications: Counts<'outcome'>;
	/** Tries to bring a member's roles in line, by the kind of result. */
	readonly grants: Counts<'result'>;
	/** Checks of purchases for refunds, by the shop's word; `skipped`: could not be checked for a reason of its own. */
	readonly rechecks: Counts<'result'>;
	/** How long things take, by what it is. Milliseconds. */
	readonly took: (what: Timed, ms: number) => void;
	/** Takes over what there is to check. */
	readonly recheckLoad: (load: RecheckLoad) => void;
	/** Takes over how the processes divide the shards. */
	readonly division: (division: Division) => void;
}

/** What is read when somebody asks. */
export interface Readings {
	/** Members that wait for their roles. */
	readonly waitingGrants: () => number;
	/** Servers of this process. */
	readonly guilds: () => number;
	readonly stateOf: (dependency: Dependency) => DependencyState['status'];
	/** Whether events from Discord arrive. */
	readonly isConnected: () => boolean;
	/** Milliseconds since the epoch, 0 if there is none; undefined if the database is backed up by its own tools. */
	readonly lastBackupAt: () => Promise<number | undefined>;
	/** Free space of the disk with the database, in bytes; undefined if that is another machine's. */
	readonly diskFree: () => Promise<number | undefined>;
	readonly version: string;
}

export function createMetrics(readings: Readings): Metrics & { readonly registry: Registry } {
	const registry = new Registry();
	collectDefaultMetrics({ register: registry });
	new Gauge({
		name: 'claimcheck_grants_waiting',
		help: 'Members that wait for their roles',
		registers: [registry],
		collect() {
			this.set(readings.waitingGrants());
		},
	});
	new Gauge({
		name: 'claimcheck_guilds',
		help: 'Servers that this process has, as Discord has told',
		registers: [registry],
		collect() {
			this.set(readings.guilds());
		},
	});
	new Gauge({
		name: 'claimcheck_connected',
		help: '1 while events from Discord arrive',
		registers: [registry],
		collect() {
			this.set(Number(readings.isConnected()));
		},
	});
	new Gauge({
		name: 'claimcheck_build_info',
		help: '1, with the version of the bot',
		labelNames: ['version'],
		registers: [registry],
	}).set({ version: readings.version }, 1);
	// Not a number, where there is nothing to say, is neither old nor small.
	new Gauge({
		name: 'claimcheck_last_backup_timestamp_seconds',
		help: 'When the database was last backed up; 0: never; NaN: by its own tools',
		registers: [registry],
		async collect() {
			const at = await readings.lastBackupAt();
			this.set(at === undefined ? Number.NaN : at / 1_000);
		},
	});
	new Gauge({
		name: 'claimcheck_disk_free_bytes',
		help: 'Free space of the disk with the database; NaN: it is on a server',
		registers: [registry],
		async collect() {
			this.set((await readings.diskFree()) ?? Number.NaN);
		},
	});
	new Gauge({
		name: 'claimcheck_dependency_state',
		help: '1 for the state that the store, the shop and Discord are in',
		labelNames: ['dependency', 'state'],
		registers: [registry],
		collect() {
			for (const dependency of dependencies) {
				const current = readings.stateOf(dependency);
				for (const state of ['up', 'degraded', 'down'] as const)
					this.set({ dependency, state }, Number(state === current));
			}
		},
	});
	const dependencyErrors = new Counter({
		name: 'claimcheck_dependency_errors_total',
		help: 'Failed operations on the store, the shop and Discord',
		labelNames: ['dependency'],
		registers: [registry],
	});
	// A counter that appears with its first error has no increase for it.
	for (const dependency of dependencies) dependencyErrors.inc({ dependency }, 0);
	const durations = new Map(
		Object.entries(timed).map(([what, help]) => [
			what,
			new Histogram({
				name: `claimcheck_${what}_seconds`,
				help,
				buckets: [...buckets[what as Timed]],
				registers: [registry],
			}),
		]),
	);
	const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
	const missing = gauge('claimcheck_shards_missing', 'Shards that no running process has');
	const doubled = gauge('claimcheck_shards_doubled', 'Shards that several processes have for long');
	const mixed = gauge('claimcheck_shards_mixed', '1 where the processes do not count the shards alike');
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
	return {
		registry,
		dependencyErrors,
		took: (what, ms) => durations.get(what)?.observe(ms / 1_000),
		interactions: new Counter({
			name: 'claimcheck_interactions_total',
			help: 'Interactions handled',
			labelNames: ['name', 'result'],
			registers: [registry],
		}),
		unreadableEvents: new Counter({
			name: 'claimcheck_gateway_unreadable_total',
			help: 'Gateway messages that could not be used, by event',
			labelNames: ['event'],
			registers: [registry],
		}),
		verifications: new Counter({
			name: 'claimcheck_verifications_total',
			help: 'Verifications by outcome',
			labelNames: ['outcome'],
			registers: [registry],
		}),
		grants: new Counter({
			name: 'claimcheck_grants_total',
			help: 'Tries to bring a member’s roles in line, by result',
			labelNames: ['result'],
			registers: [registry],
		}),
		rechecks: new Counter({
			name: 'claimcheck_rechecks_total',
			help: 'Checks of purchases for refunds, by the answer',
			labelNames: ['result'],
			registers: [registry],
		}),
		division(division) {
			missing.set(division.missing.length);
			doubled.set(division.doubled.length);
			mixed.set(Number(division.isMixed));
		},
		recheckLoad(load) {
			due.set(load.due);
			overdue.set(load.overdue);
			needed.set(load.neededADay);
			possible.set(load.possibleADay);
		},
	};
}
