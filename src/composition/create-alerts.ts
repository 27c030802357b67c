import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import { type AlertBoard, Alerts } from '../notifications/alerts.js';
import { createOperatorReport } from '../reporting/operator-report.js';
import { memoryRows } from '../storage/memory-rows.js';
import type { Store } from '../storage/store.js';

/** Alerts to staff, and the operators' report, which raises them. */
export function createAlerts(parts: {
	readonly store: Store;
	/** The number of members waiting for the shop to check their code. */
	readonly waitingForShop: () => number;
	readonly logger: Logger;
	readonly clock: Clock;
}) {
	const alerts = new Alerts(parts);
	// Alerts about the store can't be kept in it.
	const storeAlerts = new Alerts({ ...parts, store: memoryRows() });
	return {
		alerts,
		report: createOperatorReport({ ...parts, alerts, storeAlerts }),
		/** Shows alerts from now on, and those raised before. Never rejects. */
		async start(board: AlertBoard): Promise<void> {
			await Promise.all([alerts.start(board), storeAlerts.start(board)]);
		},
	};
}
