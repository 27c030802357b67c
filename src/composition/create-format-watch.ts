import type { Clock } from '../base/clock.js';
import { StoreRefusedError, StoreUnavailableError } from '../base/errors.js';
import type { Logger } from '../base/logger.js';
import { PeriodicTask } from '../base/time/periodic-task.js';
import type { WrongConfiguration } from '../base/wrong-configuration.js';
import { refuseNewerFormat } from '../claims/format.js';
import type { Store } from '../storage/store.js';

const everyMs = 5_000;

/** Reports that a newer version has changed the store's format while this process runs, which must then end. */
export function createFormatWatch(parts: {
	readonly store: Pick<Store, 'get'>;
	readonly wrong: Pick<WrongConfiguration, 'report'>;
	readonly logger: Pick<Logger, 'warn'>;
	readonly clock: Pick<Clock, 'delay'>;
}) {
	const { store, wrong, logger, clock } = parts;
	const work = async (): Promise<void> => {
		try {
			await refuseNewerFormat(store);
		} catch (error) {
			if (error instanceof StoreRefusedError) wrong.report(error);
			// The store logs its own outages.
			else if (!(error instanceof StoreUnavailableError)) throw error;
		}
	};
	return new PeriodicTask({ name: 'looking at the format', everyMs, work, logger, clock });
}
