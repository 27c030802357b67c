import { commandPayloads } from '../../commands/registry.js';
import { systemClock } from '../base/clock.js';
import { exitCodes } from '../base/exit-codes.js';
import { endWhenUnread } from '../base/unread-output.js';
import { readSettings } from '../config.js';
import { browserIn } from './init/browser.js';
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

process.exitCode = await init();
// A request in flight would delay the exit.
if (process.exitCode !== exitCodes.ok) process.stdout.write('', () => process.exit());
