import type { Cast } from '../cast.js';
import type { Chapter } from '../chapter.js';
import { shortened, wordsOf } from '../scene.js';

/** However a code is written, it is one code. */
export function pastedCode({ maya, mayasCode }: Cast): Chapter {
	return {
		title: 'The same code, written differently',
		async play(scene) {
			await scene.say('Maya tries hers once more, pasted from a mail program: with quotes, in capitals.');
			const pasted = (code: string) => ` “${code.toUpperCase()}” `;
			const shown = pasted(shortened(mayasCode)).trim();
			const words = wordsOf(await scene.verify(maya, pasted(mayasCode), shown));
			scene.checks.holds('It is known as her own code', /welcome back|already verified/i.test(words), words);
			scene.checks.holds('Maya still has the buyer role', scene.isBuyer(maya));
		},
	};
}
