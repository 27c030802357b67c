import type { Cast } from '../cast.js';
import type { Chapter } from '../chapter.js';
import { wordsOf } from '../scene.js';

/** People mistype, and paste what isn't a code. */
export function typingErrors({ ben, bensCode }: Cast): Chapter {
	return {
		title: 'Typing errors',
		async play(scene) {
			await scene.say('Ben has bought something as well, and mistypes one character of his code.');
			const answer = wordsOf(await scene.verify(ben, mistyped(bensCode)));
			scene.checks.holds(
				'Ben hears that the shop does not know this code',
				/invalid|doesn’t know this code/i.test(answer),
				answer,
			);
			scene.checks.holds(
				'He is told what to do about it',
				/copy (it once more|all of it again)/i.test(answer),
				answer,
			);
			await scene.say('Then he writes something that is no code at all.');
			const hint = wordsOf(await scene.verify(ben, question, question));
			scene.checks.holds(
				'Ben is shown what a code looks like and where it is',
				/not a purchase code/i.test(hint) && /xxxx/.test(hint) && /receipt/i.test(hint),
				hint,
			);
			scene.checks.holds('Ben gets no role', !scene.isBuyer(ben));
		},
	};
}

const question = 'where do I find my code?';

function mistyped(code: string): string {
	return `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`;
}
