import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Durations, Measures, Timed } from '../base/measures.js';
import { dependencies } from '../dependencies/dependency-states.js';
import type { Division } from '../sharding/process-heartbeats.js';
import { followReadings, type Readings } from './readings.js';

/** Bucket bounds of the histograms in seconds, around usual and excessive durations. */
const buckets = {
	acknowledgement: [0.01, 0.05, 0.25, 1, 3],
	answer: [0.1, 0.5, 1, 3, 10, 60],
	shop: [0.1, 0.5, 1, 2.5, 10, 60],
	discord: [0.05, 0.1, 0.25, 1, 5],
	store: [0.001, 0.005, 0.02, 0.1, 0.5, 5],
} as const;

const timed: Readonly<Record<Timed, string>> = {
	acknowledgement: 'From an interaction’s arrival until Discord has the acknowledgement',
	answer: 'From an interaction’s arrival until it has been handled',
	shop: 'Calls to the shop, with their retries',
	discord: 'Requests to Discord',
	store: 'Reads and writes of the store',
};

/** Everything that is measured, for Prometheus. */
export interface Metrics extends Measures {
	readonly registry: Pick<Registry, 'metrics'>;
	/** Adds gauges for these readings, evaluated at each scrape. */
	follow(readings: Readings): void;
	division(division: Division): void;
}

export function createMetrics(): Metrics & { readonly registry: Registry } {
	const registry = new Registry();
	collectDefaultMetrics({ register: registry });
	const dependencyErrors = new Counter({
		name: 'claimcheck_dependency_errors_total',
		help: 'Failed operations on the store, the shop and Discord',
		labelNames: ['dependency'],
		registers: [registry],
	});
	// Prometheus sees no increase in a counter that first appears with its first error.
	for (const dependency of dependencies) dependencyErrors.inc({ dependency }, 0);
	const duration = (what: Timed): Durations => {
		const name = `claimcheck_${what}_seconds`;
		const registers = [registry];
		const histogram = new Histogram({ name, help: timed[what], buckets: [...buckets[what]], registers });
		return { observe: (ms) => histogram.observe(ms / 1_000) };
	};
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
		follow(readings) {
			followReadings(registry, readings);
		},
		dependencyErrors,
		durations: {
			acknowledgement: duration('acknowledgement'),
			answer: duration('answer'),
			shop: duration('shop'),
			discord: duration('discord'),
			store: duration('store'),
		},
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
