import { join } from 'node:path';
import { endingOf } from './ending.js';
import { playgroundCommand } from './playground/playground-command.js';

// The entry point of `npm run playground`.

const ending = endingOf(process, 0);
const code = await ending.codeOf(
	playgroundCommand(process.argv.slice(2), {
		output: process.stdout,
		errors: process.stderr,
		environment: process.env,
		root: join(import.meta.dirname, '../../..'),
		stop: ending.stop,
	}),
);
process.exit(code);
