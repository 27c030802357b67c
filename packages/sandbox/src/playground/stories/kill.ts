import { hasRole, lacksRole, saysOnTheWay, saysWithout } from '../../story/expectations.js';
import type { GuidedStory } from '../guide/guided-story.js';
import { answer, hasAnswer, now, soon, world } from '../guide/step-checks.js';
import { inAudit, inVerify, verifyStep } from './verify-step.js';

const giveRole = 'PUT /guilds/{guild_id}/members/{user_id}/roles/{role_id}';

export const kill: GuidedStory = {
	id: 'kill',
	title: 'kill -9 in the middle',
	lesson:
		'What was answered is stored: a killed bot gives the role that it still owed, and its old buttons work.',
	begin(troupe) {
		const maya = troupe.actor('buyer');
		const { bot, another, stage, buyerRole } = troupe;
		const { discord } = stage;
		const { code, item } = troupe.buy();
		const views = [inVerify('buyer'), inAudit('moderator')] as const;
		return [
			verifyStep({
				actor: maya,
				todo: 'Discord takes its time with roles today. In Maya’s frame, press **Verify purchase**, paste her code into the form, and press **Submit**.',
				label: 'Maya’s code',
				typed: code,
				views,
				before: () => void discord.faults.add(giveRole, { kind: 'hang' }),
				checks: [
					answer(maya, saysOnTheWay('Maya is told that her role is on the way')),
					now(maya, lacksRole('Maya has no role yet', buyerRole.id)),
				],
			}),
			{
				todo: 'In the panel **Bot**, press **Kill -9**: the bot gets no chance to save anything.',
				panel: 'bot',
				views,
				isWithoutBot: true,
				isTried: () => !bot.isRunning,
				checks: [
					world('The bot’s process is gone', () => !bot.isRunning),
					now(maya, lacksRole('Maya still has no role', buyerRole.id)),
				],
				play: (hands) => hands.does('kill -9: the bot is gone', () => bot.kill()),
			},
			{
				todo: 'Discord is quick again. In the panel **Bot**, press **Start the bot**, and do nothing else.',
				panel: 'bot',
				views,
				isWithoutBot: true,
				before: () => discord.faults.clear(giveRole),
				isTried: () => bot.isRunning,
				astray: () =>
					another.isRunning
						? 'That was a second process, and it has taken over. Press “Start the bot” for the one that was killed.'
						: undefined,
				checks: [soon(maya, hasRole('Maya gets the buyer role all the same', buyerRole.id))],
				play: (hands) => hands.does('The bot is started again', () => bot.start()),
			},
			{
				todo: 'Press **Show my purchases** on Maya’s answer from before the kill.',
				views,
				isTried: hasAnswer(maya, 'component'),
				checks: [answer(maya, saysWithout('A button from before the kill works', [item], code))],
				play: (hands) => hands.presses(maya, 'Show my purchases'),
			},
		];
	},
};
