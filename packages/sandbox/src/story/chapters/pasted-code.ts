import type { Cast } from '../cast.js';
import type { Chapter } from '../chapter.js';
import { saysAlreadyVerified } from '../expectations.js';
import { shortened } from '../words-of.js';

/** However a code is written, it is one code. */
export function pastedCode({ maya, mayasCode }: Cast): Chapter {
	return {
		title: 'The same code, written differently',
		async play(scene) {
			await scene.say('Maya tries hers once more, pasted from a mail program: with quotes, in capitals.');
			const pasted = (code: string) => ` “${code.toUpperCase()}” `;
			const shown = pasted(shortened(mayasCode)).trim();
			const answer = await scene.verify(maya, pasted(mayasCode), shown);
			scene.expectText(saysAlreadyVerified('It is known as her own code'), answer);
			scene.isBuyer('Maya still has the buyer role', maya);
		},
	};
}
