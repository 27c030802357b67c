import { hasRole, lacksRole, says, saysVerified } from '../../story/expectations.js';
import { wordsOf } from '../../story/words-of.js';
import type { GuidedStory, Step } from '../guide/guided-story.js';
import { answer, post, soon, world } from '../guide/step-checks.js';
import type { Troupe } from '../guide/troupe.js';
import { inUpdates, inVerify, verifyStep } from './verify-step.js';

const dayMs = 86_400_000;
const roleName = { supported: 'Active support', soon: 'Support ends soon' } as const;

export const year: GuidedStory = {
	id: 'year',
	title: 'A purchase through a year',
	lesson: 'A buyer gets a role before support ends, has some days of grace, and hears of a new version once.',
	async begin(troupe) {
		const { steward } = troupe;
		const updatesId = troupe.addUpdates();
		const { guild, discord, marketplace } = troupe.stage;
		const maya = troupe.actor('buyer');
		const role = (name: string) =>
			[...guild.roles.values()].find((it) => it.name === name) ?? guild.addRole({ name });
		const [supported, endsSoon] = [role(roleName.supported), role(roleName.soon)];
		await steward.chooseSupportedRole(supported.id);
		await steward.chooseEndsSoonRole(endsSoon.id);
		await steward.chooseGraceDays(7);
		await steward.chooseUpdatesChannel(updatesId);
		const until = discord.now() + 180 * dayMs;
		const { code, item } = troupe.buy({ supportedUntil: until });
		const version = versionAfter(marketplace.items.find(({ name }) => name === item)?.version);
		const isRenewed = () =>
			marketplace.purchases.some((it) => it.code === code && (it.supportedUntil ?? 0) > until);
		const isPublished = () => marketplace.items.some((it) => it.name === item && it.version === version);
		const announcements = () =>
			discord.events
				.all('message-created')
				.filter(({ message }) => message.channel_id === updatesId && wordsOf(message).includes(version));
		const views = [inVerify('buyer'), inVerify('moderator')] as const;
		return [
			verifyStep({
				actor: maya,
				todo: 'Maya’s support lasts for half a year. In her frame, press **Verify purchase**, paste her code into the form, and press **Submit**.',
				label: 'Maya’s code',
				typed: code,
				views,
				checks: [
					answer(maya, saysVerified('Maya is told that her purchase is verified')),
					soon(maya, hasRole(`Maya gets the role ${roleName.supported}`, supported.id)),
				],
			}),
			daysLater(troupe, {
				days: 170,
				todo: 'In the panel **Clock**, move ahead by 170 days.',
				views,
				checks: [soon(maya, hasRole(`Maya gets the role ${roleName.soon}`, endsSoon.id))],
			}),
			daysLater(troupe, {
				days: 14,
				todo: 'Move ahead by 14 days: her support ends, and seven days of grace begin.',
				views,
				checks: [
					soon(maya, lacksRole(`Maya loses the role ${roleName.soon}`, endsSoon.id)),
					soon(maya, hasRole(`Maya keeps the role ${roleName.supported} for now`, supported.id)),
				],
			}),
			{
				todo: `In the panel **Shop**, press **Renew support** below Maya’s purchase, whose code ends in ${code.slice(-4)}. Then press **Show my purchases** in her frame twice: the bot notices the renewal at the first press.`,
				panel: 'shop',
				views,
				isTried: (witness) => isRenewed() && witness.answered(maya.person).length > 1,
				checks: [answer(maya, says('Maya is thanked above the answer', /thank you/i, /support until/i))],
				async play(hands) {
					await hands.does('Maya renews her support in the shop', () =>
						marketplace.extendSupport(code, discord.now() + 182 * dayMs),
					);
					await hands.presses(maya, 'Show my purchases');
					await hands.presses(maya, 'Show my purchases');
				},
			},
			{
				todo: `In the panel **Shop**, find ${item}, change its version to ${version}, and press **Publish**. Then press **+1 hour** in the panel **Clock**.`,
				panel: 'shop',
				copies: [{ label: 'The new version', text: version }],
				views: [inUpdates('buyer'), inVerify('moderator')],
				isTried: isPublished,
				checks: [post(updatesId, says('The new version is announced in #updates', item, version))],
				async play(hands) {
					await hands.does('The author publishes a new version', () =>
						marketplace.setItems(marketplace.items.map((it) => (it.name === item ? { ...it, version } : it))),
					);
					await hands.does('An hour passes', () => troupe.advance(dayMs / 24));
				},
			},
			daysLater(troupe, {
				days: 170,
				todo: 'In the panel **Clock**, move ahead by 170 days once more: a year has passed.',
				views: [inUpdates('buyer'), inVerify('moderator')],
				checks: [world('The version was announced once', () => announcements().length === 1)],
			}),
		];
	},
};

function daysLater(
	troupe: Troupe,
	{ days, ...rest }: Pick<Step, 'todo' | 'views' | 'checks'> & { days: number },
): Step {
	const { discord } = troupe.stage;
	let begunAt = Number.POSITIVE_INFINITY;
	return {
		...rest,
		panel: 'clock',
		before: () => {
			begunAt = discord.now();
		},
		isTried: () => discord.now() - begunAt >= days * dayMs,
		play: (hands) => hands.does(`${days} days pass`, () => troupe.advance(days * dayMs)),
	};
}

/** Higher than every version before, since the story can be played again. */
function versionAfter(version = '0'): string {
	return `${Number.parseInt(version, 10) + 1}.0.0`;
}
