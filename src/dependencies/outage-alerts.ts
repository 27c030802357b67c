import type { Clock } from '../base/clock.js';
import type { Dependency, DependencyState, DependencyStates } from './dependency-states.js';

/** Minimum duration of an outage before people are alerted. Shorter ones end before a person could act. */
const alertAfterMs = {
	/** Members can't verify, and the bot's retries don't help. */
	database: 5 * 60_000,
	shop: 20 * 60_000,
} as const satisfies Partial<Record<Dependency, number>>;

type AlertedDependency = keyof typeof alertAfterMs;

interface OutageReport {
	outage(dependency: AlertedDependency, outage: Exclude<DependencyState, { status: 'up' }>): void;
	outageOver(dependency: AlertedDependency): void;
}

/**
 * Reports long outages, and each dependency that has none. Call it every minute. Leaves out Discord's: the report could
 * not be read there.
 */
export function reportOutages(
	states: Pick<DependencyStates, 'of'>,
	report: OutageReport,
	clock: Pick<Clock, 'now'>,
): void {
	for (const dependency of ['database', 'shop'] as const) {
		const state = states.of(dependency);
		// A refused key has its own alert.
		const isOther = dependency === 'shop' && state.status === 'degraded';
		if (state.status === 'up' || isOther) report.outageOver(dependency);
		else if (clock.now() - state.since >= alertAfterMs[dependency]) report.outage(dependency, state);
	}
}
