import { spawn } from 'node:child_process';
import { platform } from 'node:process';
import type { Environment } from '../../config.js';

type Opener = readonly [command: string, ...args: string[]];

/** The operator's browser. */
export class Browser {
	readonly #opener: Opener;

	private constructor(opener: Opener) {
		this.#opener = opener;
	}

	/** @returns undefined if no browser can be shown */
	static in(environment: Environment): Browser | undefined {
		const opener = openerOf(environment);
		return opener && new Browser(opener);
	}

	open(address: string): void {
		const [command, ...args] = this.#opener;
		// Detached, so that a text-mode browser can't take over this terminal.
		const child = spawn(command, [...args, address], { stdio: 'ignore', detached: true });
		// The URL has been printed: it can be opened by hand.
		child.on('error', () => undefined);
		child.unref();
	}
}

function openerOf(environment: Environment): Opener | undefined {
	if (platform === 'darwin') return ['open'];
	// `start` belongs to the shell, which would split the URL at &.
	if (platform === 'win32') return ['rundll32.exe', 'url.dll,FileProtocolHandler'];
	return environment['DISPLAY'] || environment['WAYLAND_DISPLAY'] ? ['xdg-open'] : undefined;
}
