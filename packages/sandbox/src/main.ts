import { join } from 'node:path';
import { sandboxCommand } from './console/sandbox-command.js';
import { endingOf } from './ending.js';

// The entry of `npm run sandbox`.

const ending = endingOf(process, 0);
const code = await ending.codeOf(
	sandboxCommand(process.argv.slice(2), {
		input: process.stdin,
		output: process.stdout,
		errors: process.stderr,
		environment: process.env,
		root: join(import.meta.dirname, '../../..'),
		stop: ending.stop,
	}),
);
process.exit(code);
