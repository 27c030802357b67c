import type { Cast } from '../cast.js';
import type { Chapter } from '../chapter.js';
import { saysVerified } from '../expectations.js';

/** A purchase becomes a role. */
export function buyerVerifies({ maya, mayasCode }: Cast): Chapter {
	return {
		title: 'A buyer verifies',
		async play(scene) {
			await scene.say('Maya has bought a dashboard template. Her receipt holds a purchase code.');
			const answer = await scene.verify(maya, mayasCode);
			scene.expectText(saysVerified('Maya is told that her purchase is verified'), answer);
			await scene.becomesBuyer('Maya gets the buyer role', maya);
		},
	};
}
