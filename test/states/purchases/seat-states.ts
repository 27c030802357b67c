import type { Claim } from '../../../src/claims/claim.js';
import type { SeatsOverview } from '../../../src/claims/given-seats.js';
import type { SeatRefusal } from '../../../src/purchases/seats.js';
import {
	seatAcceptedView,
	seatNote,
	seatRefusedView,
	seatsView,
	takeBackView,
} from '../../../src/views/purchases/seats-view.js';
import { barePlace, day, hash, many, minute, now, placeOf } from '../sample.js';
import { page, type States, variants } from '../state.js';

const id = 'AbCdEfGhIjKlMnOpQrSt12';
const member = (at: number) => `2000000000000${String(at).padStart(5, '0')}`;

export const seatStates: States = (foreign) => {
	const place = placeOf(foreign);
	const itemName = foreign.text('Aurora', 300);
	const nameOf = () => foreign.text('maya', 32);
	const overview = (given: number, offered: number, seats: number): SeatsOverview => ({
		kind: 'seats',
		hash,
		itemName,
		seats,
		taken: given + 1,
		// The fields that the view reads.
		given: many(given, (at) => ({ holderId: member(at), claimedAt: now - 30 * day }) as Claim),
		offers: many(offered, (at) => {
			return { id, by: member(999), to: member(500 + at), at: now, until: now + 6 * day };
		}),
	});
	const context = { at: 0, nameOf, now };
	const kinds = [
		'not-yours',
		'not-first',
		'locked',
		'revoked',
		'already-held',
		'no-free-seat',
		'gone',
	] as const;
	const others = ['not-home', 'disputed', 'self', 'bot', 'absent', 'discord-silent'] as const;
	const limits = ['changed-lately', 'too-many'] as const;
	const refusals: readonly SeatRefusal[] = [
		...[...kinds, ...others].map((kind) => ({ kind })),
		...limits.map((kind) => ({ kind, retryAt: now + 6 * day })),
	];
	const shown = [overview(0, 0, 5), overview(1, 1, 5), overview(30, 2, 50), overview(2, 0, 3)];
	const answer = { id, isDirect: false };
	return [
		page('seats', 'The seats of one’s own purchase', seatsView, [overview(1, 1, 5), context], { most: 10 }),
		page('seats/many', 'More than three were given', seatsView, [overview(6, 1, 10), context]),
		page('seats/ask', 'Before a seat is taken back', takeBackView, [overview(1, 1, 5), member(0), nameOf]),
		page('seats/accepted', 'To who accepted a seat', seatAcceptedView, [
			{ kind: 'accepted', itemName },
			place,
			answer,
		]),
		page('seats/refused', 'All seats are taken', seatAcceptedView, [
			{ kind: 'no-free-seat' },
			place,
			{ id, isDirect: true },
		]),
		page('seats/limit', 'Seats were taken back too often', seatRefusedView, [
			{ kind: 'changed-lately', retryAt: now + 6 * day + 60 * minute },
			place,
		]),
		...variants(seatsView, [
			...shown.flatMap((each) => [0, 1, 99].map((at) => [each, { ...context, at }] as const)),
			...(['offered', 'taken-back', 'withdrawn'] as const).map(
				(kind) => (t: Parameters<typeof seatNote>[0]) =>
					[shown[1] as SeatsOverview, { ...context, note: seatNote(t, kind, member(0), nameOf) }] as const,
			),
			[shown[1] as SeatsOverview, { ...context, nameOf: () => undefined }],
		]),
		...variants(
			takeBackView,
			[member(0), member(500), member(77)].map((userId) => [overview(1, 1, 5), userId, nameOf] as const),
		),
		...variants(seatAcceptedView, [
			[{ kind: 'accepted', itemName }, barePlace, { id, isDirect: true }],
			...refusals.flatMap((each) =>
				[place, barePlace].map((where) => [each, where, { id, isDirect: false }] as const),
			),
		]),
		...variants(
			seatRefusedView,
			refusals.flatMap((each) => [place, barePlace].map((where) => [each, where] as const)),
		),
	];
};
