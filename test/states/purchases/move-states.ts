import type { LettingGoHindrance } from '../../../src/moderation/disputes/letting-go.js';
import { moveMine, sendMoveMine } from '../../../src/views/custom-ids/dispute-ids.js';
import { disputeNotedView, movedHereView } from '../../../src/views/purchases/dispute-view.js';
import {
	letGoSureView,
	movedView,
	moveModal,
	moveRefusedView,
	moveSureView,
} from '../../../src/views/purchases/move-view.js';
import { barePlace, guildId, many, placeOf, reference } from '../sample.js';
import { formPage, page, type States, variants } from '../state.js';

const hindrances: readonly LettingGoHindrance[] = [
	'not-allowed',
	'not-yours',
	'locked',
	'already-held',
	'disputed',
	'moved-lately',
	'wrong-reference',
	'discord-silent',
];
const mine = [guildId, reference.replace('-', '')] as const;
const again = moveMine.encode(...mine);

export const moveStates: States = (foreign) => {
	const place = placeOf(foreign);
	const purchase = { name: foreign.text('Aurora'), ending: '3a8c' };
	const roles = [foreign.text('Buyer', 100), foreign.text('Aurora', 100)];
	const otherRoles = [[], many(25, () => foreign.text('Buyer', 100))];
	return [
		page('dispute/noted', 'The other account keeps it', disputeNotedView, []),
		formPage('move/form', 'The form of *Move*', moveModal, [sendMoveMine.encode(...mine)]),
		page('move/sure', 'Before moving', moveSureView, [{ reference, purchase, roles }, guildId]),
		page('move/let-go', 'Before letting it go', letGoSureView, [{ purchase, roles }, guildId, reference]),
		page('move/done', 'Moved', movedView, ['moved', false]),
		page('move/kept', 'Not moved', movedView, ['kept', false]),
		page('move/wrong', 'Another reference', moveRefusedView, ['wrong-reference', place, again]),
		page('move/not-allowed', 'Only staff move here', moveRefusedView, ['not-allowed', place]),
		page('move/here', 'On the account that it came to', movedHereView, [{ purchase, roles }]),
		...variants(
			moveSureView,
			otherRoles.map((each) => [{ reference, purchase, roles: each }, guildId]),
		),
		...variants(
			letGoSureView,
			otherRoles.map((each) => [{ purchase, roles: each }, guildId, reference]),
		),
		...variants(
			movedHereView,
			otherRoles.map((each) => [{ purchase, roles: each }]),
		),
		...variants(movedView, [
			['moved', true],
			['kept', true],
		]),
		...variants(
			moveRefusedView,
			hindrances.flatMap((kind) =>
				[barePlace, place].flatMap((each) => [
					[kind, each],
					[kind, each, again],
				]),
			),
		),
	];
};
