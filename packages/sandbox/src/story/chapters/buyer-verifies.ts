import type { Cast } from '../cast.js';
import type { Chapter } from '../chapter.js';
import { wordsOf } from '../scene.js';

/** A purchase becomes a role. */
export function buyerVerifies({ maya, mayasCode }: Cast): Chapter {
	return {
		title: 'A buyer verifies',
		async play(scene) {
			await scene.say('Maya has bought a dashboard template. Her receipt holds a purchase code.');
			const words = wordsOf(await scene.verify(maya, mayasCode));
			scene.checks.holds(
				'Maya is told that her purchase is verified',
				/purchase verified/i.test(words),
				words,
			);
			scene.checks.holds('Maya gets the buyer role', await scene.becomesBuyer(maya));
		},
	};
}
