import { spawn } from 'node:child_process';
import type { Environment } from '../../config.js';

/** Where the first start asks. `nowhere`: no one would see a question. */
export type Place =
	| { readonly kind: 'nowhere' | 'console' }
	/** `opener`: the program that opens a browser, if there is a screen. */
	| { readonly kind: 'page'; readonly opener?: string };

/** `isTerminal`: of the input. */
export function placeOf(
	environment: Environment,
	{ isTerminal, platform }: { readonly isTerminal: boolean; readonly platform: NodeJS.Platform },
): Place {
	const { SETUP_HOST: host, P_SERVER_UUID, NOTIFY_SOCKET, KUBERNETES_SERVICE_HOST } = environment;
	const isServed = NOTIFY_SOCKET || KUBERNETES_SERVICE_HOST;
	// The image has this value, since no one can answer in a container.
	if (isServed || host === 'off') return { kind: 'nowhere' };
	if (host) return { kind: 'page' };
	// Pterodactyl and Pelican set it: the console can be typed into, and nothing else of the machine can be reached.
	if (P_SERVER_UUID) return { kind: 'console' };
	const opener = openerOf(environment, platform);
	if (opener !== undefined) return { kind: 'page', opener };
	return { kind: isTerminal ? 'console' : 'page' };
}

/** The program that opens a browser in front of the person; undefined without a screen. */
function openerOf(environment: Environment, platform: NodeJS.Platform): string | undefined {
	const { BROWSER, CI, SSH_CONNECTION, DISPLAY, WAYLAND_DISPLAY } = environment;
	if (BROWSER === 'none') return undefined;
	if (BROWSER) return BROWSER;
	// The screen of a machine that was logged in to is somewhere else.
	if (CI || SSH_CONNECTION) return undefined;
	if (platform === 'darwin') return 'open';
	// `start` belongs to the shell, which would take an address apart.
	if (platform === 'win32') return 'explorer.exe';
	return DISPLAY || WAYLAND_DISPLAY ? 'xdg-open' : undefined;
}

/** Does nothing if it can't be opened: the address has been printed. */
export function openBrowser(opener: string, address: string): void {
	const child = spawn(opener, [address], { stdio: 'ignore', detached: true });
	child.on('error', () => undefined);
	child.unref();
}
