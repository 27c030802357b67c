import { PeriodicTask } from '../base/time/periodic-task.js';
import { SeatOfferRows } from '../purchases/seat-offers.js';
import { Seats, type SeatsParts } from '../purchases/seats.js';
import type { ListedStore } from '../storage/update.js';
import type { ServiceDependencies } from './service-dependencies.js';

/** Seats that members give each other, and the task that notifies receivers after a kill. Nothing is started yet. */
export function createSeats(
	parts: Omit<SeatsParts, 'offers'> &
		Pick<ServiceDependencies, 'logger' | 'clock'> & { readonly store: ListedStore },
) {
	const { store, logger, clock } = parts;
	const seats = new Seats({ ...parts, offers: new SeatOfferRows(store) });
	const notifying = new PeriodicTask({
		name: 'offers of seats without a notice',
		everyMs: 60_000,
		work: () => seats.sendPendingNotices(),
		logger,
		clock,
	});
	return { seats, notifying };
}
