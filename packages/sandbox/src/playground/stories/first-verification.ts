import { hasRole, saysVerified, saysWithout } from '../../story/expectations.js';
import type { GuidedStory } from '../guide/guided-story.js';
import { answer, hasAnswer, post, soon } from '../guide/step-checks.js';
import { inAudit, inVerify, verifyStep } from './verify-step.js';

export const firstVerification: GuidedStory = {
	id: 'first',
	title: 'The first verification',
	lesson: 'A purchase code becomes the buyer role within seconds, and staff can see that it did.',
	begin(troupe) {
		const maya = troupe.actor('buyer');
		const { buyerRole, auditId } = troupe;
		const { code, item } = troupe.buy();
		const views = [inVerify('buyer'), inAudit('moderator')] as const;
		return [
			verifyStep({
				actor: maya,
				todo: 'Maya has bought a dashboard template, and her receipt holds a purchase code. In her frame, press **Verify purchase**, paste the code into the form that opens, and press **Submit**.',
				label: 'Maya’s code',
				typed: code,
				views,
				checks: [
					answer(maya, saysVerified('Maya is told that her purchase is verified')),
					soon(maya, hasRole('Maya gets the buyer role', buyerRole.id)),
					post(auditId, {
						what: 'The staff read of it in their channel, without the code',
						// If there is much to read, the bot adds such lines up.
						holds: (words) =>
							(words.includes(maya.person.id) || /\d purchases? verified/.test(words)) &&
							!words.includes(code),
					}),
				],
			}),
			{
				todo: 'Press **Show my purchases** below the answer.',
				views,
				isTried: hasAnswer(maya, 'component'),
				checks: [answer(maya, saysWithout('Maya sees what she owns, and no whole code', [item], code))],
				play: (hands) => hands.presses(maya, 'Show my purchases'),
			},
		];
	},
};
