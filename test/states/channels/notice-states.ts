import type { Notice } from '../../../src/messages/notices.js';
import { noticeContent, noticeView } from '../../../src/ui/messages/notices.js';
import { barePlace, day, many, minute, now, placeOf, reference } from '../sample.js';
import { page, pairs, type States, variants } from '../state.js';

export const noticeStates: States = (foreign) => {
	const purchase = { name: foreign.text('Aurora', 300), ending: '3a8c' };
	const roles = [foreign.text('Buyer', 100), foreign.text('Aurora', 100)];
	const serverName = foreign.text('Maren’s Support', 100);
	const where = { ...placeOf(foreign), serverName };
	const asked: Notice = { kind: 'asked', reference, purchase, mayMove: true, roles };
	const end = foreign.moment(now + 3 * day + 30 * minute);
	const renewed: Notice = { kind: 'renewed', purchase: { ...purchase, ending: '' }, end };
	const words = foreign.text('Which order number?', 300);
	const appeal = (how: 'ask' | 'refuse'): Notice => ({ kind: 'appeal', how, reference, words });
	const shown: readonly (readonly [name: string, says: string, notice: Notice])[] = [
		['asked', 'To who has the purchase', asked],
		['asked-theirs', 'The same, where only the staff move', { ...asked, mayMove: false }],
		['yours', 'To who asked for it: yes', { kind: 'yours', purchase, roles }],
		['stays', 'To who asked for it: no', { kind: 'stays', purchase }],
		['undone', 'Staff undid it, and decide again', { kind: 'undone', purchase, isOpen: true }],
		['moved', 'The staff moved it', { kind: 'lost', how: 'moved', purchase }],
		['revoked', 'Staff revoked it', { kind: 'lost', how: 'revoked', purchase }],
		['appeal-ask', 'A request without a code: staff ask again', appeal('ask')],
		['appeal-refuse', 'A request without a code: no', appeal('refuse')],
		['renewed', 'Below an answer: support was renewed', renewed],
	];
	const all: readonly Notice[] = [
		...shown.map(([, , notice]) => notice),
		{ kind: 'yours', purchase, roles: [] },
		{ kind: 'yours', purchase, roles: many(25, () => foreign.text('Buyer', 100)) },
		{ kind: 'undone', purchase, isOpen: false },
		{ kind: 'lost', how: 'unlinked', purchase },
	];
	const everywhere = pairs(all, [where, { ...barePlace, serverName }]);
	return [
		page('notice/pushed', 'As the phone pushes it', noticeContent, [asked, where]),
		...shown.map(([name, says, notice]) => page(`notice/${name}`, says, noticeView, [notice, where])),
		...variants(noticeContent, everywhere),
		...variants(noticeView, everywhere),
	];
};
