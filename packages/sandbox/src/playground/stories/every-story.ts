import type { GroupedStory, GuidedStory } from '../guide/guided-story.js';
import { dispute } from './dispute.js';
import { firstVerification } from './first-verification.js';
import { friend } from './friend.js';
import { kill } from './kill.js';
import { newAccount } from './new-account.js';
import { refund } from './refund.js';
import { roleIsBlocked } from './role-is-blocked.js';
import { setUp } from './set-up.js';
import { shopIsDown } from './shop-is-down.js';
import { stranger } from './stranger.js';
import { supportEnds } from './support-ends.js';
import { typingError } from './typing-error.js';
import { year } from './year.js';

const groups: readonly (readonly [group: string, stories: readonly GuidedStory[]])[] = [
	['For buyers', [firstVerification, friend, typingError, newAccount, supportEnds, year]],
	['For staff', [setUp, dispute, refund, stranger]],
	['When things break', [shopIsDown, roleIsBlocked, kill]],
];

/** The guided tasks, in the order in which they are best done. */
export const everyStory: readonly GroupedStory[] = groups.flatMap(([group, stories]) =>
	stories.map((story) => ({ ...story, group })),
);
