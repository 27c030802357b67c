import { spawn } from 'node:child_process';
import { platform } from 'node:process';
import type { Environment } from '../../config.js';

type Opener = readonly [command: string, ...args: string[]];

/** Opens an address in the operator's browser. */
export type OpenInBrowser = (address: string) => void;

/** @returns undefined if no browser can be shown */
export function browserIn(environment: Environment): OpenInBrowser | undefined {
	const opener = openerOf(environment);
	if (opener === undefined) return undefined;
	const [command, ...args] = opener;
	return (address) => {
		// Detached, so that a text-mode browser can't take over this terminal.
		const child = spawn(command, [...args, address], { stdio: 'ignore', detached: true });
		// The URL has been printed: it can be opened by hand.
		child.on('error', () => undefined);
		child.unref();
	};
}

function openerOf(environment: Environment): Opener | undefined {
	if (platform === 'darwin') return ['open'];
	// `start` belongs to the shell, which would split the URL at &.
	if (platform === 'win32') return ['rundll32.exe', 'url.dll,FileProtocolHandler'];
	return environment['DISPLAY'] || environment['WAYLAND_DISPLAY'] ? ['xdg-open'] : undefined;
}
