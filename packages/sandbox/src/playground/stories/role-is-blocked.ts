import {
	hasRole,
	lacksRole,
	saysStaffMustFix,
	saysToMoveRole,
	saysVerified,
} from '../../story/expectations.js';
import type { GuidedStory } from '../guide/guided-story.js';
import { answer, now, post, soon, world } from '../guide/step-checks.js';
import { inAudit, inVerify, verifyStep } from './verify-step.js';

export const roleIsBlocked: GuidedStory = {
	id: 'role-blocked',
	title: 'The role cannot be given',
	lesson:
		'A role that Discord doesn’t let the bot give never loses a purchase: staff read what to do, and then it comes.',
	begin(troupe) {
		const maya = troupe.actor('buyer');
		const { stage, buyerRole, auditId } = troupe;
		const { guild } = stage;
		const { code } = troupe.buy();
		const views = [inVerify('buyer'), inAudit('moderator')] as const;
		const isAbove = () => buyerRole.position > guild.botRole.position;
		return [
			{
				todo: 'An administrator tidies up. In the panel **Server**, move the role Buyer up (**↑**) until it stands above the bot’s own role.',
				panel: 'server',
				views,
				isTried: isAbove,
				checks: [world('Buyer stands above the bot’s role', isAbove)],
				play: (hands) =>
					hands.does('The role Buyer is dragged above the bot’s own role', () =>
						guild.moveRole(buyerRole.id, guild.botRole.position),
					),
			},
			verifyStep({
				actor: maya,
				todo: 'In Maya’s frame, press **Verify purchase**, paste her code into the form, and press **Submit**.',
				label: 'Maya’s code',
				typed: code,
				views,
				checks: [
					answer(maya, saysVerified('Maya’s purchase is verified all the same')),
					answer(maya, saysStaffMustFix('She is told plainly that staff must fix the role')),
					now(maya, lacksRole('Maya has no role yet', buyerRole.id)),
					post(auditId, saysToMoveRole('The staff read which role to drag where')),
				],
			}),
			{
				todo: 'Move the role Buyer down again (**↓**), below the bot’s role, and do nothing else.',
				panel: 'server',
				views,
				isTried: () => !isAbove(),
				checks: [soon(maya, hasRole('Maya gets the buyer role by itself', buyerRole.id))],
				play: (hands) =>
					hands.does('The role Buyer is dragged back to its place', () => guild.moveRole(buyerRole.id, 1)),
			},
		];
	},
};
