import { buyersWalk } from './buyers-walk.js';
import { hostileWalk } from './hostile-walk.js';
import { keyboardWalk } from './keyboard-walk.js';
import { describeWalks } from './walk.js';

describeWalks('the playground, walked through in a browser with the production bot', (walk) => {
	keyboardWalk(walk);
	buyersWalk(walk);
	// Last: the shop is another one afterwards.
	hostileWalk(walk);
});
