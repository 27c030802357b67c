import type { Browser } from 'playwright-core';
import { describe } from 'vitest';
import { chromiumPath, howToGetChromium, launchChromium } from './find-chromium.js';

const path = chromiumPath();
const howTo = `Tests in a browser need Chromium: ${howToGetChromium}`;

if (path === undefined && process.env['REQUIRE_BROWSER'] === '1') throw new Error(howTo);
if (path === undefined) process.stderr.write(`Skipped: ${howTo}\n`);

/** `describe` for tests in a browser: skipped if the machine has none, unless REQUIRE_BROWSER=1. */
export const describeInBrowser = describe.skipIf(path === undefined);

/** Starts Chromium without its own network traffic. Close it when done. */
export async function openChromium(): Promise<Browser> {
	return launchChromium(path ?? '');
}
