import type { Cast } from '../cast.js';
import type { Chapter } from '../chapter.js';
import { wordsOf } from '../scene.js';

/** One code, one member. */
export function friendIsRefused({ maya, tom, mayasCode }: Cast): Chapter {
	return {
		title: 'The same code, from a friend',
		async play(scene) {
			await scene.say('Maya sends her code to Tom, who would like to be a buyer too.');
			const words = wordsOf(await scene.verify(tom, mayasCode));
			scene.checks.holds('Tom is told that the code is in use', /in use/i.test(words), words);
			const isNamed = words.includes(maya.id) || /maya/i.test(words);
			scene.checks.holds('Nobody tells Tom who holds it', !isNamed, words);
			scene.checks.holds('Tom gets no role', !scene.isBuyer(tom));
		},
	};
}
