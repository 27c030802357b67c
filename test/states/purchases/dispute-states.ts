import {
	disputeHinderedView,
	disputeModal,
	disputeOpenView,
	disputeStartView,
	disputeWithdrawnView,
	moveYourselfView,
} from '../../../src/views/purchases/dispute-view.js';
import { barePlace, minute, now, placeOf, reference } from '../sample.js';
import { formPage, page, type States, variants } from '../state.js';

export const disputeStates: States = (foreign) => {
	const place = placeOf(foreign);
	const purchase = { name: foreign.text('Aurora'), ending: '3a8c' };
	const at = foreign.moment(now - minute);
	return [
		page('dispute/start', '*This is my purchase*', disputeStartView, [
			{ reference, purchase, mayMove: true },
		]),
		page('dispute/start-staff', 'The same, where only the staff move', disputeStartView, [
			{ reference, purchase, mayMove: false },
		]),
		page('dispute/move-yourself', '*Move it here*', moveYourselfView, [{ reference, purchase }]),
		formPage('dispute/form', 'The form of *Ask staff*', disputeModal, [reference]),
		page('dispute/open', 'Staff will decide', disputeOpenView, [{ reference, at, hasChannel: true }, place]),
		page('dispute/open-by-hand', 'Without an audit channel', disputeOpenView, [
			{ reference, at, hasChannel: false },
			place,
		]),
		page('dispute/withdrawn', 'Withdrawn', disputeWithdrawnView, []),
		page('dispute/too-many', 'Too many at once', disputeHinderedView, ['too-many', place]),
		...variants(
			disputeOpenView,
			[true, false].map((hasChannel) => [{ reference, at, hasChannel }, barePlace]),
		),
		...variants(disputeHinderedView, [
			['too-many', barePlace],
			['server-full', barePlace],
			['server-full', place],
		]),
	];
};
