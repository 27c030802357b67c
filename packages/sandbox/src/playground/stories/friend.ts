import { hasRole, lacksRole, namesNoMember, saysInUse, saysVerified } from '../../story/expectations.js';
import type { GuidedStory } from '../guide/guided-story.js';
import { answer, now, soon } from '../guide/step-checks.js';
import { inVerify, verifyStep } from './verify-step.js';

export const friend: GuidedStory = {
	id: 'friend',
	title: 'The same code, from a friend',
	lesson: 'One code is one member’s: a second member gets nothing, and doesn’t learn who was first.',
	begin(troupe) {
		const [maya, tom] = [troupe.actor('buyer'), troupe.actor('friend')];
		const buyerRoleId = troupe.buyerRole.id;
		const { code } = troupe.buy();
		const common = {
			label: 'Maya’s code',
			typed: code,
			views: [inVerify('buyer'), inVerify('friend')],
		} as const;
		return [
			verifyStep({
				...common,
				actor: maya,
				todo: 'Maya verifies her purchase: in her frame, press **Verify purchase**, paste her code into the form, and press **Submit**.',
				checks: [
					answer(maya, saysVerified('Maya is told that her purchase is verified')),
					soon(maya, hasRole('Maya gets the buyer role', buyerRoleId)),
				],
			}),
			verifyStep({
				...common,
				actor: tom,
				todo: 'Maya sends her code to Tom, who would like to be a buyer too. In his frame, press **Verify purchase**, and send the same code.',
				checks: [
					answer(tom, saysInUse('Tom is told that the code is in use')),
					answer(
						tom,
						namesNoMember('Nobody tells Tom who holds it', { id: maya.person.id, name: maya.name }),
					),
					now(tom, lacksRole('Tom gets no role', buyerRoleId)),
				],
			}),
		];
	},
};
