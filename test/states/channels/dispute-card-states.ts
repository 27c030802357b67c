import { decisionModal } from '../../../commands/staff/disputes.js';
import type { DisputeFacts } from '../../../src/services/moderation/dispute-cards.js';
import {
	type DisputePeople,
	disputeCardView,
	disputeContent,
} from '../../../src/ui/messages/dispute-card.js';
import type { Foreign } from '../foreign.js';
import {
	boughtAt,
	day,
	guildId,
	hash,
	many,
	minute,
	now,
	reference,
	roleIds,
	userIds,
	usernamesOf,
} from '../sample.js';
import { page, pairs, type States, variants, variantsOf } from '../state.js';

const { maya, tom, mod } = userIds;

function factsOf(foreign: Foreign): DisputeFacts {
	return {
		reference,
		hash,
		state: 'open',
		undo: undefined,
		revision: 2,
		undone: undefined,
		item: { id: 7, name: foreign.text('Aurora') },
		ending: '3a8c',
		licenseType: foreign.text('Regular'),
		purchasedAt: foreign.moment(boughtAt),
		payment: { price: foreign.amount(29), currency: foreign.text('USD'), downloaded: true },
		isLocked: false,
		isRevoked: false,
		holders: [{ userId: maya, since: foreign.moment(now - 730 * day), purchases: 4 }],
		claimantId: tom,
		guildId,
		earlier: 0,
		note: foreign.text('I lost my old account.'),
		asked: { holderId: maya, at: now - 5 * minute, answer: 'none' },
		decided: undefined,
	};
}

function otherFacts(foreign: Foreign): readonly DisputeFacts[] {
	const at = foreign.moment(now - minute);
	const facts: DisputeFacts = { ...factsOf(foreign), earlier: 3 };
	const decided = {
		by: mod,
		at,
		why: foreign.text('new account'),
		holderId: maya,
		revision: 2,
	};
	return [
		{ ...facts, isLocked: true, isRevoked: true },
		{
			...facts,
			asked: { holderId: 'deleted', at, answer: 'closed' },
			purchasedAt: undefined,
			payment: undefined,
			note: '',
		},
		{ ...facts, holders: [], asked: undefined },
		{ ...facts, holders: many(9, () => ({ userId: maya, since: at, purchases: 1 })) },
		{ ...facts, state: 'moved', decided: { ...decided, by: tom }, undo: 2 },
		{ ...facts, state: 'freed', decided },
		{ ...facts, state: 'left', decided },
		{ ...facts, state: 'left', decided: { by: mod, at, why: '' } },
		{ ...facts, undone: { by: mod, at }, asked: { holderId: maya, at, answer: 'let-go' } },
		{ ...facts, state: 'withdrawn', claimantId: 'deleted', decided: { by: 'deleted', at, why: '' } },
		{ ...facts, state: 'moved-by-owner', item: undefined, decided },
	];
}

/** Maya and Tom, as they are in the server. */
export function peopleOf(foreign: Foreign): DisputePeople {
	const names = new Map([
		[maya, foreign.text('Maya')],
		[tom, foreign.text('Tom')],
	]);
	return {
		nameOf: usernamesOf(foreign),
		factsOf: (id) => {
			const displayName = names.get(id);
			const joinedAt = foreign.moment(now - (id === tom ? 2 : 730) * day);
			return displayName === undefined ? undefined : { displayName, avatarUrl: '', joinedAt };
		},
		thumbnailUrl: foreign.address('https://cdn.example.com/aurora/thumb.png'),
	};
}

export const strangers: DisputePeople = {
	nameOf: () => undefined,
	factsOf: () => undefined,
	thumbnailUrl: undefined,
};

export const disputeCardStates: States = (foreign) => {
	const facts = factsOf(foreign);
	const people = peopleOf(foreign);
	const label = {
		itemName: foreign.text('Aurora'),
		codeEnd: '3a8c',
		holderCount: 1,
		roleIds: [roleIds.buyer],
	};
	const theirs = { holderId: maya, at: now - 5 * minute, answer: 'theirs' } as const;
	const others = otherFacts(foreign);
	return [
		page('case/pushed', 'The staff card, as it is pushed', disputeContent, [facts]),
		page('case', 'The staff card', disputeCardView, [facts, people]),
		page('case/theirs', 'The holder says that it is theirs', disputeCardView, [
			{ ...facts, asked: theirs },
			people,
		]),
		page('case/withdrawn', 'It was withdrawn', disputeCardView, [{ ...facts, state: 'withdrawn' }, people]),
		page('case/form', 'The form of *Move to Tom*', decisionModal, ['move', facts, label]),
		page('case/ruled', 'Decided', disputeCardView, [
			{
				...facts,
				state: 'moved',
				decided: { by: mod, at: now - minute, why: 'new account', holderId: maya },
			},
			people,
		]),
		page('case/let-go', 'The holder has let it go', disputeCardView, [
			{ ...facts, state: 'moved', decided: { by: maya, at: now - minute, why: '', holderId: maya } },
			people,
		]),
		page('case/leave-form', undefined, decisionModal, ['leave', facts, label]),
		...variantsOf(disputeContent, others),
		...variants(disputeCardView, pairs(others, [people, strangers])),
	];
};
