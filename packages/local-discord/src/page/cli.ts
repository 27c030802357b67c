#!/usr/bin/env node
import { pageCommand } from './page-command.js';

// The entry of `npx @claimcheck/local-discord`.

const interrupted = 130;
const broken = 1;

const stop = new AbortController();
let crash: unknown;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.on(signal, () => {
		// A second interrupt means not to wait for the bot.
		if (stop.signal.aborted) process.exit(interrupted);
		stop.abort();
	});
}
// A bug of the local Discord is thrown outside of everything.
process.on('uncaughtException', (error) => {
	crash ??= error;
	stop.abort();
});

const code = await pageCommand(process.argv.slice(2), {
	output: process.stdout,
	errors: process.stderr,
	environment: process.env,
	stop: stop.signal,
}).catch((error: unknown) => {
	crash ??= error;
	return broken;
});
if (crash !== undefined) {
	process.stderr.write(`${crash instanceof Error ? crash.stack : String(crash)}\n`);
}
process.exit(crash === undefined ? code : broken);
