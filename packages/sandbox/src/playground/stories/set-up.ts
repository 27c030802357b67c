import { hasRole, says, saysVerified } from '../../story/expectations.js';
import { shortened } from '../../story/words-of.js';
import type { GuidedStory } from '../guide/guided-story.js';
import { answer, hasAnswer, post, soon } from '../guide/step-checks.js';
import { inVerify } from './verify-step.js';

export const setUp: GuidedStory = {
	id: 'set-up',
	title: 'Set up by the administrator',
	lesson: 'Two commands set a server up, the first buyer needs none, and /doctor says what is still wrong.',
	begin(troupe) {
		const [noor, robin] = [troupe.actor('admin'), troupe.actor('newcomer')];
		const { stage, buyerRole } = troupe;
		const { channels } = stage;
		const { code } = troupe.buy();
		const views = [inVerify('admin'), inVerify('newcomer')] as const;
		return [
			{
				todo: 'Noor administers the server. In her frame, type /setup server.',
				views,
				isTried: hasAnswer(noor),
				checks: [
					answer(noor, says('Noor sees what is set up and what isn’t', 'Set up this server', buyerRole.id)),
					answer(
						noor,
						says('The bot has looked whether its role stands above Buyer', '✅ Bot role is high enough'),
					),
				],
				play: (hands) => hands.types(noor, 'setup server'),
			},
			{
				todo: 'Noor posts the panel for buyers: type /panel, choose the channel #verify, and send it.',
				views,
				isTried: hasAnswer(noor),
				checks: [
					answer(noor, says('Noor is told where the panel is', /panel is in/i)),
					post(channels.verify, says('Everybody sees the panel in #verify', /paste the code/i)),
				],
				play: (hands) => hands.types(noor, 'panel', { channel: channels.verify }, 'channel:#verify'),
			},
			{
				todo: 'Robin is new, and knows no commands. Press **Verify purchase** on the panel, paste the code, and press **Submit**.',
				views,
				copies: [{ label: 'Robin’s code', text: code }],
				isTried: hasAnswer(robin, 'modal-submit'),
				checks: [
					answer(robin, saysVerified('Robin is told that the purchase is verified')),
					soon(robin, hasRole('Robin gets the buyer role', buyerRole.id)),
				],
				play: (hands) =>
					hands.fillsIn(robin, 'Verify purchase', { 'Purchase code': code }, `code ${shortened(code)}`),
			},
			{
				todo: 'In Noor’s frame, type /doctor.',
				views,
				isTried: hasAnswer(noor),
				checks: [
					answer(noor, says('Noor reads what the check-up has found', 'Check-up')),
					answer(noor, {
						what: 'It finds nothing wrong with the panel, the role or the shop',
						holds: (words) => !/isn’t posted|can’t give|isn’t responding/i.test(words),
					}),
				],
				play: (hands) => hands.types(noor, 'doctor'),
			},
		];
	},
};
