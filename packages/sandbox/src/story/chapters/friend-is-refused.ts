import type { Cast } from '../cast.js';
import type { Chapter } from '../chapter.js';
import { namesNoMember, saysInUse } from '../expectations.js';

/** One code, one member. */
export function friendIsRefused({ maya, tom, mayasCode }: Cast): Chapter {
	return {
		title: 'The same code, from a friend',
		async play(scene) {
			await scene.say('Maya sends her code to Tom, who would like to be a buyer too.');
			const answer = await scene.verify(tom, mayasCode);
			scene.expectText(saysInUse('Tom is told that the code is in use'), answer);
			const holder = { id: maya.id, name: scene.nameOf(maya) };
			scene.expectText(namesNoMember('Nobody tells Tom who holds it', holder), answer);
			scene.isNoBuyer('Tom gets no role', tom);
		},
	};
}
