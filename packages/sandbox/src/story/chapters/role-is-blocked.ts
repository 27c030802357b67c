import type { Cast } from '../cast.js';
import type { Chapter } from '../chapter.js';
import { wordsOf } from '../scene.js';

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
			const words = wordsOf(await scene.verify(ben, bensCode));
			scene.checks.holds("Ben's purchase is verified all the same", /purchase verified/i.test(words), words);
			scene.checks.holds(
				'He is told plainly that staff must fix the role',
				/staff must fix|once the staff/i.test(words),
				words,
			);
			scene.checks.holds('Ben has no role yet', !scene.isBuyer(ben));
			await scene.say('The role is dragged back to its place. Nobody does anything else.');
			guild.moveRole(roles.buyer.id, 1);
			scene.checks.holds('Ben gets the buyer role by itself', await scene.becomesBuyer(ben));
			await scene.pace.pause();
		},
	};
}
