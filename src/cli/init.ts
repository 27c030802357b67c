import { spawn } from 'node:child_process';
import { platform } from 'node:process';
import { commandPayloads } from '../../commands/registry.js';
import { systemClock } from '../base/clock.js';
import { exitCodes } from '../base/errors.js';
import { endWhenUnread } from '../base/terminal.js';
import { type Environment, readSettings } from '../config.js';
import type { OpenInBrowser } from './init/ask-servers.js';
import { EnvFileError, readEnvFile } from './init/env-file.js';
import { runInit } from './init/run-init.js';
import { openTerminal, Stopped } from './init/terminal.js';
import { explain } from './program/run-program.js';

// `npm run init`: sets up a running bot with five questions. Writes `.env` and registers the commands.

const goOnUnread = endWhenUnread(process);
const terminal = openTerminal({
	input: process.stdin,
	output: process.stdout,
	onInterrupt: (stop) => {
		process.on('SIGINT', stop);
		return () => process.off('SIGINT', stop);
	},
});

async function init(): Promise<number> {
	try {
		const known = { ...readEnvFile('.env', '').values, ...process.env };
		const { DISCORD_API_URL: api } = readSettings(known, ['DISCORD_API_URL']);
		const outcome = await runInit({
			terminal,
			environment: process.env,
			discordApi: api,
			openInBrowser: process.stdin.isTTY ? browserIn(process.env) : undefined,
			commands: commandPayloads,
			clock: systemClock,
		});
		terminal.close();
		// The bot's own entry point, in this process: the command gets its signals and its exit code.
		if (outcome === 'start') {
			goOnUnread();
			await import('../main.js');
		}
		return outcome === 'stopped' ? exitCodes.interrupted : exitCodes.ok;
	} catch (error) {
		terminal.close();
		if (error instanceof Stopped) {
			terminal.say('\nNothing was saved.');
			return error.byPerson ? exitCodes.interrupted : exitCodes.trouble;
		}
		if (!(error instanceof EnvFileError)) return explain(process, error);
		terminal.say(`Nothing was saved: ${error.message}.`);
		return exitCodes.unwritable;
	}
}

type Opener = readonly [command: string, ...args: string[]];

/** @returns undefined if no browser can be shown */
function browserIn(environment: Environment): OpenInBrowser | undefined {
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

process.exitCode = await init();
// A request in flight would delay the exit.
if (process.exitCode !== exitCodes.ok) process.stdout.write('', () => process.exit());
