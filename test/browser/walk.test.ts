import { Playground } from '@claimcheck/sandbox/playground/playground';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { describeInBrowser, openChromium } from '../../packages/local-discord/test/browser/chromium.js';
import { buyersWalk } from './buyers-walk.js';
import { hostileWalk } from './hostile-walk.js';
import { keyboardWalk } from './keyboard-walk.js';
import { staffsWalk } from './staffs-walk.js';
import type { Walk } from './walk.js';

describeInBrowser('the playground, walked through in a browser with the production bot', () => {
	let playground: Playground;
	let browser: Browser;

	beforeAll(async () => {
		playground = await Playground.open({ root: process.cwd(), port: 0, onStep: () => undefined });
		browser = await openChromium();
	});

	afterAll(async () => {
		await browser?.close();
		await playground?.close();
	});

	const walk = (): Walk => ({ playground, browser });
	keyboardWalk(walk);
	staffsWalk(walk);
	buyersWalk(walk);
	// Last: the shop is another one afterwards.
	hostileWalk(walk);
});
