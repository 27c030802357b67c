import { hasRole, lacksRole, says, toldVerified } from '../../story/expectations.js';
import { shortened } from '../../story/words-of.js';
import type { GuidedStory, Step } from '../guide/guided-story.js';
import { answer, hasAnswer, now, post, soon, world } from '../guide/step-checks.js';
import { inAudit, inVerify, verifyStep } from './verify-step.js';

const dayMs = 86_400_000;

export const refund: GuidedStory = {
	id: 'refund',
	title: 'A refund',
	lesson:
		'The role goes when the shop has said no on three days: one wrong answer of a shop takes nothing from anybody.',
	begin(troupe) {
		const [maya, iris] = [troupe.actor('buyer'), troupe.actor('moderator')];
		const { stage, buyerRole, auditId } = troupe;
		const { marketplace, discord } = stage;
		const { code } = troupe.buy();
		const isRefunded = () => marketplace.purchases.some((it) => it.code === code && it.refunded);
		const views = [inVerify('buyer'), inVerify('moderator')] as const;
		/** A day passes, and Iris asks the shop. */
		const dayLater = (which: string, checks: Step['checks'], after = views): Step => {
			let begunAt = 0;
			return {
				todo: `In the panel “Clock”, press “+1 day”: it’s the ${which} day. Then, in Iris’ frame, type /claim check and paste the code.`,
				panel: 'clock',
				views: after,
				copies: [{ label: 'Maya’s code', text: code }],
				before: () => {
					begunAt = discord.now();
				},
				isTried: (witness) => hasAnswer(iris)(witness) && discord.now() - begunAt >= dayMs,
				checks,
				async play(hands) {
					await hands.does('A day passes', () => troupe.advance(dayMs));
					await hands.types(iris, 'claim check', { code }, `code:${shortened(code)}`);
				},
			};
		};
		return [
			verifyStep({
				actor: maya,
				todo: 'In Maya’s frame, send /verify, and paste her code into the form.',
				label: 'Maya’s code',
				typed: code,
				views,
				checks: [
					answer(maya, toldVerified('Maya is told that her purchase is verified')),
					soon(maya, hasRole('Maya gets the buyer role', buyerRole.id)),
				],
			}),
			{
				todo: `Maya wants her money back. In the panel “Shop”, press “Refund” below her purchase, whose code ends in ${code.slice(-4)}.`,
				panel: 'shop',
				views,
				isTried: isRefunded,
				checks: [
					world('The shop has refunded it', isRefunded),
					now(maya, hasRole('Maya still has the buyer role', buyerRole.id)),
				],
				play: (hands) => hands.does('The shop refunds Maya’s purchase', () => marketplace.refund(code)),
			},
			dayLater('first', [
				answer(iris, says('Iris reads that the shop has said no once', /1 of 3/)),
				now(maya, hasRole('Maya keeps the buyer role: shops make mistakes', buyerRole.id)),
			]),
			dayLater('second', [
				answer(iris, says('Iris reads that the shop has said no twice', /2 of 3/)),
				now(maya, hasRole('Maya keeps it for another day', buyerRole.id)),
			]),
			dayLater(
				'third',
				[
					answer(iris, says('Iris reads that the shop has said no three times', /no three times/i)),
					soon(maya, lacksRole('Maya loses the buyer role', buyerRole.id)),
					post(auditId, says('The staff’s channel says why', /no longer lists|roles? removed/i)),
				],
				[inVerify('moderator'), inAudit('moderator')],
			),
		];
	},
};
