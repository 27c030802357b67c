import { hasRole, lacksRole, says, saysInUse, saysVerified } from '../../story/expectations.js';
import type { GuidedStory } from '../guide/guided-story.js';
import { answer, hasAnswer, shown, soon } from '../guide/step-checks.js';
import { inAudit, inVerify, verifyStep } from './verify-step.js';

export const newAccount: GuidedStory = {
	id: 'new-account',
	title: 'Moving to a new account',
	lesson:
		'A buyer who owns both accounts moves a purchase without staff, and proves it with a reference that only they can see.',
	async begin(troupe) {
		const [maya, noor] = [troupe.actor('buyer'), troupe.actor('admin')];
		const mia = troupe.enter('newcomer', 'Maya’s new account');
		const { buyerRole } = troupe;
		const { code } = troupe.buy();
		await troupe.steward.choosePolicy('never');
		const views = [inVerify('buyer'), inVerify('newcomer')] as const;
		const common = { label: 'Maya’s code', typed: code, views };
		return [
			{
				todo: 'First Noor allows it. In her frame, type /setup policy and choose **Move purchases to their other account**.',
				views: [inVerify('admin'), inAudit('moderator')],
				isTried: hasAnswer(noor, 'component'),
				checks: [answer(noor, says('The new rule is saved', /saved/i))],
				async play(hands) {
					await hands.types(noor, 'setup policy');
					await hands.picks(noor, 'Move purchases to their other account');
				},
			},
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
				todo: 'With the new account, press **This is my purchase**, and then **Move it here**.',
				views,
				isTried: hasAnswer(mia, 'component'),
				checks: [
					answer(
						mia,
						says('The new account is shown a reference, and what to do with it', /\/purchases/, reference),
					),
				],
				async play(hands) {
					await hands.presses(mia, 'This is my purchase');
					await hands.presses(mia, 'Move it here');
				},
			},
			{
				todo: 'With the old account, press **Show my purchases**, then **Move**, fill in the reference that the new account was shown, and press **Move it**.',
				views,
				isTried: hasAnswer(maya, 'modal-submit'),
				checks: [
					answer(maya, says('The old account is told that it is done', /✅ moved/i)),
					soon(maya, lacksRole('The old account loses the buyer role', buyerRole.id)),
					soon(mia, hasRole('The new account gets it', buyerRole.id)),
					shown(mia, says('The new account’s own message says so', /is yours/i)),
				],
				async play(hands) {
					const shownReference = await hands.reads(mia, reference);
					await hands.presses(maya, 'Show my purchases');
					await hands.fillsIn(maya, 'Move', { 'Reference on your other account': shownReference });
					await hands.presses(maya, 'Move it');
				},
			},
		];
	},
};

/** Six consonants: what a case is known by. */
const reference = /\b[B-DF-HJ-NP-TV-XZ]{3}-[B-DF-HJ-NP-TV-XZ]{3}\b/;
