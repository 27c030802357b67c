import { join } from 'node:path';
import { sandboxCommand } from './console/sandbox-command.js';

// The entry of `npm run sandbox`.

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());

let crash: unknown;
// A bug of the local Discord is thrown outside of everything. The bot's process must not outlive it.
process.on('uncaughtException', (error) => {
	crash ??= error;
	stop.abort();
});

const code = await sandboxCommand(process.argv.slice(2), {
	input: process.stdin,
	output: process.stdout,
	errors: process.stderr,
	environment: process.env,
	root: join(import.meta.dirname, '../../..'),
	stop,
});
if (crash !== undefined) process.stderr.write(`${crash instanceof Error ? crash.stack : String(crash)}\n`);
// A terminal that is still being read would keep the process alive.
process.exit(crash === undefined ? code : 1);
