import { hasRole, lacksRole, notCalledBad, saysVerified } from '../../story/expectations.js';
import type { GuidedStory } from '../guide/guided-story.js';
import { answer, now, shown, soon, world } from '../guide/step-checks.js';
import { inAudit, inVerify, verifyStep } from './verify-step.js';

export const shopIsDown: GuidedStory = {
	id: 'shop-down',
	title: 'The shop is down',
	lesson:
		'An outage is the shop’s problem, never the buyer’s: the code isn’t called bad, and the bot asks again by itself.',
	begin(troupe) {
		const maya = troupe.actor('buyer');
		const { stage, buyerRole } = troupe;
		const { marketplace } = stage;
		const { code } = troupe.buy();
		const views = [inVerify('buyer'), inAudit('moderator')] as const;
		const isDown = () => marketplace.faults.list().length > 0;
		return [
			{
				todo: 'In the panel **Shop**, below “What goes wrong”, let the shop be **A proxy’s error page (502)**.',
				panel: 'shop',
				views,
				isTried: isDown,
				checks: [world('The shop is down', isDown)],
				play: (hands) =>
					hands.does('The shop goes down: a proxy answers with an error page', () =>
						marketplace.faults.add('*', '502-html'),
					),
			},
			verifyStep({
				actor: maya,
				todo: 'Maya knows nothing of that. In her frame, press **Verify purchase**, paste her code into the form, and press **Submit**.',
				label: 'Maya’s code',
				typed: code,
				views,
				checks: [
					answer(maya, notCalledBad('In spite of the outage, Maya’s good code is not called bad')),
					now(maya, lacksRole('Maya gets no role yet', buyerRole.id)),
				],
			}),
			{
				todo: 'In the panel **Shop**, let the shop be **Works** again, and do nothing else: the bot said that it keeps trying. If it has given up meanwhile, Maya verifies once more.',
				panel: 'shop',
				views,
				copies: [{ label: 'Maya’s code', text: code }],
				isTried: () => !isDown(),
				checks: [
					shown(maya, saysVerified('The same code works now, without another word from Maya')),
					soon(maya, hasRole('Maya gets the buyer role', buyerRole.id)),
				],
				play: (hands) => hands.does('The shop is back', () => marketplace.faults.clear()),
			},
		];
	},
};
