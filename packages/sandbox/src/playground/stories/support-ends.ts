import { hasRole, lacksRole, says, saysVerified } from '../../story/expectations.js';
import type { GuidedStory } from '../guide/guided-story.js';
import { answer, hasAnswer, now, soon, world } from '../guide/step-checks.js';
import { inVerify, verifyStep } from './verify-step.js';

const dayMs = 86_400_000;
const roleName = 'Active support';

export const supportEnds: GuidedStory = {
	id: 'support-ends',
	title: 'Support ends, and is renewed',
	lesson:
		'The role of members with support goes on the day on which the support ends, and comes back with the renewal.',
	async begin(troupe) {
		const maya = troupe.actor('buyer');
		const { stage, buyerRole } = troupe;
		const { guild, discord, marketplace } = stage;
		const supported =
			[...guild.roles.values()].find(({ name }) => name === roleName) ??
			guild.addRole({ name: roleName, color: 0x34_98_db });
		await troupe.steward.chooseSupportedRole(supported.id);
		const until = discord.now() + 20 * dayMs;
		const { code } = troupe.buy({ supportedUntil: until });
		const isOver = () => discord.now() > until;
		const isRenewed = () =>
			(marketplace.purchases.find((it) => it.code === code)?.supportedUntil ?? 0) > discord.now();
		const views = [inVerify('buyer'), inVerify('moderator')] as const;
		return [
			verifyStep({
				actor: maya,
				todo: 'Maya’s support lasts for twenty days more. In her frame, press **Verify purchase**, paste her code into the form, and press **Submit**.',
				label: 'Maya’s code',
				typed: code,
				views,
				checks: [
					answer(maya, saysVerified('Maya is told that her purchase is verified')),
					soon(maya, hasRole('Maya gets the buyer role', buyerRole.id)),
					soon(maya, hasRole(`Maya gets the role ${roleName}`, supported.id)),
				],
			}),
			{
				todo: 'In the panel **Clock**, press **+1 month**, and do nothing else.',
				panel: 'clock',
				views,
				isTried: isOver,
				checks: [
					world('Her support has ended', isOver),
					soon(maya, lacksRole(`Maya loses the role ${roleName} by itself`, supported.id)),
					now(maya, hasRole('Maya still has the buyer role', buyerRole.id)),
				],
				play: (hands) => hands.does('A month passes', () => troupe.advance(30 * dayMs)),
			},
			{
				todo: 'In Maya’s frame, press **Show my purchases**.',
				views,
				isTried: hasAnswer(maya),
				checks: [answer(maya, says('Maya reads that her support has ended', /support ended/i))],
				play: (hands) => hands.presses(maya, 'Show my purchases'),
			},
			{
				todo: `In the panel **Shop**, press **Renew support** below Maya’s purchase, whose code ends in ${code.slice(-4)}. Then press **Check again** in her frame.`,
				panel: 'shop',
				views,
				isTried: (witness) => isRenewed() && witness.answered(maya.person).length > 0,
				checks: [
					answer(maya, says('Maya reads how long her support lasts now', /support until/i)),
					soon(maya, hasRole(`Maya has the role ${roleName} again`, supported.id)),
				],
				async play(hands) {
					await hands.does('Maya renews her support in the shop', () =>
						marketplace.extendSupport(code, discord.now() + 182 * dayMs),
					);
					await hands.presses(maya, 'Check again');
				},
			},
		];
	},
};
