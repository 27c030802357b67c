import { hasRole, toldVerified } from '../../story/expectations.js';
import { shortened } from '../../story/words-of.js';
import type { GuidedStory } from '../guide/guided-story.js';
import { answer, hasAnswer, post, soon } from '../guide/step-checks.js';

export const firstVerification: GuidedStory = {
	id: 'first',
	title: 'The first verification',
	lesson: 'A purchase code becomes the buyer role within seconds, and the staff can see that it did.',
	begin(troupe) {
		const maya = troupe.actor('buyer');
		const { roles, channels } = troupe.stage;
		const code = troupe.buy(20114);
		return [
			{
				todo: 'Maya has bought a dashboard template. In her frame, type /verify, paste the code from her receipt, and send it.',
				views: [
					{ alias: 'buyer', channel: 'verify' },
					{ alias: 'moderator', channel: 'audit' },
				],
				copies: [{ label: 'Maya’s code', text: code }],
				isTried: hasAnswer(maya),
				checks: [
					answer(maya, toldVerified('Maya is told that her purchase is verified')),
					soon(maya, hasRole('Maya gets the buyer role', roles.buyer.id)),
					post(channels.audit, {
						what: 'The staff read in their channel that Maya has verified, with the end of the code alone',
						holds: (words) =>
							words.includes(maya.person.id) && words.includes(code.slice(-4)) && !words.includes(code),
					}),
				],
				play: (hands) => hands.types(maya, 'verify', { code }, `code:${shortened(code)}`),
			},
			{
				todo: 'Press “Show my purchases” below the answer.',
				views: [
					{ alias: 'buyer', channel: 'verify' },
					{ alias: 'moderator', channel: 'audit' },
				],
				isTried: hasAnswer(maya),
				checks: [
					answer(maya, {
						what: 'Maya sees the item that she owns, and no whole code',
						holds: (words) => words.includes('Aurora') && !words.includes(code),
					}),
				],
				play: (hands) => hands.presses(maya, 'Show my purchases'),
			},
		];
	},
};
