import { spawn } from 'node:child_process';
import { platform } from 'node:process';

/**
 * Opens an address in the person's browser: the one in `BROWSER`, or the system's. Does nothing for `BROWSER=none`, or
 * without a screen or a browser: the address has been printed.
 */
export function openBrowser(
	address: string,
	environment: Readonly<Record<string, string | undefined>>,
): void {
	const opener = openerOf(environment);
	if (opener === undefined) return;
	const [command, ...args] = opener;
	const child = spawn(command, [...args, address], { stdio: 'ignore', detached: true });
	child.on('error', () => undefined);
	child.unref();
}

function openerOf(
	environment: Readonly<Record<string, string | undefined>>,
): readonly [string, ...string[]] | undefined {
	const { BROWSER: browser, CI: ci, DISPLAY: display, WAYLAND_DISPLAY: wayland } = environment;
	if (browser === 'none') return undefined;
	if (browser) return [browser];
	if (ci) return undefined;
	if (platform === 'darwin') return ['open'];
	// `start` belongs to the shell, which would split the address at `&`.
	if (platform === 'win32') return ['explorer.exe'];
	return display || wayland ? ['xdg-open'] : undefined;
}
