import { Playground } from '@claimcheck/sandbox/playground/playground';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { describeInBrowser, openChromium } from '../../packages/local-discord/test/browser/chromium.js';
import { WatchedPage } from './watched-page.js';

/** The bot and the browser that a walk uses. */
export interface Walk {
	readonly playground: Playground;
	readonly browser: Browser;
	open(options: BrowserContextOptions): Promise<WatchedPage>;
}

/** Opens one playground and one browser for the walks that `begin` declares; skipped without a browser. */
export function describeWalks(title: string, begin: (walk: () => Walk) => void): void {
	describeInBrowser(title, () => {
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

		const open = (options: BrowserContextOptions) => WatchedPage.open(browser, playground.address, options);
		begin(() => ({ playground, browser, open }));
	});
}
