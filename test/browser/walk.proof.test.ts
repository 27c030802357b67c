import { authorsWalk } from './authors-walk.js';
import { buyersFurtherWalk } from './buyers-walk.js';
import { developersWalk } from './developers-walk.js';
import { keyboardWalk } from './keyboard-walk.js';
import { moderatorsWalk } from './moderators-walk.js';
import { describeWalks } from './walk.js';

describeWalks('the playground with the production bot, by the keys', keyboardWalk);

describeWalks(
	'the playground, walked through to the goals of all people, with the production bot',
	(walk) => {
		moderatorsWalk(walk);
		buyersFurtherWalk(walk);
		authorsWalk(walk);
		// Last: its task puts other people into the frames, and the clock is another one afterwards.
		developersWalk(walk);
	},
);
