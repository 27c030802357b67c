import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

// Playwright's own browsers are not downloaded: what needs one uses the Chromium that the machine has.
const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The page as it was last built, in the repository. */
export const builtPage = 'packages/sandbox/dist/web';

/** Advice if `chromiumPath` finds none. */
export const howToGetChromium = 'apt-get install chromium, or CHROMIUM=/path/to/it';

/** Where this machine has Chromium; undefined where it has none. `CHROMIUM` names another one. */
export function chromiumPath(): string | undefined {
	return [process.env['CHROMIUM'] ?? '', ...places].find((it) => existsSync(it));
}

/** Starts the Chromium at `path`, without its own talk to the outside. Close it when done. */
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
