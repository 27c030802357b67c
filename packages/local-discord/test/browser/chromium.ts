import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { describe } from 'vitest';

// Playwright's own browsers are not downloaded: the tests run in the Chromium that the machine has.
const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const path = [process.env['CHROMIUM'] ?? '', ...places].find((it) => existsSync(it));
const howTo = 'Tests in a browser need Chromium: apt-get install chromium, or CHROMIUM=/path/to/it';

if (path === undefined && process.env['REQUIRE_BROWSER'] === '1') throw new Error(howTo);
if (path === undefined) process.stderr.write(`Skipped: ${howTo}\n`);

/** `describe` for tests in a browser: skipped where the machine has none, unless REQUIRE_BROWSER=1. */
export const describeInBrowser = describe.skipIf(path === undefined);

/** Starts Chromium, without its own talk to the outside. Close it when done. */
export async function openChromium(): Promise<Browser> {
	return chromium.launch({
		executablePath: path ?? '',
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--disable-quic',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
			'--no-first-run',
		],
	});
}
