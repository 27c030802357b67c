import type { GuidedStory } from '../guide/guided-story.js';
import { firstVerification } from './first-verification.js';
import { friend } from './friend.js';

/** The guided tasks, in the order in which they are best done. */
export const everyStory: readonly GuidedStory[] = [firstVerification, friend];
