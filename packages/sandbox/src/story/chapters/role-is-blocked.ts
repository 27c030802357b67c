import type { Cast } from '../cast.js';
import type { Chapter } from '../chapter.js';
import { saysStaffMustFix, saysVerified } from '../expectations.js';

/** A role that can't be given never loses a purchase. */
export function roleIsBlocked({ ben, bensCode }: Cast): Chapter {
	return {
		title: 'The role cannot be given',
		async play(scene) {
			const { guild, roles } = scene.stage;
			await scene.say(
				"An administrator drags the buyer role above the bot's own role. Discord does not let the bot give it now. Ben has found his code:",
			);
			guild.moveRole(roles.buyer.id, guild.botRole.position);
			const answer = await scene.verify(ben, bensCode);
			scene.expectText(saysVerified("Ben's purchase is verified all the same"), answer);
			scene.expectText(saysStaffMustFix('He is told plainly that staff must fix the role'), answer);
			scene.isNoBuyer('Ben has no role yet', ben);
			await scene.say('The role is dragged back to its place. Nobody does anything else.');
			guild.moveRole(roles.buyer.id, 1);
			await scene.becomesBuyer('Ben gets the buyer role by itself', ben);
			await scene.pace.pause();
		},
	};
}
