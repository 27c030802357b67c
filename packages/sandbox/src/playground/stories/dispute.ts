import {
	hasRole,
	lacksRole,
	namesNoMember,
	says,
	saysInUse,
	saysVerified,
} from '../../story/expectations.js';
import type { GuidedStory } from '../guide/guided-story.js';
import { answer, direct, hasAnswer, post, soon } from '../guide/step-checks.js';
import { inAudit, inDirect, inVerify, verifyStep } from './verify-step.js';

export const dispute: GuidedStory = {
	id: 'dispute',
	title: 'A dispute',
	lesson:
		'Two accounts want one purchase: both are heard, neither learns who the other is, and the decision can be undone.',
	async begin(troupe) {
		const [maya, tom, iris] = [troupe.actor('buyer'), troupe.actor('friend'), troupe.actor('moderator')];
		const { buyerRole, auditId } = troupe;
		const { code } = troupe.buy();
		await troupe.steward.choosePolicy('never');
		const holder = { id: maya.person.id, name: maya.name };
		const common = {
			label: 'The code',
			typed: code,
			views: [inVerify('buyer'), inVerify('friend')],
		} as const;
		return [
			verifyStep({
				...common,
				actor: maya,
				todo: 'Maya verifies: in her frame, press **Verify purchase**, paste the code into the form, and press **Submit**.',
				checks: [
					answer(maya, saysVerified('Maya is told that her purchase is verified')),
					soon(maya, hasRole('Maya gets the buyer role', buyerRole.id)),
				],
			}),
			verifyStep({
				...common,
				actor: tom,
				todo: 'But Tom has paid for it, and Maya has only seen his receipt. In his frame, press **Verify purchase**, and send the same code.',
				checks: [
					answer(tom, saysInUse('Tom is told that the code is in use')),
					answer(tom, namesNoMember('Nobody tells Tom who holds it', holder)),
				],
			}),
			{
				todo: 'Tom presses **This is my purchase**, writes a line about it, and sends the form.',
				views: [inDirect('buyer'), inVerify('friend')],
				isTried: hasAnswer(tom, 'modal-submit'),
				checks: [
					answer(tom, says('Tom is told that staff will decide', /staff will decide/i)),
					answer(tom, says('Tom is told that the other account is asked too', /asked the other account/i)),
					answer(tom, namesNoMember('He still isn’t told who that is', holder)),
					direct(maya, says('Maya is asked in a direct message', /is theirs/i)),
					direct(
						maya,
						namesNoMember('Nobody tells Maya who wants it', { id: tom.person.id, name: tom.name }),
					),
					post(
						auditId,
						says('The staff have one card with both sides', maya.person.id, tom.person.id, /requested by/i),
					),
				],
				play: (hands) => hands.fillsIn(tom, 'This is my purchase', { 'What should staff know?': receipt }),
			},
			{
				todo: 'In Maya’s direct messages from the bot, press **Keep it on this account**.',
				views: [inDirect('buyer'), inAudit('moderator')],
				isTried: hasAnswer(maya, 'component'),
				checks: [
					answer(maya, says('Maya’s word is noted', /noted/i)),
					post(auditId, says('The staff’s card says that Maya calls it hers', /it’s mine/i)),
				],
				play: (hands) => hands.presses(maya, 'Keep it on this account'),
			},
			{
				todo: 'Iris has seen Tom’s receipt. On the card in #staff-audit she presses **Move to Tom**, gives a reason, and sends the form.',
				views: [inVerify('friend'), inAudit('moderator')],
				isTried: hasAnswer(iris, 'modal-submit'),
				checks: [
					post(auditId, says('The card says who has moved it', /moved to/i)),
					soon(tom, hasRole('Tom gets the buyer role', buyerRole.id)),
					soon(maya, lacksRole('Maya loses it', buyerRole.id)),
					direct(tom, says('Tom is told that it is his', /is yours/i)),
					direct(maya, says('Maya is told that the staff have moved it', /to another account/i)),
				],
				play: (hands) => hands.fillsIn(iris, 'Move to Tom', { Reason: 'Tom has shown the receipt.' }),
			},
			{
				todo: 'That was the wrong receipt. Iris presses **Undo** on the card.',
				views: [inVerify('buyer'), inAudit('moderator')],
				isTried: hasAnswer(iris, 'component'),
				checks: [
					soon(maya, hasRole('Maya has the buyer role again', buyerRole.id)),
					soon(tom, lacksRole('Tom has lost it', buyerRole.id)),
					post(auditId, says('The card says who has undone it', /undone by/i)),
				],
				play: (hands) => hands.presses(iris, 'Undo'),
			},
		];
	},
};

const receipt = 'I have the receipt.';
