import type { DisputeFacts } from '../../src/moderation/disputes/dispute-facts.js';
import {
	type DisputePeople,
	decisionModal,
	disputeCardView,
	disputeContent,
	disputeHistoryView,
	disputeReminderView,
	ruledView,
} from '../../src/views/channels/dispute-card-view.js';
import { moveMine } from '../../src/views/custom-ids/dispute-ids.js';
import {
	disputeHinderedView,
	disputeModal,
	disputeNotedView,
	disputeOpenView,
	disputeStartView,
	disputeWithdrawnView,
	movedHereView,
	moveYourselfView,
} from '../../src/views/purchases/dispute-view.js';
import { movedView, moveModal, moveRefusedView, moveSureView } from '../../src/views/purchases/move-view.js';
import { caseOf } from '../views/moderation/moderation-views.js';
import { aurora, boughtAt, day, guildId, hash, minute, now, place, reference, userIds } from './sample.js';
import type { Surface } from './state.js';

const purchase = { name: 'Aurora', ending: '3a8c' };
const again = moveMine.encode(guildId, reference.replace('-', ''));
const roles = ['Buyer', 'Aurora'];

const facts: DisputeFacts = {
	reference,
	state: 'open',
	item: { id: 7, name: 'Aurora' },
	ending: '3a8c',
	licenseType: 'Regular',
	purchasedAt: boughtAt,
	isLocked: false,
	isRevoked: false,
	holders: [{ userId: userIds.maya, since: now - 730 * day, purchases: 4 }],
	claimantId: userIds.tom,
	guildId,
	earlier: 0,
	note: 'I lost my old account.',
	asked: { holderId: userIds.maya, at: now - 5 * minute, answer: 'none' },
	decided: undefined,
};
const people: DisputePeople = {
	nameOf: (id) => (id === userIds.maya ? 'Maya' : 'Tom'),
	joinedAt: now - 2 * day,
	createdAt: now - 30 * day,
	thumbnailUrl: aurora.thumbnailUrl,
};
const { file } = caseOf('Aurora', { hash });

export const disputeSurface: Surface = {
	title: 'Two accounts, one purchase',
	states: [
		{
			name: 'dispute/start',
			says: '*This is my purchase*',
			show: (t) => disputeStartView(t, { reference, purchase, mayMove: true }),
		},
		{
			name: 'dispute/start-staff',
			says: 'The same, where only the staff move',
			show: (t) => disputeStartView(t, { reference, purchase, mayMove: false }),
		},
		{
			name: 'dispute/move-yourself',
			says: '*Move it here*',
			show: (t) => moveYourselfView(t, { reference, purchase }),
		},
		{ name: 'dispute/form', says: 'The form of *Ask the staff*', form: (t) => disputeModal(t, reference) },
		{
			name: 'dispute/open',
			says: 'The staff decide',
			show: (t) => disputeOpenView(t, { reference, at: now - minute, hasChannel: true }, place),
		},
		{
			name: 'dispute/open-by-hand',
			says: 'Without an audit channel',
			show: (t) => disputeOpenView(t, { reference, at: now - minute, hasChannel: false }, place),
		},
		{ name: 'dispute/withdrawn', says: 'Withdrawn', show: disputeWithdrawnView },
		{
			name: 'dispute/too-many',
			says: 'Too many at once',
			show: (t) => disputeHinderedView(t, 'too-many', place),
		},
		{ name: 'case/pushed', says: 'The staff card, as it is pushed', show: (t) => disputeContent(t, facts) },
		{ name: 'case', says: 'The staff card', show: (t) => disputeCardView(t, facts, people) },
		{
			name: 'case/theirs',
			says: 'The holder says that it is theirs',
			show: (t) =>
				disputeCardView(
					t,
					{ ...facts, asked: { holderId: userIds.maya, at: now - 5 * minute, answer: 'theirs' } },
					people,
				),
		},
		{
			name: 'case/withdrawn',
			says: 'It was withdrawn',
			show: (t) => disputeCardView(t, { ...facts, state: 'withdrawn' }, people),
		},
		{ name: 'case/undecided', says: 'After three days', show: (t) => disputeReminderView(t, reference) },
		{
			name: 'case/form',
			says: 'The form of *Move to Tom*',
			form: (t) => decisionModal(t, 'move', reference),
		},
		{ name: 'case/ruled', says: 'Decided', show: (t) => ruledView(t, 'done') },
		{ name: 'case/own', says: 'One’s own case', show: (t) => ruledView(t, 'own-case') },
		{ name: 'case/history', says: 'Its history', show: (t) => disputeHistoryView(t, file, reference) },
		{ name: 'dispute/noted', says: 'The other account keeps it', show: disputeNotedView },
		{ name: 'move/form', says: 'The form of *Move*', form: (t) => moveModal(t, again) },
		{
			name: 'move/sure',
			says: 'Before moving',
			show: (t) => moveSureView(t, { reference, purchase, roles }, guildId),
		},
		{ name: 'move/done', says: 'Moved', show: (t) => movedView(t, 'moved', false) },
		{ name: 'move/kept', says: 'Not moved', show: (t) => movedView(t, 'kept', false) },
		{
			name: 'move/wrong',
			says: 'Another reference',
			show: (t) => moveRefusedView(t, 'wrong-reference', place, again),
		},
		{
			name: 'move/not-allowed',
			says: 'Only the staff move here',
			show: (t) => moveRefusedView(t, 'not-allowed', place),
		},
		{
			name: 'move/here',
			says: 'On the account that it came to',
			show: (t) => movedHereView(t, { purchase, roles }),
		},
	],
};
