import { appealDecisionModal } from '../../../commands/staff/appeals.js';
import {
	appealForm,
	appealHinderedView,
	appealSentView,
	appealView,
} from '../../../commands/verify/appeal.js';
import type { AppealFacts } from '../../../src/services/moderation/appeal-cards.js';
import { appealCardView } from '../../../src/ui/messages/appeal-card.js';
import { peopleOf, strangers } from '../channels/dispute-card-states.js';
import type { Foreign } from '../foreign.js';
import { barePlace, guildId, minute, now, placeOf, reference, userIds } from '../sample.js';
import { page, type States, variants } from '../state.js';

const { tom, mod } = userIds;

/** The views of a member who can't find their code. */
export const appealStates: States = (foreign) => {
	const place = placeOf(foreign);
	const withPictures = { ...place, links: { ...place.links, pictures: true } };
	return [
		page('appeal/how', '*I can’t find my code*', appealView, [withPictures]),
		page('appeal/form', 'The form of *Write to staff*', appealForm, [guildId, '0', true]),
		page('appeal/sent', 'Sent', appealSentView, [{ reference, dropped: 0 }]),
		page('appeal/dropped', 'One of the files was no image', appealSentView, [{ reference, dropped: 1 }]),
		page('appeal/open', 'A second one', appealHinderedView, ['open', place]),
		page('appeal/too-many', 'Too many', appealHinderedView, ['too-many', place]),
		page('appeal/no-channel', 'Without an audit channel', appealHinderedView, ['no-channel', place]),
		...variants(appealView, [[place], [barePlace, reference]]),
		...variants(appealForm, [[guildId, reference, false]]),
		...variants(appealHinderedView, [
			['server-full', place],
			['server-full', barePlace],
			['too-many', barePlace],
			['no-channel', barePlace],
			['not-a-member', place],
		]),
	];
};

function factsOf(foreign: Foreign): AppealFacts {
	return {
		...{ reference, userId: tom, guildId, state: 'open', earlier: 0, decided: undefined, pictures: 2 },
		at: foreign.moment(now - minute),
		note: foreign.text('I bought Aurora in May. Order 4711.'),
	};
}

/** The same request as staff see it. */
export const appealCardStates: States = (foreign) => {
	const facts = factsOf(foreign);
	const people = peopleOf(foreign);
	const decided = { by: mod, at: foreign.moment(now - minute), why: foreign.text('Which order number?') };
	const files = ['1.png', '2.webp'];
	const open = page('appeal-card/open', 'The staff card, with images as spoilers', appealCardView, [
		...([facts, people, files] as const),
	]);
	const uploaded = files.map((name) => ({ name, attachment: Buffer.from('') }));
	return [
		{ ...open, show: (t) => ({ ...open.show(t), files: uploaded }) },
		page('appeal-card/give', 'The form of *Give an item*', appealDecisionModal, ['give', reference, tom]),
		page('appeal-card/ask', 'The form of *Ask again*', appealDecisionModal, ['ask', reference, tom]),
		page('appeal-card/asked', 'Asked again', appealCardView, [
			{ ...facts, state: 'asked', decided },
			people,
			files,
		]),
		...variants(appealDecisionModal, [['refuse', reference, tom]]),
		...variants(appealCardView, [
			[{ ...facts, earlier: 2, note: '' }, strangers, []],
			[{ ...facts, decided: { ...decided, why: '' } }, people, []],
			[{ ...facts, state: 'given', decided: { ...decided, by: tom } }, people, []],
			[{ ...facts, state: 'refused', decided: { ...decided, why: '' } }, people, []],
			[{ ...facts, state: 'answered', decided }, strangers, []],
			[{ ...facts, state: 'withdrawn', userId: 'deleted', pictures: 0, note: '' }, strangers, []],
		]),
	];
};
