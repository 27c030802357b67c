import type { Cast } from './cast.js';
import type { Chapter } from './chapter.js';
import { botIsKilled } from './chapters/bot-is-killed.js';
import { buyerVerifies } from './chapters/buyer-verifies.js';
import { friendIsRefused } from './chapters/friend-is-refused.js';
import { marketplaceIsDown } from './chapters/marketplace-is-down.js';
import { moderatorLooks } from './chapters/moderator-looks.js';
import { nothingIsLeaked } from './chapters/nothing-is-leaked.js';
import { pastedCode } from './chapters/pasted-code.js';
import { roleIsBlocked } from './chapters/role-is-blocked.js';
import { setUp } from './chapters/set-up.js';
import { typingErrors } from './chapters/typing-errors.js';

/** The chapters, in the order in which they build on each other. */
export function story(cast: Cast): readonly Chapter[] {
	return [
		setUp(),
		buyerVerifies(cast),
		friendIsRefused(cast),
		typingErrors(cast),
		pastedCode(cast),
		moderatorLooks(cast),
		marketplaceIsDown(cast),
		botIsKilled(cast),
		roleIsBlocked(cast),
		nothingIsLeaked(),
	];
}
