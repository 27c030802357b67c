import { hasRole, lacksRole, says, saysInUse, saysVerified } from '../../story/expectations.js';
import type { GuidedStory } from '../guide/guided-story.js';
import { answer, direct, hasAnswer, soon } from '../guide/step-checks.js';
import { inDirect, inVerify, verifyStep } from './verify-step.js';

export const newAccount: GuidedStory = {
	id: 'new-account',
	title: 'Moving to a new account',
	lesson:
		'A buyer who owns both accounts moves a purchase without staff: the old account is asked, and lets it go.',
	async begin(troupe) {
		const maya = troupe.actor('buyer');
		const mia = troupe.enter('newcomer', 'Maya’s new account');
		const { buyerRole } = troupe;
		const { code } = troupe.buy();
		await troupe.steward.choosePolicy('members-move');
		const views = [inVerify('buyer'), inVerify('newcomer')] as const;
		const common = { label: 'Maya’s code', typed: code, views };
		return [
			verifyStep({
				...common,
				actor: maya,
				todo: 'Maya verifies with her old account: in her frame, press **Verify purchase**, paste her code into the form, and press **Submit**.',
				checks: [
					answer(maya, saysVerified('Maya is told that her purchase is verified')),
					soon(maya, hasRole('Her old account gets the buyer role', buyerRole.id)),
				],
			}),
			verifyStep({
				...common,
				actor: mia,
				todo: 'Now the same with her new account, in the frame at the right.',
				checks: [answer(mia, saysInUse('The new account is told that the code is in use'))],
			}),
			{
				todo: 'With the new account, press **This is my purchase**, and send the form.',
				views: [inDirect('buyer'), inVerify('newcomer')],
				isTried: hasAnswer(mia, 'modal-submit'),
				checks: [
					answer(
						mia,
						says('The new account is told that the other one is asked', /asked the other account/i),
					),
					direct(maya, says('The old account is asked in a direct message', /was it you/i)),
				],
				play: (hands) => hands.fillsIn(mia, 'This is my purchase', { 'What should staff know?': why }),
			},
			{
				todo: 'In the old account’s direct messages from the bot, press **Let it go**.',
				views: [inDirect('buyer'), inVerify('newcomer')],
				isTried: hasAnswer(maya, 'component'),
				checks: [
					answer(maya, says('The old account is told that it is done', /✅ moved/i)),
					soon(maya, lacksRole('The old account loses the buyer role', buyerRole.id)),
					soon(mia, hasRole('The new account gets it', buyerRole.id)),
					direct(mia, says('The new account is told that it is theirs', /is yours/i)),
				],
				play: (hands) => hands.presses(maya, 'Let it go'),
			},
		];
	},
};

const why = 'My old account.';
