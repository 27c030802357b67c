import { join } from 'node:path';
import { endingOf } from './ending.js';
import { demoCommand, exitCodes } from './story/demo-command.js';

// The entry point of `npm run demo`.

const ending = endingOf(process, exitCodes.interrupted);
const code = await ending.codeOf(
	demoCommand(process.argv.slice(2), {
		output: process.stdout,
		errors: process.stderr,
		environment: process.env,
		root: join(import.meta.dirname, '../../..'),
		signal: ending.stop.signal,
	}),
);
process.exit(code);
