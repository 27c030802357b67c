import type { GuidedStory } from '../guide/guided-story.js';
import { whenThingsBreak } from './breakdowns.js';
import { forBuyers } from './buyers.js';
import { forStaff } from './staff.js';

/** The guided tasks, in the order in which they are best done. */
export const everyStory: readonly GuidedStory[] = [...forBuyers, ...forStaff, ...whenThingsBreak];
