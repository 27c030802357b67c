import { hasRole, lacksRole, namesNobody, toldInUse, toldVerified } from '../../story/expectations.js';
import { shortened } from '../../story/words-of.js';
import type { GuidedStory } from '../guide/guided-story.js';
import { answer, hasAnswer, now, soon } from '../guide/step-checks.js';

export const friend: GuidedStory = {
	id: 'friend',
	title: 'The same code, from a friend',
	lesson: 'One code is one member’s: whoever has it second gets nothing, and doesn’t learn who was first.',
	begin(troupe) {
		const [maya, tom] = [troupe.actor('buyer'), troupe.actor('friend')];
		const buyerRoleId = troupe.stage.roles.buyer.id;
		const code = troupe.buy(20114);
		const copies = [{ label: 'Maya’s code', text: code }];
		const views = [
			{ alias: 'buyer', channel: 'verify' },
			{ alias: 'friend', channel: 'verify' },
		] as const;
		const shown = `code:${shortened(code)}`;
		return [
			{
				todo: 'Maya verifies her purchase: in her frame, type /verify and paste her code.',
				views,
				copies,
				isTried: hasAnswer(maya),
				checks: [
					answer(maya, toldVerified('Maya is told that her purchase is verified')),
					soon(maya, hasRole('Maya gets the buyer role', buyerRoleId)),
				],
				play: (hands) => hands.types(maya, 'verify', { code }, shown),
			},
			{
				todo: 'Maya sends her code to Tom, who would like to be a buyer too. In his frame, type /verify and paste the same code.',
				views,
				copies,
				isTried: hasAnswer(tom),
				checks: [
					answer(tom, toldInUse('Tom is told that the code is in use')),
					answer(tom, namesNobody('Nobody tells Tom who holds it', { id: maya.person.id, name: maya.name })),
					now(tom, lacksRole('Tom gets no role', buyerRoleId)),
				],
				play: (hands) => hands.types(tom, 'verify', { code }, shown),
			},
		];
	},
};
