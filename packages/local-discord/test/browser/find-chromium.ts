import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

// Playwright's own browsers are not downloaded, so everything that needs a browser uses the machine's Chromium.
const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The page as it was last built in the repository. */
export const builtPage = 'packages/sandbox/dist/web';

/** The advice to print if `chromiumPath` finds none. */
export const howToGetChromium = 'apt-get install chromium, or CHROMIUM=/path/to/it';

/** The path of Chromium on this machine; undefined if it has none. `CHROMIUM` overrides it. */
export function chromiumPath(): string | undefined {
	return [process.env['CHROMIUM'] ?? '', ...places].find((it) => existsSync(it));
}

/** Starts the Chromium at `path` without its own network traffic. Close it when done. */
export async function launchChromium(path: string): Promise<Browser> {
	return chromium.launch({
		executablePath: path,
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
