import type { Clock } from '../base/clock.js';
import { StoreRefusedError, StoreUnavailableError } from '../base/errors.js';
import type { Logger } from '../base/logger.js';
import { PeriodicTask } from '../base/time/periodic-task.js';
import type { WrongConfiguration } from '../base/wrong-configuration.js';
import { refuseNewerFormat } from '../claims/format.js';
import { noteOfSecret } from '../claims/secret-guard.js';
import type { DependencyState, DependencyStates } from '../dependencies/dependency-states.js';
import type { Store } from '../storage/store.js';

const everyMs = 5_000;

/**
 * Watches what others do with the store while this process runs. If a newer version has changed its format, or
 * CLAIM_SECRET was changed, this process must end. If the store was emptied, it must give nothing away: without its
 * claims every code would count as new.
 */
export function createStoreWatch(parts: {
	readonly store: Pick<Store, 'get'>;
	/** Check value of this process's secret. */
	readonly check: string;
	readonly states: Pick<DependencyStates, 'failed' | 'worked' | 'of'>;
	readonly report: {
		outage(dependency: 'database', outage: Exclude<DependencyState, { status: 'up' }>): void;
	};
	readonly wrong: Pick<WrongConfiguration, 'report'>;
	readonly logger: Pick<Logger, 'warn'>;
	readonly clock: Pick<Clock, 'delay'>;
}) {
	const { store, check, states, report, wrong, logger, clock } = parts;
	const look = async (): Promise<void> => {
		await refuseNewerFormat(store);
		const note = await noteOfSecret(store, check);
		if (note !== undefined) return states.worked('database', 'contents');
		states.failed('database', 'contents', 'it was emptied while the bot was running: restore a backup');
		const state = states.of('database');
		// Without a delay: unlike other outages, this one doesn't end by itself.
		if (state.status !== 'up') report.outage('database', state);
	};
	const work = async (): Promise<void> => {
		try {
			await look();
		} catch (error) {
			if (error instanceof StoreRefusedError) wrong.report(error);
			// The store logs its own outages.
			else if (!(error instanceof StoreUnavailableError)) throw error;
		}
	};
	return new PeriodicTask({ name: 'looking at the database', everyMs, work, logger, clock });
}
