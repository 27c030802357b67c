import type { Playground } from '@claimcheck/sandbox/playground/playground';
import type { Browser } from 'playwright-core';

/** What every part of the walk is played on: one bot and one browser. */
export interface Walk {
	readonly playground: Playground;
	readonly browser: Browser;
}
