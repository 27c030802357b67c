import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import { PeriodicTask } from '../base/time/periodic-task.js';
import type { Dependency, DependencyState, DependencyStates } from './dependency-states.js';

const lookEveryMs = 60_000;

/** Minimum duration of an outage before people are alerted. Shorter ones end before a person could act. */
const alertAfterMs = {
	/** Members can't verify, and the bot's retries don't help. */
	database: 5 * 60_000,
	shop: 20 * 60_000,
} as const satisfies Partial<Record<Dependency, number>>;

type AlertedDependency = keyof typeof alertAfterMs;

interface OutageReport {
	/** Called every minute while a long outage lasts. */
	outage(dependency: AlertedDependency, outage: Exclude<DependencyState, { status: 'up' }>): void;
	/** Called every minute while there is none. */
	outageOver(dependency: AlertedDependency): void;
}

export interface OutageAlertsParts {
	readonly states: Pick<DependencyStates, 'of'>;
	readonly report: OutageReport;
	readonly logger: Pick<Logger, 'warn'>;
	readonly clock: Clock;
}

/** Reports long outages, except Discord's: the report could not be read there. */
export class OutageAlerts {
	readonly #parts: OutageAlertsParts;
	readonly #task: PeriodicTask;

	constructor(parts: OutageAlertsParts) {
		const { logger, clock } = parts;
		this.#parts = parts;
		const work = async () => this.look();
		this.#task = new PeriodicTask({ name: 'outage alerts', everyMs: lookEveryMs, work, logger, clock });
	}

	start(): void {
		this.#task.start();
	}

	async stop(): Promise<void> {
		await this.#task.stop();
	}

	look(): void {
		const { states, report, clock } = this.#parts;
		for (const dependency of ['database', 'shop'] as const) {
			const state = states.of(dependency);
			// A refused key has its own alert.
			const isOther = dependency === 'shop' && state.status === 'degraded';
			if (state.status === 'up' || isOther) report.outageOver(dependency);
			else if (clock.now() - state.since >= alertAfterMs[dependency]) report.outage(dependency, state);
		}
	}
}
