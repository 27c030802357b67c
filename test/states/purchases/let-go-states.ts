import type { LettingGoHindrance } from '../../../src/moderation/disputes/letting-go.js';
import {
	disputeNotedView,
	letGoRefusedView,
	letGoSureView,
	letGoView,
} from '../../../src/views/purchases/dispute-view.js';
import { barePlace, guildId, many, placeOf, reference } from '../sample.js';
import { page, type States, variants } from '../state.js';

const hindrances: readonly LettingGoHindrance[] = [
	'not-yours',
	'locked',
	'already-held',
	'disputed',
	'moved-lately',
	'discord-silent',
];

export const letGoStates: States = (foreign) => {
	const place = placeOf(foreign);
	const purchase = { name: foreign.text('Aurora'), ending: '3a8c' };
	const roles = [foreign.text('Buyer', 100), foreign.text('Aurora', 100)];
	const otherRoles = [[], many(25, () => foreign.text('Buyer', 100))];
	return [
		page('dispute/noted', 'The other account keeps it', disputeNotedView, []),
		page('let-go/sure', 'Before letting it go', letGoSureView, [{ purchase, roles }, guildId, reference]),
		page('let-go/done', 'Let go', letGoView, []),
		page('let-go/moved-lately', 'Moved lately', letGoRefusedView, ['moved-lately', place]),
		...variants(
			letGoSureView,
			otherRoles.map((each) => [{ purchase, roles: each }, guildId, reference]),
		),
		...variants(
			letGoRefusedView,
			hindrances.flatMap((kind) => [barePlace, place].map((each) => [kind, each] as const)),
		),
	];
};
