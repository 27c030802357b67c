import type { Notice } from '../../../src/messages/notices.js';
import { noticeContent, noticeView } from '../../../src/ui/messages/notices.js';
import { barePlace, day, many, minute, now, placeOf, reference } from '../sample.js';
import { page, type States, variants } from '../state.js';

export const noticeStates: States = (foreign) => {
	const purchase = { name: foreign.text('Aurora', 300), ending: '3a8c' };
	const roles = [foreign.text('Buyer', 100), foreign.text('Aurora', 100)];
	const serverName = foreign.text('Maren’s Support', 100);
	const where = { ...placeOf(foreign), serverName };
	const asked: Notice = { kind: 'asked', reference, purchase, mayMove: true, roles };
	const end = foreign.moment(now + 3 * day + 30 * minute);
	const renewed: Notice = { kind: 'renewed', purchase: { ...purchase, ending: '' }, end };
	const notice = (name: string, says: string, of: Notice) =>
		page(`notice/${name}`, says, noticeView, [of, where]);
	const words = foreign.text('Which order number?', 300);
	const appeal = (how: 'ask' | 'refuse'): Notice => ({ kind: 'appeal', how, reference, words });
	const all: readonly Notice[] = [
		appeal('ask'),
		appeal('refuse'),
		asked,
		{ ...asked, mayMove: false },
		{ kind: 'yours', purchase, roles: [] },
		{ kind: 'yours', purchase, roles: many(25, () => foreign.text('Buyer', 100)) },
		{ kind: 'stays', purchase },
		{ kind: 'undone', purchase, isOpen: false },
		renewed,
		...(['moved', 'unlinked', 'revoked'] as const).map((how): Notice => ({ kind: 'lost', how, purchase })),
	];
	const everywhere = all.flatMap((each) =>
		[where, { ...barePlace, serverName }].map((place) => [each, place] as const),
	);
	return [
		page('notice/pushed', 'As the phone pushes it', noticeContent, [asked, where]),
		notice('asked', 'To who has the purchase', asked),
		notice('asked-theirs', 'The same, where only the staff move', { ...asked, mayMove: false }),
		notice('yours', 'To who asked for it: yes', { kind: 'yours', purchase, roles }),
		notice('stays', 'To who asked for it: no', { kind: 'stays', purchase }),
		notice('undone', 'Staff undid it, and decide again', { kind: 'undone', purchase, isOpen: true }),
		notice('moved', 'The staff moved it', { kind: 'lost', how: 'moved', purchase }),
		notice('revoked', 'Staff revoked it', { kind: 'lost', how: 'revoked', purchase }),
		notice('appeal-ask', 'A request without a code: staff ask again', appeal('ask')),
		notice('appeal-refuse', 'A request without a code: no', appeal('refuse')),
		notice('renewed', 'Below an answer: support was renewed', renewed),
		...variants(noticeContent, everywhere),
		...variants(noticeView, everywhere),
	];
};
