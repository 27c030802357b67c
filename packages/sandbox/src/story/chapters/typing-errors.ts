import type { Cast } from '../cast.js';
import type { Chapter } from '../chapter.js';
import { saysToCopyAgain, saysUnknown, shownWhatACodeIs } from '../expectations.js';

/** People mistype, and paste what isn't a code. */
export function typingErrors({ ben, bensCode }: Cast): Chapter {
	return {
		title: 'Typing errors',
		async play(scene) {
			await scene.say('Ben has bought something as well, and mistypes one character of his code.');
			const answer = await scene.verify(ben, mistyped(bensCode));
			scene.expectText(saysUnknown('Ben hears that the shop does not know this code'), answer);
			scene.expectText(saysToCopyAgain('He is told what to do about it'), answer);
			await scene.say('Then he writes something that is no code at all.');
			const hint = await scene.verify(ben, question, question);
			scene.expectText(shownWhatACodeIs('Ben is shown what a code looks like and where it is'), hint);
			scene.isNoBuyer('Ben gets no role', ben);
		},
	};
}

const question = 'where do I find my code?';

function mistyped(code: string): string {
	return `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`;
}
