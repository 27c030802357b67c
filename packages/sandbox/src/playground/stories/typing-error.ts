import {
	hasRole,
	lacksRole,
	saysAlreadyVerified,
	saysToCopyAgain,
	saysUnknown,
	saysVerified,
	shownWhatACodeIs,
} from '../../story/expectations.js';
import { shortened } from '../../story/words-of.js';
import type { GuidedStory } from '../guide/guided-story.js';
import { answer, now, soon } from '../guide/step-checks.js';
import { inVerify, verifyStep } from './verify-step.js';

export const typingError: GuidedStory = {
	id: 'typo',
	title: 'A typo, and a spoilt paste',
	lesson:
		'A wrong character is distinguished from text that is no code at all, and a good code is found in whatever was pasted around it.',
	begin(troupe) {
		const maya = troupe.actor('buyer');
		const buyerRoleId = troupe.buyerRole.id;
		const { code } = troupe.buy();
		const views = [inVerify('buyer'), inVerify('friend')] as const;
		const line = (inLine: string) => `Thank you! Purchase code: “${inLine.toUpperCase()}”`;
		return [
			verifyStep({
				actor: maya,
				todo: 'Maya mistypes the last character of her code. In her frame, press **Verify purchase**, and send the code as she typed it.',
				label: 'Maya’s code, mistyped',
				typed: mistyped(code),
				views,
				checks: [
					answer(maya, saysUnknown('Maya hears that the shop does not know this code')),
					answer(maya, saysToCopyAgain('She is told what to do about it')),
					now(maya, lacksRole('Maya gets no role', buyerRoleId)),
				],
			}),
			verifyStep({
				actor: maya,
				todo: 'Now she asks the bot instead: press **Verify purchase** once more, and send her question in place of the code.',
				label: 'Maya’s question',
				typed: question,
				shown: question,
				views,
				checks: [answer(maya, shownWhatACodeIs('Maya is shown what a code looks like and where it is'))],
			}),
			verifyStep({
				actor: maya,
				todo: 'Maya copies the whole line of her receipt, quotes, capitals and all. Press **Verify purchase**, and send the line.',
				label: 'The line of her receipt',
				typed: line(code),
				shown: line(shortened(code)),
				views,
				checks: [
					answer(maya, saysVerified('The code in it is found, and her purchase verified')),
					soon(maya, hasRole('Maya gets the buyer role', buyerRoleId)),
				],
			}),
			verifyStep({
				actor: maya,
				todo: 'Once more **Verify purchase**, with the code as it stands on the receipt.',
				label: 'Maya’s code',
				typed: code,
				views,
				checks: [answer(maya, saysAlreadyVerified('It is known as her own code'))],
			}),
		];
	},
};

const question = 'where do I find my code?';

function mistyped(code: string): string {
	return `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`;
}
