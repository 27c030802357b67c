import { join } from 'node:path';
import { demoCommand, exitCodes } from './story/demo-command.js';

// The entry of `npm run demo`.

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interruption.abort());

let crash: unknown;
// A bug of the local Discord is thrown outside of everything. The bot's process must not outlive it.
process.on('uncaughtException', (error) => {
	crash ??= error;
	interruption.abort();
});

const code = await demoCommand(process.argv.slice(2), {
	output: process.stdout,
	errors: process.stderr,
	environment: process.env,
	root: join(import.meta.dirname, '../../..'),
	signal: interruption.signal,
});
if (crash !== undefined) process.stderr.write(`${crash instanceof Error ? crash.stack : String(crash)}\n`);
process.exitCode = crash === undefined ? code : exitCodes.failed;
