import { authorsWalk } from './authors-walk.js';
import { buyersFurtherWalk } from './buyers-walk.js';
import { developersWalk } from './developers-walk.js';
import { keyboardWalk } from './keyboard-walk.js';
import { moderatorsWalk } from './moderators-walk.js';
import { describeWalks } from './walk.js';

describeWalks('the playground with the production bot, by keyboard', keyboardWalk);

describeWalks('the playground with the production bot, walked through to everyone’s goals', (walk) => {
	moderatorsWalk(walk);
	buyersFurtherWalk(walk);
	authorsWalk(walk);
	// Comes last: its task puts other people into the frames and moves the clock.
	developersWalk(walk);
});
