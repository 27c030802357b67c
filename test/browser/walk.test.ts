import { buyersWalk } from './buyers-walk.js';
import { describeWalks } from './walk.js';

describeWalks('the playground with the production bot, walked through in a browser', (walk) => {
	buyersWalk(walk);
});
