import type { Cast } from '../cast.js';
import type { Chapter } from '../chapter.js';
import { CheckFailed } from '../checks.js';
import { saysAlreadyVerified, saysInUse } from '../expectations.js';
import { wordsOf } from '../words-of.js';

/** Answered verifications are stored, whatever happens to the process. */
export function botIsKilled(cast: Cast): Chapter {
	return {
		title: 'The bot is killed',
		async play(scene) {
			const { maya, tom, iris, mayasCode, lenasCode } = cast;
			scene.narrator.act('$', 'kill -9', 'the bot');
			await scene.killBot();
			await scene.say('The process is gone, without a chance to save anything. It is started again.');
			scene.narrator.act('$', 'npm', 'start');
			await scene.startBot();
			const mayas = await scene.verify(maya, mayasCode);
			scene.expectText(saysAlreadyVerified("It still knows Maya's purchase"), mayas);
			const toms = await scene.verify(tom, lenasCode);
			scene.expectText(saysInUse("It still keeps Lena's code from Tom"), toms);
			scene.isNoBuyer('Tom still has no role', tom);
			if (cast.openPage === undefined) throw new CheckFailed('Iris has a page of items open', 'none');
			await scene.say('And the list of items that Iris had open still turns its pages.');
			const turned = await scene.click(iris, cast.openPage, /^(‹|Previous)$/);
			const words = wordsOf(turned);
			scene.checks.holds('A button from before the kill works', words !== wordsOf(cast.openPage), words);
		},
	};
}
