import { exitCodes } from '../base/errors.js';
import { endWhenUnread } from '../base/terminal.js';
import { runInit } from './init/run-init.js';
import { openTerminal } from './init/terminal.js';
import { explain } from './program/run-program.js';

// `npm run init`: sets up a running bot with six questions. Writes `.env` and registers the commands.

const goOnUnread = endWhenUnread(process);
const terminal = openTerminal('Nothing was saved.');

async function init(): Promise<number> {
	try {
		const isStarted = await runInit(terminal, process.env);
		terminal.close();
		// The bot's own entry point, in this process: the command gets its signals and its exit code.
		if (isStarted) {
			goOnUnread();
			await import('../main.js');
		}
		return exitCodes.ok;
	} catch (error) {
		terminal.close();
		return explain(process, error);
	}
}

process.exitCode = await init();
// A request in flight would delay the exit.
if (process.exitCode !== exitCodes.ok) process.stdout.write('', () => process.exit());
