import { buyersWalk } from './buyers-walk.js';
import { describeWalks } from './walk.js';

describeWalks('the playground, walked through in a browser with the production bot', (walk) => {
	buyersWalk(walk);
});
