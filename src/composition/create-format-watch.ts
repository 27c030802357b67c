import type { Clock } from '../base/clock.js';
import { StoreRefusedError, StoreUnavailableError } from '../base/errors.js';
import type { Logger } from '../base/logger.js';
import { PeriodicTask } from '../base/time/periodic-task.js';
import { refuseNewerFormat } from '../claims/format.js';
import type { Store } from '../storage/store.js';

const everyMs = 5_000;

/** Reports a newer version that has changed the format of the store while this process runs: it must end. */
export function createFormatWatch(parts: {
	readonly store: Pick<Store, 'get'>;
	readonly onNewer: (error: StoreRefusedError) => void;
	readonly logger: Pick<Logger, 'warn'>;
	readonly delay: Clock['delay'];
}) {
	const { store, onNewer, logger, delay } = parts;
	const work = async (): Promise<void> => {
		try {
			await refuseNewerFormat(store);
		} catch (error) {
			if (error instanceof StoreRefusedError) onNewer(error);
			// The state of the store is logged where it changes.
			else if (!(error instanceof StoreUnavailableError)) throw error;
		}
	};
	return new PeriodicTask({ name: 'looking at the format', everyMs, work, logger, delay });
}
