import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** What the bot counts, for Prometheus. No label ever holds a member, a code or anything else without a bound. */
export interface Metrics {
	readonly registry: Registry;
	/** `name` is a command or a kind of component; `result` how it ended. */
	readonly interactions: Counter<'name' | 'result'>;
	/** By the kind of outcome. */
	readonly verifications: Counter<'outcome'>;
	/** Tries to bring a member's roles in line, by the kind of result. */
	readonly grants: Counter<'result'>;
}

export function createMetrics(readings: {
	/** Members that wait for their roles. */
	readonly waitingGrants: () => number;
}): Metrics {
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
	return {
		registry,
		interactions: new Counter({
			name: 'claimcheck_interactions_total',
			help: 'Interactions handled',
			labelNames: ['name', 'result'],
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
	};
}
