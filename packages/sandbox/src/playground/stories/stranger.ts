import { says } from '../../story/expectations.js';
import type { GuidedStory } from '../guide/guided-story.js';
import { hasAnswer, isConfirmed, post, world } from '../guide/step-checks.js';
import { inAudit, inVerify } from './verify-step.js';

export const stranger: GuidedStory = {
	id: 'stranger',
	title: 'A stranger’s server',
	lesson:
		'A person who adds the bot to a server that it doesn’t serve gets nothing to press, and the author is notified.',
	begin(troupe) {
		const noor = troupe.actor('admin');
		const { stage, auditId } = troupe;
		const { discord } = stage;
		const views = [inVerify('stranger'), inAudit('admin')] as const;
		const guildId = () => troupe.second?.guild.id ?? '';
		const offered = () => [...discord.commands.list(guildId()), ...discord.commands.list()];
		return [
			{
				todo: 'Rook has added the bot to his own server, Lantern Den. Type / in his frame: what does the bot offer him?',
				views,
				confirm: 'Nothing. I’ve looked',
				before: () => troupe.addSecondServer(),
				isTried: isConfirmed,
				checks: [
					world('The bot offers no command in Lantern Den', () => offered().length === 0),
					post(auditId, says('The author’s staff read that it was added there', /added to Lantern Den/i)),
				],
				play: (hands) => hands.looks('Rook types /, and is offered nothing'),
			},
			{
				todo: 'In Noor’s frame, in #staff-audit, press **Leave Lantern Den** below that message.',
				views,
				isTried: hasAnswer(noor, 'component'),
				checks: [
					world('The bot has left Lantern Den', () => !discord.guilds.has(guildId())),
					post(auditId, says('The message says that it is solved', /solved/i)),
				],
				play: (hands) => hands.presses(noor, 'Leave Lantern Den'),
			},
		];
	},
};
