import {
	disputeHinderedView,
	disputeModal,
	disputeNotedView,
	disputeOpenView,
} from '../../../commands/purchases/dispute.js';
import type { Translator } from '../../../src/i18n/translator.js';
import { notice } from '../../../src/ui/page.js';
import { barePlace, minute, now, placeOf, reference } from '../sample.js';
import { page, type States, variants } from '../state.js';

const answer = (t: Translator, key: 'dispute.withdrawn' | 'move.done') => notice(t(key));

export const disputeStates: States = (foreign) => {
	const place = placeOf(foreign);
	const at = foreign.moment(now - minute);
	return [
		page('dispute/form', 'The form of *This is my purchase*', disputeModal, [reference]),
		page('dispute/open', 'Staff will decide', disputeOpenView, [{ reference, at, hasChannel: true }, place]),
		page('dispute/open-by-hand', 'Without an audit channel', disputeOpenView, [
			{ reference, at, hasChannel: false },
			place,
		]),
		page('dispute/withdrawn', 'Withdrawn', answer, ['dispute.withdrawn']),
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

export const letGoStates: States = (foreign) => [
	page('dispute/noted', 'The other account answered', disputeNotedView, [
		{ item: { id: 17, name: foreign.text('Aurora') }, ending: '3a8c' },
		foreign.text('Maren’s Support'),
	]),
	page('let-go/done', 'Let go', answer, ['move.done']),
];
