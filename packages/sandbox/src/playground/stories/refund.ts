import { hasRole, lacksRole, says, saysVerified } from '../../story/expectations.js';
import type { GuidedStory, Step } from '../guide/guided-story.js';
import { answer, hasAnswer, now, post, soon, world } from '../guide/step-checks.js';
import { inAudit, inVerify, verifyStep } from './verify-step.js';

const dayMs = 86_400_000;
const days = ['no day', 'one day', 'two days', 'three days'] as const;

export const refund: GuidedStory = {
	id: 'refund',
	title: 'A refund',
	lesson:
		'The role goes when the shop has said no on three days: one wrong response of a shop takes nothing from any member.',
	begin(troupe) {
		const [maya, iris] = [troupe.actor('buyer'), troupe.actor('moderator')];
		const { stage, buyerRole, auditId } = troupe;
		const { marketplace, discord } = stage;
		const { code } = troupe.buy();
		const isRefunded = () => marketplace.purchases.some((it) => it.code === code && it.refunded);
		const views = [inVerify('buyer'), inAudit('moderator')] as const;
		/** The days on which the shop was asked about the code after the refund, and said no. */
		const noes = () => {
			const asked = marketplace.calls.filter(
				({ at, codeEnding }) => at >= refundedAt && codeEnding === code.slice(-4),
			);
			return new Set(asked.map(({ at }) => Math.floor((at - refundedAt) / dayMs))).size;
		};
		let refundedAt = Number.POSITIVE_INFINITY;
		const dayLater = (number: number, todo: string, checks: Step['checks']): Step => {
			let begunAt = Number.POSITIVE_INFINITY;
			return {
				todo,
				panel: 'clock',
				views,
				before: () => {
					begunAt = discord.now();
					refundedAt = Math.min(refundedAt, begunAt);
				},
				isTried: () => discord.now() - begunAt >= dayMs,
				checks: [
					world(`The bot has asked, and the shop has said no on ${days[number]}`, () => noes() >= number),
					...checks,
				],
				play: (hands) => hands.does('A day passes', () => troupe.advance(dayMs)),
			};
		};
		return [
			verifyStep({
				actor: maya,
				todo: 'In Maya’s frame, press **Verify purchase**, paste her code into the form, and press **Submit**.',
				label: 'Maya’s code',
				typed: code,
				views,
				checks: [
					answer(maya, saysVerified('Maya is told that her purchase is verified')),
					soon(maya, hasRole('Maya gets the buyer role', buyerRole.id)),
				],
			}),
			{
				todo: `Maya wants her money back. In the panel **Shop**, press **Refund** below her purchase, whose code ends in ${code.slice(-4)}.`,
				panel: 'shop',
				views,
				isTried: isRefunded,
				checks: [
					world('The shop has refunded it', isRefunded),
					now(maya, hasRole('Maya still has the buyer role', buyerRole.id)),
				],
				play: (hands) => hands.does('The shop refunds Maya’s purchase', () => marketplace.refund(code)),
			},
			dayLater(
				1,
				'In the panel **Clock**, press **+1 day**, and do nothing else: once a day the bot asks the shop about her purchase.',
				[now(maya, hasRole('Maya keeps the buyer role: shops make mistakes', buyerRole.id))],
			),
			dayLater(2, 'Press **+1 day** once more.', [
				now(maya, hasRole('Maya keeps it for another day', buyerRole.id)),
			]),
			dayLater(3, 'And **+1 day** for the last time: the third no counts.', [
				soon(maya, lacksRole('Maya loses the buyer role', buyerRole.id)),
				post(auditId, says('The staff’s channel says why', /no longer lists/i)),
			]),
			{
				todo: `Iris presses **Open ••••${code.slice(-4)}** below that line in #staff-audit.`,
				views,
				isTried: hasAnswer(iris),
				checks: [answer(iris, says('Iris reads what became of the purchase', /no longer valid/i))],
				play: (hands) => hands.presses(iris, `Open ••••${code.slice(-4)}`),
			},
		];
	},
};
