import { spawn } from 'node:child_process';
import type { Environment } from '../../config.js';

/** Where the first start asks. `nowhere`: no person would see a question, and waiting for one would hang. */
export type Place =
	| { readonly kind: 'nowhere' | 'console' }
	/** `opener`: the program that opens a browser, if there is a screen. */
	| { readonly kind: 'page'; readonly opener?: string };

/** The value of SETUP_HOST with which the first start asks nothing, as in the image. */
const off = 'off';

/** `isTerminal`: of the input. */
export function placeOf(
	environment: Environment,
	{ isTerminal, platform }: { readonly isTerminal: boolean; readonly platform: NodeJS.Platform },
): Place {
	const { SETUP_HOST: host, P_SERVER_UUID: panel } = environment;
	const isServed = environment['NOTIFY_SOCKET'] || environment['KUBERNETES_SERVICE_HOST'];
	if (isServed || host === off) return { kind: 'nowhere' };
	if (host) return { kind: 'page' };
	// Pterodactyl and Pelican set it: the console can be typed into, and nothing else of the machine can be reached.
	if (panel) return { kind: 'console' };
	const opener = openerOf(environment, platform);
	if (opener !== undefined) return { kind: 'page', opener };
	return { kind: isTerminal ? 'console' : 'page' };
}

/** What opens a browser in front of the person; undefined without a screen. */
function openerOf(environment: Environment, platform: NodeJS.Platform): string | undefined {
	const {
		BROWSER: browser,
		CI: ci,
		SSH_CONNECTION: remote,
		DISPLAY: display,
		WAYLAND_DISPLAY: wayland,
	} = environment;
	if (browser === 'none') return undefined;
	if (browser) return browser;
	// The screen of a machine that was logged in to is somewhere else.
	if (ci || remote) return undefined;
	if (platform === 'darwin') return 'open';
	// `start` belongs to the shell, which would take an address apart.
	if (platform === 'win32') return 'explorer.exe';
	return display || wayland ? 'xdg-open' : undefined;
}

/** Does nothing if it can't be opened: the address has been printed. */
export function openBrowser(opener: string, address: string): void {
	const child = spawn(opener, [address], { stdio: 'ignore', detached: true });
	child.on('error', () => undefined);
	child.unref();
}
