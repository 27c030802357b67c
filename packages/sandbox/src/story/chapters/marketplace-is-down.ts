import type { FaultKind } from '../../marketplace/faults.js';
import type { Cast } from '../cast.js';
import type { Chapter } from '../chapter.js';
import { notCalledBad, saysVerified } from '../expectations.js';

const outages: readonly { readonly kind: FaultKind; readonly name: string; readonly inWords: string }[] = [
	{ kind: '502-html', name: 'error page', inWords: 'The shop is down: a proxy answers with an error page.' },
	{ kind: 'hang', name: 'silence', inWords: 'Now it accepts the connection and never answers.' },
	{
		kind: '401',
		name: 'refused key',
		inWords: "Now it refuses the author's key, which has nothing to do with Lena.",
	},
];

/** An outage is the shop's problem, never the buyer's. */
export function marketplaceIsDown({ lena, lenasCode }: Cast): Chapter {
	return {
		title: 'The shop is down',
		async play(scene) {
			const { stage } = scene;
			for (const { kind, name, inWords } of outages) {
				await scene.say(inWords);
				const mend = stage.marketplace.faults.add('*', kind);
				const answer = await scene.verify(lena, lenasCode);
				mend();
				scene.expectText(notCalledBad(`In spite of the ${name}, Lena's good code is not called bad`), answer);
				scene.isNoBuyer('Lena gets no role yet', lena);
			}
			await scene.say('The shop is back. Nothing was recorded meanwhile, so her code is as good as new.');
			scene.expectText(saysVerified('The same code works now'), await scene.verify(lena, lenasCode));
			await scene.becomesBuyer('Lena gets the buyer role', lena);
		},
	};
}
